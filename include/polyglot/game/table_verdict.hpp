// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <polyglot/game/position.hpp>

namespace polyglot::game {

/// What endgame tablebases say of the last position of a game, under the rule of fifty moves and as the game
/// has come to it: quiet moves and repetitions count.
struct TableVerdict {
  int points = 0;           ///< for the side to move: 1 wins, 0 draws, -1 loses
  bool is_certain = false;  ///< false: by one ply, the rule of fifty moves may turn the win into a draw
  std::vector<Move> moves;  ///< at least one: all that keep the result, the best first
};

}  // namespace polyglot::game
