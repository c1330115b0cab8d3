#include "session/uci_relay.hpp"
#include <variant>

#include <fmt/format.h>

#include <polyglot/protocol/uci.hpp>

namespace polyglot::session {

// ---- GUI ------------------------------------------------------------------------------------------------

EngineFate UciRelay::gui_message(const protocol::GuiMessage& message, std::string_view line,
                                 Effects& effects) {
  std::visit([&](const auto& known) { on(known, line, effects); }, message);
  return EngineFate::stays;
}

void UciRelay::relay(std::string_view line, Effects& effects) {
  effects.to_engine.append(line) += '\n';
}

void UciRelay::on(const protocol::Handshake&, std::string_view, Effects& effects) {
  questions_.identify(effects);
}

void UciRelay::on(const protocol::ReadyQuery&, std::string_view line, Effects& effects) {
  questions_.order().expect_ready();
  relay(line, effects);
}

void UciRelay::on(const protocol::SetOption& message, std::string_view line, Effects& effects) {
  EngineOptions::Entry* const entry = engine_.options.find(message.name);
  if (entry != nullptr && message.value) entry->value = *message.value;
  relay(line, effects);
}

void UciRelay::on(const protocol::SetPosition& message, std::string_view line, Effects& effects) {
  relay(line, effects);
  questions_.set_position(message, line, effects);
}

void UciRelay::on(const protocol::Go& message, std::string_view line, Effects& effects) {
  questions_.end_pondering(effects);
  if (message.limits.perft) return relay(line, effects);
  if (questions_.order().searching() && !stop_sent_) {  // the GUI forgot to
    effects.to_engine += protocol::UciBack::kStop;
    stop_sent_ = true;
  }
  if (questions_.answer_from_book(message.limits, effects)) return;
  stop_sent_ = false;
  questions_.order().expect_best_move();
  relay(line, effects);
}

void UciRelay::on(const protocol::Stop&, std::string_view line, Effects& effects) {
  if (questions_.end_pondering(effects)) return;
  stop_sent_ = true;
  relay(line, effects);
}

void UciRelay::on(const protocol::PonderHit&, std::string_view line, Effects& effects) {
  if (!questions_.end_pondering(effects)) relay(line, effects);
}

// ---- Engine ---------------------------------------------------------------------------------------------

/// A search prints thousands of lines between two that matter to more than the GUI; those are passed on in
/// one piece.
std::string_view UciRelay::take_output(std::string_view& block) {
  std::size_t size = 0;
  for (std::size_t end = 0; (end = block.find('\n', size)) != std::string_view::npos; size = end + 1) {
    const std::string_view line = block.substr(size, end - size);
    if (line.ends_with('\r')) break;
    const protocol::EngineMessage message = protocol::UciBack::parse(line);
    if (!std::holds_alternative<protocol::SearchOutput>(message) &&
        !std::holds_alternative<protocol::Output>(message)) {
      break;
    }
  }
  const std::string_view output = block.substr(0, size);
  block.remove_prefix(size);
  return output;
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
