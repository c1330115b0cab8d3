// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/chess/position.hpp>

namespace polyglot::chess {

/// Start positions of Chess960, by the numbers that Reinhard Scharnagl gave them: 518 is that of chess.
inline constexpr int kChess960Positions = 960;

/// The start position with a number from 0 to 959.
[[nodiscard]] Position chess960_start(int number);

/// True if a castling rook is not the outermost on its side of the king. Book keys name the side and not the
/// rook. Therefore such a position has the key of the one where the outermost rook may castle.
[[nodiscard]] bool has_inner_castling_rook(const Position& position);

}  // namespace polyglot::chess
