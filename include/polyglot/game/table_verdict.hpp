// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <polyglot/game/position.hpp>

namespace polyglot::game {

/// What endgame tablebases say of the last position of a game. The verdict counts the quiet moves so far, for
/// the rule of fifty moves, and the repetitions.
struct TableVerdict {
  int points = 0;           ///< for the side to move: 1 wins, 0 draws, -1 loses
  bool is_certain = false;  ///< false: a single ply decides whether the rule of fifty moves draws
  std::vector<Move> moves;  ///< at least one: all that keep the result, the best first
};

}  // namespace polyglot::game
