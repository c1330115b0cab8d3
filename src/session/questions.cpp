#include "session/questions.hpp"
#include <string>
#include <utility>

#include <fmt/format.h>

#include <polyglot/protocol/cecp_variants.hpp>

namespace polyglot::session {
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
  follow_variant();
  const auto followed = game_.set(message);
  if (!followed && !position_doubted_) {
    effects.log.push_back(
        {LogNote::Level::warning, fmt::format("position not understood, no book for it: {} in \"{}\"",
                                              followed.error().to_string(), line.substr(0, 200))});
  }
  position_doubted_ = !followed;
}

/// The GUI may have set another one, and the option may have a default of its own.
void Questions::follow_variant() {
  game_.play_variant(engine_.options.value(protocol::kVariantOption), engine_.known_variants());
}

bool Questions::answer_from_book(const protocol::SearchLimits& limits, Effects& effects) {
  has_pondered_ |= limits.ponder;
  follow_variant();
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
  if (engine.check("UCI_AnalyseMode") || game() == nullptr) return std::nullopt;
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
