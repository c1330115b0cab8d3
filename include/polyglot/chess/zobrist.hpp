// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include <polyglot/chess/types.hpp>

namespace polyglot::chess {

/// 768 piece-square numbers, then 4 for castling rights, 8 for en-passant files, 1 for White to move.
/// Source: docs/book-format.md, "Key".
extern const std::array<Key, 781> kZobristNumbers;

inline Key piece_key(PieceType type, Color color, Square square) noexcept {
  const std::size_t kind = 2 * static_cast<std::size_t>(type) + (color == Color::white ? 1 : 0);
  return kZobristNumbers[64 * kind + static_cast<std::size_t>(square.index())];
}

/// `right`: White king side 0, White queen side 1, Black king side 2, Black queen side 3.
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
