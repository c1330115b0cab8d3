// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <polyglot/chess/position.hpp>

namespace polyglot::chess {

/// Start positions of Chess960, by the numbers that Reinhard Scharnagl gave them: 518 is that of chess.
inline constexpr int kChess960Positions = 960;

/// Start position 0 to 959.
[[nodiscard]] Position chess960_start(int number);
/// The number of a start position; nothing for any other position.
[[nodiscard]] std::optional<int> chess960_number(const Position& position);

/// True if a rook may castle that is not the outermost on its side of the king. The key is then that of the
/// position where the outermost one may: keys name the side, not the rook.
[[nodiscard]] bool has_inner_castling_rook(const Position& position);

}  // namespace polyglot::chess
