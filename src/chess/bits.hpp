// SPDX-License-Identifier: MIT
#pragma once

#include <bit>

#include <polyglot/chess/types.hpp>

namespace polyglot::chess {

inline constexpr Bitboard kFileA = 0x0101010101010101;
inline constexpr Bitboard kFileH = kFileA << 7;
inline constexpr Bitboard kRank1 = 0xFF;
inline constexpr Bitboard kRank8 = kRank1 << 56;
inline constexpr Bitboard kAllSquares = ~Bitboard{0};

constexpr Bitboard file_mask(int file) noexcept {
  return kFileA << file;
}
constexpr Bitboard rank_mask(int rank) noexcept {
  return kRank1 << (8 * rank);
}

/// The lowest square of a set that is not empty.
constexpr Square lowest(Bitboard set) noexcept {
  return Square(std::countr_zero(set));
}

constexpr Square pop_lowest(Bitboard& set) noexcept {
  const Square square = lowest(set);
  set &= set - 1;
  return square;
}

constexpr bool has_several(Bitboard set) noexcept {
  return (set & (set - 1)) != 0;
}

/// All squares from the index of one square to that of the other, both included.
constexpr Bitboard span(Square a, Square b) noexcept {
  return ((kAllSquares << a.index()) ^ (kAllSquares << b.index())) | a.bit() | b.bit();
}

/// Moves every square of the set by `step`, a difference of square indices: ±1, ±7, ±8 or ±9. Drops squares
/// that would leave the board over its left or right edge.
template <int step>
constexpr Bitboard shifted(Bitboard set) noexcept {
  constexpr bool kToRight = step == 1 || step == 9 || step == -7;
  constexpr bool kToLeft = step == -1 || step == -9 || step == 7;
  if constexpr (kToRight) set &= ~kFileH;
  if constexpr (kToLeft) set &= ~kFileA;
  if constexpr (step > 0) {
    return set << step;
  } else {
    return set >> -step;
  }
}

}  // namespace polyglot::chess
