// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include <polyglot/variants/position.hpp>

namespace polyglot::variants {

/// What comes of a position that occurs too often.
enum class RepetitionResult : std::uint8_t {
  draw,
  mover_loses,  ///< whose move brought it about has lost
  white_loses,  ///< whoever brought it about
};

/// What a variant says about the course of a game; `Variant::history()`.
struct HistoryRules {
  int repetitions = 3;  ///< a position that occurs so often ends the game; 0: it may occur for ever
  RepetitionResult repetition_result = RepetitionResult::draw;
  bool perpetual_check_loses = false;  ///< who gave check with every move since it first occurred has lost
  int quiet_moves = 50;  ///< so many moves of each side without capture or pawn move draw; 0: no limit
};

/// What is to be kept of each position of a game.
struct Occurrence {
  Key key = 0;  ///< Position::repetition_key()
  bool in_check = false;
};
[[nodiscard]] Occurrence occurrence_of(const Position& position);

/// How a game stands by its course: to be asked where its position has not ended it. `game`: of every
/// position from the start to `position`, or from the last move that no later one can take back.
/// Perpetual chases of xiangqi and the counting of makruk are not judged.
[[nodiscard]] Outcome history_outcome(const Position& position, std::span<const Occurrence> game);

}  // namespace polyglot::variants
