// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include <polyglot/chess/types.hpp>

namespace polyglot::chess {

/// The random numbers of the book key: 768 for a piece on a square, 4 for castling rights, 8 for en-passant
/// files, 1 for White to move. Source: docs/book-format.md, "Key".
extern const std::array<Key, 781> kZobristNumbers;

inline Key piece_key(PieceType type, Color color, Square square) noexcept {
  const std::size_t kind = 2 * static_cast<std::size_t>(type) + (color == Color::white ? 1 : 0);
  return kZobristNumbers[64 * kind + static_cast<std::size_t>(square.index())];
}

/// `right`: 0 is White's king side, 1 White's queen side, 2 Black's king side, 3 Black's queen side.
inline Key castling_key(std::size_t right) noexcept {
  return kZobristNumbers[768 + right];
}

inline Key en_passant_key(int file) noexcept {
  return kZobristNumbers[772 + static_cast<std::size_t>(file)];
}

inline Key white_to_move_key() noexcept {
  return kZobristNumbers[780];
}

}  // namespace polyglot::chess
