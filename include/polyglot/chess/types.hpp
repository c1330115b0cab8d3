// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::chess {

/// A Polyglot book key: a 64-bit Zobrist hash as docs/book-format.md specifies it.
using Key = std::uint64_t;

/// A set of squares: bit 0 is a1, bit 7 is h1, bit 63 is h8.
using Bitboard = std::uint64_t;

enum class Color : std::uint8_t { white, black };

constexpr Color operator~(Color color) noexcept {
  return static_cast<Color>(static_cast<int>(color) ^ 1);
}

enum class PieceType : std::uint8_t { pawn, knight, bishop, rook, queen, king, none };

/// A coloured piece, or no piece.
struct Piece {
  PieceType type = PieceType::none;
  Color color = Color::white;

  friend constexpr bool operator==(Piece a, Piece b) noexcept {
    return a.type == b.type && (a.type == PieceType::none || a.color == b.color);
  }
};

/// is_file() returns true for the letter of a file, is_rank() for the digit of a rank.
constexpr bool is_file(char c) noexcept {
  return c >= 'a' && c <= 'h';
}
constexpr bool is_rank(char c) noexcept {
  return c >= '1' && c <= '8';
}

/// A square of the board: a1 = 0, b1 = 1 … h8 = 63. It cannot be mistaken for a file, a rank or a count.
class Square {
 public:
  constexpr Square() noexcept = default;
  constexpr explicit Square(int index) noexcept : index_(static_cast<std::uint8_t>(index)) {}
  constexpr Square(int file, int rank) noexcept : Square(rank * 8 + file) {}

  [[nodiscard]] constexpr int index() const noexcept { return index_; }
  [[nodiscard]] constexpr int file() const noexcept { return index_ & 7; }   ///< 0 = a … 7 = h
  [[nodiscard]] constexpr int rank() const noexcept { return index_ >> 3; }  ///< 0 = first … 7 = eighth
  [[nodiscard]] constexpr Bitboard bit() const noexcept { return Bitboard{1} << index_; }

  /// Returns a letter and a digit: "e4".
  [[nodiscard]] std::string to_string() const {
    return {static_cast<char>('a' + file()), static_cast<char>('1' + rank())};
  }
  /// Reads what to_string() writes. Returns nothing for any other text.
  [[nodiscard]] static constexpr std::optional<Square> from_string(std::string_view text) noexcept {
    if (text.size() != 2 || !is_file(text[0]) || !is_rank(text[1])) return std::nullopt;
    return Square(text[0] - 'a', text[1] - '1');
  }
  // NOLINTNEXTLINE(modernize-use-nullptr): the zero that `a < b` compares with is not a pointer
  friend constexpr auto operator<=>(Square, Square) noexcept = default;

 private:
  std::uint8_t index_ = 0;
};

}  // namespace polyglot::chess
