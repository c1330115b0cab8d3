// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include <polyglot/variants/position.hpp>

namespace polyglot::variants {

/// The result of a position that occurs too often.
enum class RepetitionResult : std::uint8_t {
  draw,
  mover_loses,  ///< the side whose move led to it loses
  white_loses,  ///< White loses, whichever side's move led to it
};

/// The rules of a variant about the course of a game; see `Variant::history()`.
struct HistoryRules {
  int repetitions = 3;  ///< so many occurrences of a position end the game; 0: no limit
  RepetitionResult repetition_result = RepetitionResult::draw;
  bool perpetual_check_loses = false;  ///< a side that gave check with every move since the first occurrence
                                       ///< loses
  int quiet_moves = 50;  ///< so many moves of each side without capture or pawn move are a draw; 0: no limit
};

/// The facts about each position of a game that these rules need.
struct Occurrence {
  Key key = 0;  ///< Position::repetition_key()
  bool in_check = false;
};
[[nodiscard]] Occurrence occurrence_of(const Position& position);

/// The outcome of a game by its course. Call it if the position itself does not end the game. `game`: the
/// occurrences from the start to `position`, or from the last irreversible move. It does not judge the
/// perpetual chases of xiangqi and the counting of makruk.
[[nodiscard]] Outcome history_outcome(const Position& position, std::span<const Occurrence> game);

}  // namespace polyglot::variants
