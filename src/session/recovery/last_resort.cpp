// SPDX-License-Identifier: MIT
#include "session/recovery/last_resort.hpp"
#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/protocol/cecp_engine.hpp>

#include "session/drivers/cecp_search.hpp"
#include "session/drivers/engine_driver.hpp"

namespace polyglot::session {
namespace {

/// How long before the flag falls an engine is told to move: the smaller of these two values.
constexpr std::chrono::milliseconds kLongestNotice{300};
constexpr int kNoticePart = 5;  ///< divides the time for the move
/// Divides the notice. In this part of it, our own move can still reach the GUI.
constexpr int kMovePart = 3;

}  // namespace

void LastResort::note(const protocol::Info& info) {
  std::string_view variation = info.pv;
  if (is_on() && info.multipv.value_or(1) == 1 && !variation.empty()) {
    shown_ = take_word(variation);
  }
}

std::optional<LastMoments> LastResort::last_moments(const game::Game& game, Milliseconds begun,
                                                    const End& end) const {
  const game::Position* const position = game.position();
  if (!is_on() || position == nullptr || !position->has_legal_move()) return std::nullopt;
  const auto in_time = last_moments_of_time(begun, end);
  if (!end.stopped) return in_time;
  const Milliseconds move = *end.stopped + EngineDriver::kPatience;
  return LastMoments{
      .hurry = *end.stopped, .is_hurried = true, .move = in_time ? std::min(move, in_time->move) : move};
}

/// An increment or moves to go do not move the flag, because they come only with the move.
std::optional<LastMoments> LastResort::last_moments_of_time(Milliseconds begun, const End& end) const {
  if (!end.ends) return std::nullopt;
  const Milliseconds over = *end.ends;
  if (end.is_fixed) {
    return LastMoments{
        .hurry = over + kLongestNotice / kMovePart, .is_hurried = is_hurried_, .move = over + kLongestNotice};
  }
  const Milliseconds notice = std::min(kLongestNotice, (over - begun) / kNoticePart);
  return LastMoments{.hurry = over - notice, .is_hurried = is_hurried_, .move = over - notice / kMovePart};
}

std::optional<game::Move> LastResort::shown_move(const game::Game& game) const {
  if (shown_.empty()) return std::nullopt;
  const auto move = game.read_uci(shown_);
  return move ? move : protocol::read_engine_move(game, shown_);
}

std::optional<LastResort::Choice> LastResort::choose(const game::Game& game,
                                                     const protocol::SearchLimits& limits,
                                                     Effects& effects) const {
  if (!is_on() || game.position() == nullptr) return std::nullopt;
  const std::vector<game::Move> candidates = candidates_of(game, limits);
  if (candidates.empty()) return std::nullopt;

  const auto play = [&](const game::Move& move, Mover mover, std::string_view source) {
    gui_.notify(fmt::format("the engine does not move: {} is played for it, {} (EngineLastResort)",
                            game.to_uci(move, game::CastlingNotation::king_to_destination), source),
                effects);
    return Choice{.move = move, .mover = mover};
  };
  const auto is_candidate = [&](const game::Move& move) {
    return std::ranges::find(candidates, move) != candidates.end();
  };
  const auto from_book = book_.hint(game);
  if (from_book && is_candidate(*from_book)) return play(*from_book, Mover::book, "the book's move");
  const auto shown = shown_move(game);
  if (shown && is_candidate(*shown))
    return play(*shown, Mover::engine, "the first move of its last variation");
  return play(candidates.front(), Mover::engine, "any legal move");
}

}  // namespace polyglot::session
