// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/chess/position.hpp>

namespace polyglot::chess {

/// The number of start positions of Chess960. They have the numbers of Reinhard Scharnagl; 518 is chess.
inline constexpr int kChess960Positions = 960;

/// Returns the start position with a number from 0 to 959.
[[nodiscard]] Position chess960_start(int number);

/// Returns true if a castling rook is not the outermost on its side of the king. Book keys name the side and
/// not the rook. Therefore such a position has the key of the one whose outermost rook may castle.
[[nodiscard]] bool has_inner_castling_rook(const Position& position);

}  // namespace polyglot::chess
