#include "session/uci_relay.hpp"
#include <variant>

#include <fmt/format.h>

#include <polyglot/protocol/uci.hpp>

#include "session/lines.hpp"
#include "session/match.hpp"

namespace polyglot::session {

// ---- GUI ------------------------------------------------------------------------------------------------

EngineFate UciRelay::gui_message(const protocol::GuiMessage& message, std::string_view line,
                                 Effects& effects) {
  const Match goes_on{
      [&](const protocol::Handshake&) {
        questions_.identify(effects);
        return false;
      },
      [&](const protocol::ReadyQuery&) {
        questions_.order().expect_ready();
        return true;
      },
      [&](const protocol::SetOption& option) {
        engine_.options.note(option.name, option.value);
        return true;
      },
      [&](const protocol::SetPosition& position) {
        questions_.set_position(position, line, effects);
        return true;
      },
      [&](const protocol::Go& go) { return passes(go.limits, effects); },
      [&](const protocol::Stop&) {
        const bool passes = !questions_.end_pondering(effects);
        stop_sent_ |= passes;
        return passes;
      },
      [&](const protocol::PonderHit&) { return !questions_.end_pondering(effects); },
      [](const auto&) { return true; },
  };
  if (std::visit(goes_on, message)) effects.to_engine.append(line) += '\n';
  return EngineFate::stays;
}

bool UciRelay::passes(const protocol::SearchLimits& limits, Effects& effects) {
  questions_.end_pondering(effects);
  if (limits.perft) return true;
  if (questions_.order().searching() && !stop_sent_) {  // the GUI forgot to
    effects.to_engine += protocol::UciBack::kStop;
    stop_sent_ = true;
  }
  if (questions_.answer_from_book(limits, effects)) return false;
  stop_sent_ = false;
  questions_.order().expect_best_move();
  return true;
}

// ---- Engine ---------------------------------------------------------------------------------------------

/// A search prints thousands of lines between two that matter to more than the GUI; those are passed on in
/// one piece.
std::string_view UciRelay::take_output(std::string_view& block) {
  return take_lines_while(block, [](std::string_view line) {
    if (line.ends_with('\r')) return false;
    const protocol::EngineMessage message = protocol::UciBack::parse(line);
    return std::holds_alternative<protocol::SearchOutput>(message) ||
           std::holds_alternative<protocol::Output>(message);
  });
}

EngineFate UciRelay::engine_line(std::string_view line, Effects& effects) {
  const protocol::EngineMessage message = protocol::UciBack::parse(line);
  if (std::holds_alternative<protocol::BestMove>(message) && !questions_.order().best_move_arrived()) {
    effects.log.push_back(
        {LogNote::Level::warning, fmt::format("dropped a best move nobody asked for: {}", line)});
    return EngineFate::stays;
  }
  if (std::holds_alternative<protocol::Ready>(message)) questions_.order().ready_arrived();
  effects.to_gui.append(line) += '\n';
  questions_.order().release(effects.to_gui);
  return EngineFate::stays;
}

}  // namespace polyglot::session
