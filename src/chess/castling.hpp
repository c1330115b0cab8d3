// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/chess/position.hpp>

/// After castling, king and rook are on the same squares in chess and Chess960. They may start on others.
namespace polyglot::chess {

constexpr int back_rank(Color color) noexcept {
  return color == Color::white ? 0 : 7;
}

constexpr Square castled_king(Color color, CastlingSide side) noexcept {
  return {side == CastlingSide::king_side ? 6 : 2, back_rank(color)};
}

constexpr Square castled_rook(Color color, CastlingSide side) noexcept {
  return {side == CastlingSide::king_side ? 5 : 3, back_rank(color)};
}

/// The side on which a king castles with a rook.
constexpr CastlingSide castling_side(Square king, Square rook) noexcept {
  return rook.file() > king.file() ? CastlingSide::king_side : CastlingSide::queen_side;
}

/// The outermost rook of `color` on one side of its king along the back rank, if there is one.
[[nodiscard]] std::optional<Square> outermost_rook(const Position& position, Color color, CastlingSide side);

}  // namespace polyglot::chess
