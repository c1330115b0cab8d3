#include "session/questions.hpp"
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <polyglot/protocol/text.hpp>

namespace polyglot::session {
namespace {

/// Variants whose rules, and so whose books, are those of chess.
bool plays_chess(std::string_view variant) {
  static constexpr std::array<std::string_view, 6> kNames = {"",         "chess",    "normal",
                                                             "standard", "chess960", "fischerandom"};
  for (const std::string_view name : kNames) {
    if (equal_ignoring_case(variant, name)) return true;
  }
  return false;
}

}  // namespace

void Questions::identify(Effects& effects) {
  reply(gui_.identity(engine_), ReplyOrder::After::ready, effects);
}

void Questions::reply(const protocol::GuiReply& answer, ReplyOrder::After after, Effects& effects) {
  std::string text;
  gui_.front->print(answer, text);
  order_.add(std::move(text), after);
  order_.release(effects.to_gui);
}

void Questions::set_position(const protocol::SetPosition& message, std::string_view line, Effects& effects) {
  const auto followed = game_.set(message);
  if (!followed && !position_doubted_) {
    effects.log.push_back(
        {LogNote::Level::warning, fmt::format("position not understood, no book for it: {} in \"{}\"",
                                              followed.error().to_string(), line.substr(0, 200))});
  }
  position_doubted_ = !followed;
}

bool Questions::answer_from_book(const protocol::SearchLimits& limits, Effects& effects) {
  has_pondered_ |= limits.ponder;
  auto answer = look_up(limits);
  if (!answer) {
    gui_.tell_trouble(book_, effects);
    return false;
  }
  if (limits.ponder) {
    ponder_answer_ = std::move(answer);
  } else {
    reply(*answer, ReplyOrder::After::ready_and_best_move, effects);
  }
  return true;
}

std::optional<protocol::BookAnswer> Questions::look_up(const protocol::SearchLimits& limits) const {
  if (limits.infinite || limits.mate) return std::nullopt;
  const EngineOptions& engine = engine_.options;
  if (engine.check("UCI_AnalyseMode") || !plays_chess(engine.value("UCI_Variant"))) return std::nullopt;
  if (game() == nullptr) return std::nullopt;
  return book_.answer(*game(), {.restricted = limits.restricted,
                                .search_moves = limits.search_moves,
                                .with_reply = has_pondered_ || engine.check("Ponder"),
                                .castling = castling(*game())});
}

bool Questions::end_pondering(Effects& effects) {
  const auto answer = std::exchange(ponder_answer_, std::nullopt);
  if (answer) reply(*answer, ReplyOrder::After::ready_and_best_move, effects);
  return answer.has_value();
}

game::CastlingNotation Questions::castling(const game::Game& game) const {
  const bool needed = game.position() != nullptr && game.position()->needs_chess960();
  return needed || engine_.options.check("UCI_Chess960") ? game::CastlingNotation::king_takes_rook
                                                         : game::CastlingNotation::king_to_destination;
}

}  // namespace polyglot::session
