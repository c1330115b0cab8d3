#include "session/position_conversation.hpp"
#include <array>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <polyglot/chess/notation.hpp>
#include <polyglot/protocol/text.hpp>

#include "session/lines.hpp"

namespace polyglot::session {
namespace {

using Level = LogNote::Level;

/// How long an engine may search on after it was told to stop.
constexpr std::chrono::milliseconds kStopPatience{2000};

/// Variants whose rules, and so whose books, are those of chess.
bool plays_chess(std::string_view variant) {
  static constexpr std::array<std::string_view, 6> kNames = {"",         "chess",    "normal",
                                                             "standard", "chess960", "fischerandom"};
  for (const std::string_view name : kNames) {
    if (protocol::equals_ignoring_case(variant, name)) return true;
  }
  return false;
}

}  // namespace

// ---- GUI ------------------------------------------------------------------------------------------------

void PositionConversation::gui_message(const protocol::GuiMessage& message, std::string_view line,
                                       Effects& effects) {
  if (must_wait(message)) {
    if (std::holds_alternative<protocol::Go>(message)) {
      go_waits_ = true;
      if (!stop_sent_) stop_search(effects);
    }
    waiting_lines_.append(line) += '\n';
  } else {
    std::visit([&](const auto& known) { on(known, line, effects); }, message);
  }
  if (!relays_) hear_unspoken(effects);
}

/// A UCI engine sorts out what comes during a search. One that is translated gets it afterwards, and what
/// comes behind another search as well. Until then stop, ponderhit and isready mean the search that runs.
bool PositionConversation::must_wait(const protocol::GuiMessage& message) const {
  if (relays_ || !order_.searching()) return false;
  return go_waits_ || std::holds_alternative<protocol::Go>(message) ||
         std::holds_alternative<protocol::SetPosition>(message) ||
         std::holds_alternative<protocol::NewGame>(message) ||
         std::holds_alternative<protocol::SetOption>(message);
}

void PositionConversation::serve_waiting(Effects& effects) {
  const std::string lines = std::exchange(waiting_lines_, {});
  go_waits_ = false;
  for_each_line(lines, [&](std::string_view line) {
    if (effects.restart_engine) {  // the rest is for the new one
      waiting_lines_.append(line) += '\n';
      return;
    }
    const protocol::GuiMessage message = context_.front->parse(line);
    gui_message(message, line, effects);
  });
}

void PositionConversation::engine_replaced(Effects& effects) {
  has_searched_ = game_over_ = false;
  for (std::size_t i = order_.ready_owed(); i > 0; --i) context_.back->print_ready_query(effects.to_engine);
  serve_waiting(effects);
}

/// What the engine's protocol has no line for.
void PositionConversation::hear_unspoken(Effects& effects) {
  effects.interrupt_engine |= context_.back->take_interrupt();
  while (const auto message = context_.back->take_message()) {
    if (accept(*message, {}, effects)) translate(*message, {}, effects);
    order_.release(effects.to_gui);
  }
  if (!order_.searching() && !waiting_lines_.empty() && !effects.restart_engine) serve_waiting(effects);
}

/// An answer of ours, in its place among the engine's.
void PositionConversation::reply(const protocol::GuiReply& answer, ReplyOrder::After after,
                                 Effects& effects) {
  std::string text;
  context_.front->print(answer, text);
  order_.add(std::move(text), after);
  order_.release(effects.to_gui);
}

void PositionConversation::relay_to_engine(std::string_view line, Effects& effects) const {
  if (relays_) effects.to_engine.append(line) += '\n';
}

void PositionConversation::on(const protocol::Handshake&, std::string_view, Effects& effects) {
  reply(context_.identity(static_cast<std::uint8_t>(config::Export::uci)), ReplyOrder::After::ready, effects);
}

void PositionConversation::on(const protocol::ReadyQuery&, std::string_view line, Effects& effects) {
  order_.expect_ready();
  if (relays_) return relay_to_engine(line, effects);
  context_.back->print_ready_query(effects.to_engine);
}

void PositionConversation::on(const protocol::SetOption& message, std::string_view line, Effects& effects) {
  EngineOptions::Entry* const entry = context_.engine_options.find(message.name);
  if (!relays_) {
    if (entry != nullptr) context_.set_engine_option(*entry, message.value, effects.to_engine);
    return;
  }
  if (entry != nullptr && message.value) entry->value = *message.value;
  relay_to_engine(line, effects);
}

void PositionConversation::on(const protocol::NewGame&, std::string_view line, Effects& effects) {
  if (relays_) return relay_to_engine(line, effects);
  if (has_searched_ && !context_.back->reusable()) {
    effects.restart_engine = true;
  } else {
    context_.back->print_new_game(effects.to_engine);
  }
}

void PositionConversation::on(const protocol::SetPosition& message, std::string_view line, Effects& effects) {
  relay_to_engine(line, effects);
  if (const auto followed = game_.set(message); !followed && !position_doubted_) {
    effects.log.push_back(
        {Level::warning, fmt::format("position not understood, no book for it: {} in \"{}\"",
                                     followed.error().to_string(), line.substr(0, 200))});
    position_doubted_ = true;
  } else if (followed) {
    position_doubted_ = false;
  }
}

void PositionConversation::on(const protocol::Go& message, std::string_view line, Effects& effects) {
  release_ponder_answer(effects);
  if (message.limits.perft) return relay_to_engine(line, effects);
  if (order_.searching() && !stop_sent_) stop_search(effects);  // the GUI forgot to
  gui_has_pondered_ |= message.limits.ponder;

  if (auto answer = book_answer(message.limits)) {
    if (message.limits.ponder) {
      ponder_answer_ = std::move(answer);
    } else {
      reply(*answer, ReplyOrder::After::ready_and_best_move, effects);
    }
    return;
  }
  context_.tell_book_trouble(effects);
  search(message, line, effects);
}

void PositionConversation::search(const protocol::Go& message, std::string_view line, Effects& effects) {
  stop_sent_ = false;
  if (relays_) {
    order_.expect_best_move();
    return relay_to_engine(line, effects);
  }
  const chess::Game* const game = game_.game();
  if (game == nullptr) {
    context_.notify("no search: the position was not understood", effects);
    return reply(protocol::SearchAnswer{}, ReplyOrder::After::ready_and_best_move, effects);
  }
  order_.expect_best_move();
  has_searched_ = true;
  game_over_ = false;
  context_.back->print_search({.game = game, .limits = message.limits, .castling = castling(*game)},
                              effects.to_engine);
}

void PositionConversation::on(const protocol::Stop&, std::string_view line, Effects& effects) {
  if (ponder_answer_) return release_ponder_answer(effects);
  if (relays_) {
    stop_sent_ = true;
    return relay_to_engine(line, effects);
  }
  if (order_.searching() && !stop_sent_) stop_search(effects);
}

void PositionConversation::on(const protocol::PonderHit&, std::string_view line, Effects& effects) {
  if (ponder_answer_) return release_ponder_answer(effects);
  if (relays_) return relay_to_engine(line, effects);
  if (order_.searching() && !stop_sent_) context_.back->print_ponder_hit(effects.to_engine);
}

void PositionConversation::stop_search(Effects& effects) {
  context_.back->print_stop(effects.to_engine);
  stop_sent_ = true;
  stopped_at_ = context_.now;
  if (!relays_) effects.timers.push_back({Timer::unheard_stop, kStopPatience});
}

/// Some engines of XBoard's protocol read nothing while they search. A GUI of UCI counts on its best move, so
/// it gets the best one known, and the next search another engine.
void PositionConversation::timer_fired(Timer, Effects& effects) {
  const bool unheard = order_.searching() && stop_sent_ && context_.now - stopped_at_ >= kStopPatience;
  if (!unheard) return;
  effects.log.push_back({LogNote::Level::warning, "the engine does not stop, it is started anew"});
  context_.back->give_search_up();
  effects.restart_engine = true;
  hear_unspoken(effects);
}

// ---- Book -----------------------------------------------------------------------------------------------

chess::CastlingNotation PositionConversation::castling(const chess::Game& game) const {
  return context_.engine_options.check("UCI_Chess960") || game.position().needs_chess960()
             ? chess::CastlingNotation::king_takes_rook
             : chess::CastlingNotation::king_to_destination;
}

std::optional<protocol::BookAnswer> PositionConversation::book_answer(
    const protocol::SearchLimits& limits) const {
  if (limits.infinite || limits.mate) return std::nullopt;
  const EngineOptions& engine = context_.engine_options;
  if (engine.check("UCI_AnalyseMode") || !plays_chess(engine.value("UCI_Variant"))) return std::nullopt;
  const chess::Game* const game = game_.game();
  if (game == nullptr) return std::nullopt;

  return context_.book.answer(game->position(), {.restricted = limits.restricted,
                                                 .search_moves = limits.search_moves,
                                                 .with_reply = gui_has_pondered_ || engine.check("Ponder"),
                                                 .castling = castling(*game)});
}

void PositionConversation::release_ponder_answer(Effects& effects) {
  if (const auto answer = std::exchange(ponder_answer_, std::nullopt)) {
    reply(*answer, ReplyOrder::After::ready_and_best_move, effects);
  }
}

// ---- Engine ---------------------------------------------------------------------------------------------

/// A search prints thousands of lines between two that matter to more than the GUI; those are passed on in
/// one piece.
std::string_view PositionConversation::take_output(std::string_view& block) {
  if (!relays_) return {};
  std::size_t size = 0;
  std::string no_answer;
  for (std::size_t end = 0; (end = block.find('\n', size)) != std::string_view::npos; size = end + 1) {
    const std::string_view line = block.substr(size, end - size);
    if (line.ends_with('\r')) break;
    const protocol::EngineMessage message = context_.back->parse(line, no_answer);
    if (!std::holds_alternative<protocol::SearchOutput>(message) &&
        !std::holds_alternative<protocol::Output>(message)) {
      break;
    }
  }
  const std::string_view output = block.substr(0, size);
  block.remove_prefix(size);
  return output;
}

void PositionConversation::engine_line(std::string_view line, Effects& effects) {
  const protocol::EngineMessage message = context_.back->parse(line, effects.to_engine);
  if (!accept(message, line, effects)) return;
  if (relays_) {
    effects.to_gui.append(line) += '\n';
  } else {
    translate(message, line, effects);
  }
  if (std::holds_alternative<protocol::SearchOutput>(message)) return;
  order_.release(effects.to_gui);
  if (!relays_) hear_unspoken(effects);
}

/// False for what nobody waits for.
bool PositionConversation::accept(const protocol::EngineMessage& message, std::string_view line,
                                  Effects& effects) {
  if (std::holds_alternative<protocol::BestMove>(message) && !order_.best_move_arrived()) {
    effects.log.push_back({Level::warning, fmt::format("dropped a best move nobody asked for: {}", line)});
    return false;
  }
  if (std::holds_alternative<protocol::Ready>(message)) return order_.ready_arrived() || relays_;
  return true;
}

void PositionConversation::translate(const protocol::EngineMessage& message, std::string_view line,
                                     Effects& effects) {
  if (std::holds_alternative<protocol::SearchOutput>(message)) {
    show(context_.back->read_info(line), effects);
  } else if (const auto* best = std::get_if<protocol::BestMove>(&message)) {
    game_over_ |= ends_game(best->move);
    answer(protocol::SearchAnswer{std::string(best->move), std::string(best->ponder)}, effects);
  } else if (std::holds_alternative<protocol::Ready>(message)) {
    context_.print(protocol::ReadyAnswer{}, effects);
  } else if (!std::holds_alternative<protocol::Output>(message)) {
    game_over_ |= std::holds_alternative<protocol::EngineClaims>(message) ||
                  std::holds_alternative<protocol::EngineResigns>(message);
    context_.print(protocol::Remark{.depth = 0, .text = line}, effects);
  }
}

bool PositionConversation::ends_game(std::string_view best_move) const {
  if (game_.game() == nullptr) return false;
  chess::Position position = game_.game()->position();
  const auto move = chess::move_from_uci(position, best_move);
  if (move) position.make(*move);
  return !position.has_legal_move();
}

/// A best move that no line of the engine stands for may come before answers that still wait.
void PositionConversation::answer(const protocol::SearchAnswer& best, Effects& effects) {
  if (order_.waiting() == 0) return context_.print(best, effects);
  reply(best, ReplyOrder::After::ready, effects);
}

/// The engine writes its moves as it likes, the GUI wants coordinates.
void PositionConversation::show(protocol::Info info, Effects& effects) const {
  if (!order_.searching() || game_.game() == nullptr) return;
  const chess::CastlingNotation notation = castling(*game_.game());
  chess::Position position = game_.game()->position();
  std::string pv;
  std::string_view rest = info.pv;
  for (std::string_view word = protocol::take_word(rest); !word.empty(); word = protocol::take_word(rest)) {
    const auto move = chess::move_from_text(position, word);
    if (!move) break;
    if (!pv.empty()) pv += ' ';
    pv += chess::to_uci(*move, notation);
    position.make(*move);
  }
  info.pv = pv;
  info.current_move = {};
  context_.print(protocol::SearchInfo{info}, effects);
}

void PositionConversation::engine_lost(Effects& effects) {
  order_.release_all(effects.to_gui);
}

}  // namespace polyglot::session
