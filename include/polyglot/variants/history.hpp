// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include <polyglot/variants/position.hpp>

namespace polyglot::variants {

/// The result of a position that occurs too often.
enum class RepetitionResult : std::uint8_t {
  draw,
  mover_loses,  ///< the side that made the move to it loses
  white_loses,  ///< White loses, whichever side made the move to it
};

/// The rules of a variant about earlier positions and moves; see `Variant::history()`.
struct HistoryRules {
  int repetitions = 3;  ///< number of occurrences of a position that end the game; 0: no limit
  RepetitionResult repetition_result = RepetitionResult::draw;
  /// True: a side that gave check with every move since the first occurrence loses.
  bool perpetual_check_loses = false;
  /// Number of moves of each side without capture or pawn move that are a draw; 0: no limit.
  int quiet_moves = 50;
};

/// What these rules need to know about each position of a game.
struct Occurrence {
  Key key = 0;  ///< Position::repetition_key()
  bool in_check = false;
};
[[nodiscard]] Occurrence occurrence_of(const Position& position);

/// Returns the outcome of a game by its earlier positions and moves. Call this if the position itself does
/// not end the game. `game` has the occurrences from the start, or from the last irreversible move, to
/// `position`. It does not judge perpetual chases of xiangqi and the counting of makruk.
[[nodiscard]] Outcome history_outcome(const Position& position, std::span<const Occurrence> game);

}  // namespace polyglot::variants
