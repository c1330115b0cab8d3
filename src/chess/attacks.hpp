// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstddef>

#include <boost/endian/conversion.hpp>

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

// Which squares a piece attacks. The compiler makes the tables, so that they cost no time at the start. They
// take a few kilobytes, and therefore stay in the first-level cache.

/// The lines through a square, without the square itself.
struct Lines {
  Bitboard rank = 0;
  Bitboard file = 0;
  Bitboard diagonal = 0;       ///< parallel to a1-h8
  Bitboard anti_diagonal = 0;  ///< parallel to a8-h1
};

namespace detail {

template <int step>
constexpr Bitboard ray(Bitboard from) noexcept {
  Bitboard squares = 0;
  for (Bitboard at = shifted<step>(from); at != 0; at = shifted<step>(at)) squares |= at;
  return squares;
}

template <class Value, class Function>
constexpr std::array<Value, 64> by_square(Function function) {
  std::array<Value, 64> table{};
  for (int i = 0; i < 64; ++i) table[static_cast<std::size_t>(i)] = function(Square(i).bit());
  return table;
}

constexpr Bitboard knight_steps(Bitboard from) noexcept {
  const Bitboard one = shifted<1>(from) | shifted<-1>(from);
  const Bitboard two = shifted<1>(shifted<1>(from)) | shifted<-1>(shifted<-1>(from));
  return (one << 16) | (one >> 16) | (two << 8) | (two >> 8);
}

constexpr Bitboard king_steps(Bitboard from) noexcept {
  const Bitboard row = from | shifted<1>(from) | shifted<-1>(from);
  return (row | (row << 8) | (row >> 8)) & ~from;
}

constexpr Lines lines_through(Bitboard from) noexcept {
  return {.rank = ray<1>(from) | ray<-1>(from),
          .file = ray<8>(from) | ray<-8>(from),
          .diagonal = ray<9>(from) | ray<-9>(from),
          .anti_diagonal = ray<7>(from) | ray<-7>(from)};
}

/// Attacks along the first rank, indexed by the occupancy of its six inner squares. The two end squares never
/// block anything.
constexpr std::array<std::array<std::uint8_t, 8>, 64> rank_attack_table() {
  std::array<std::array<std::uint8_t, 8>, 64> table{};
  for (std::size_t inner = 0; inner < 64; ++inner) {
    const auto occupied = static_cast<int>(inner << 1);
    for (int file = 0; file < 8; ++file) {
      int attacked = 0;
      for (int at = file + 1; at < 8; ++at) {
        attacked |= 1 << at;
        if (((occupied >> at) & 1) != 0) break;
      }
      for (int at = file - 1; at >= 0; --at) {
        attacked |= 1 << at;
        if (((occupied >> at) & 1) != 0) break;
      }
      table[inner][static_cast<std::size_t>(file)] = static_cast<std::uint8_t>(attacked);
    }
  }
  return table;
}

inline constexpr auto kKnightAttacks = by_square<Bitboard>(knight_steps);
inline constexpr auto kKingAttacks = by_square<Bitboard>(king_steps);
inline constexpr auto kLines = by_square<Lines>(lines_through);
inline constexpr auto kRankAttacks = rank_attack_table();

inline Bitboard mirrored(Bitboard set) noexcept {
  return boost::endian::endian_reverse(set);
}

/// Hyperbola quintessence: subtracting the slider from the blockers borrows up to the first blocker. The same
/// subtraction on the mirrored board gives the other direction. Works on any line with one square per rank.
inline Bitboard line_attacks(Bitboard from, Bitboard mirrored_from, Bitboard line,
                             Bitboard occupied) noexcept {
  const Bitboard blockers = occupied & line;
  const Bitboard up = blockers - from;
  const Bitboard down = mirrored(mirrored(blockers) - mirrored_from);
  return (up ^ down) & line;
}

}  // namespace detail

constexpr std::size_t index_of(Square square) noexcept {
  return static_cast<std::size_t>(square.index());
}

constexpr const Lines& lines_of(Square square) noexcept {
  return detail::kLines[index_of(square)];
}
constexpr Bitboard knight_attacks(Square from) noexcept {
  return detail::kKnightAttacks[index_of(from)];
}
constexpr Bitboard king_attacks(Square from) noexcept {
  return detail::kKingAttacks[index_of(from)];
}

/// Squares that pawns of `color` on `pawns` attack.
constexpr Bitboard pawn_attacks(Color color, Bitboard pawns) noexcept {
  return color == Color::white ? shifted<7>(pawns) | shifted<9>(pawns)
                               : shifted<-7>(pawns) | shifted<-9>(pawns);
}

inline Bitboard bishop_attacks(Square from, Bitboard occupied) noexcept {
  const Lines& lines = lines_of(from);
  const Bitboard mirrored_from = detail::mirrored(from.bit());
  return detail::line_attacks(from.bit(), mirrored_from, lines.diagonal, occupied) |
         detail::line_attacks(from.bit(), mirrored_from, lines.anti_diagonal, occupied);
}

inline Bitboard rook_attacks(Square from, Bitboard occupied) noexcept {
  const int rank_start = from.index() & 56;
  const auto inner = static_cast<std::size_t>((occupied >> (rank_start + 1)) & 63);
  const Bitboard along_rank = Bitboard{detail::kRankAttacks[inner][static_cast<std::size_t>(from.file())]}
                              << rank_start;
  return along_rank |
         detail::line_attacks(from.bit(), detail::mirrored(from.bit()), lines_of(from).file, occupied);
}

/// Attacks of a knight, bishop, rook, queen or king.
inline Bitboard piece_attacks(PieceType type, Square from, Bitboard occupied) noexcept {
  switch (type) {
    case PieceType::knight:
      return knight_attacks(from);
    case PieceType::bishop:
      return bishop_attacks(from, occupied);
    case PieceType::rook:
      return rook_attacks(from, occupied);
    case PieceType::queen:
      return bishop_attacks(from, occupied) | rook_attacks(from, occupied);
    case PieceType::king:
      return king_attacks(from);
    case PieceType::pawn:
    case PieceType::none:
      break;
  }
  return 0;
}

/// The whole line through two squares, from edge to edge; empty if none joins them.
inline Bitboard line_through(Square a, Square b) noexcept {
  const Lines& lines = lines_of(a);
  if ((lines.rank & b.bit()) != 0) return lines.rank | a.bit();
  if ((lines.file & b.bit()) != 0) return lines.file | a.bit();
  if ((lines.diagonal & b.bit()) != 0) return lines.diagonal | a.bit();
  if ((lines.anti_diagonal & b.bit()) != 0) return lines.anti_diagonal | a.bit();
  return 0;
}

/// The squares strictly between two squares; empty if no line joins them.
inline Bitboard between(Square a, Square b) noexcept {
  return line_through(a, b) & span(a, b) & ~(a.bit() | b.bit());
}

}  // namespace polyglot::chess
