// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <polyglot/game/position.hpp>

namespace polyglot::game {

/// The verdict of endgame tablebases on the last position of a game. It considers repetitions, and the quiet
/// moves so far, for the rule of fifty moves.
struct TableVerdict {
  int points = 0;           ///< for the side to move: 1 wins, 0 draws, -1 loses
  bool is_certain = false;  ///< false: a single ply decides whether the rule of fifty moves draws
  std::vector<Move> moves;  ///< all moves that keep the result, at least one, the best first
};

}  // namespace polyglot::game
