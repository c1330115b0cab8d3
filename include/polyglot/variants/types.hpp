// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>

#include <polyglot/chess/types.hpp>

namespace polyglot::variants {

using chess::Color;
using chess::Key;

/// The largest board has 16 files and 16 ranks.
inline constexpr int kMaxFiles = 16;
inline constexpr int kMaxRanks = 16;
inline constexpr std::size_t kMaxSquares = 256;

/// A square of a board of any size, as files * rank + file; a1 = 0. Only a variant can give it a name.
class Square {
 public:
  constexpr Square() noexcept = default;
  constexpr explicit Square(int index) noexcept : index_(static_cast<std::uint8_t>(index)) {}

  [[nodiscard]] constexpr int index() const noexcept { return index_; }
  // NOLINTNEXTLINE(modernize-use-nullptr): the zero that `a < b` compares with is not a pointer
  friend constexpr auto operator<=>(Square, Square) noexcept = default;

 private:
  std::uint8_t index_ = 0;
};

/// A kind of piece, as its number in the list of its variant, from 0.
enum class Kind : std::uint8_t { none = 63 };

/// The maximum number of kinds of a variant: a KindSet has 64 bits, and one is needed for Kind::none.
inline constexpr std::size_t kMaxKinds = 63;

constexpr std::size_t index(Kind kind) noexcept {
  return static_cast<std::size_t>(kind);
}
constexpr std::size_t index(Color color) noexcept {
  return static_cast<std::size_t>(color);
}

/// A coloured piece, or no piece.
class Piece {
 public:
  constexpr Piece() noexcept = default;
  constexpr Piece(Kind kind, Color color) noexcept
      : bits_(static_cast<std::uint8_t>(2 * variants::index(kind) + variants::index(color))) {}

  [[nodiscard]] constexpr bool is_none() const noexcept { return kind() == Kind::none; }
  [[nodiscard]] constexpr Kind kind() const noexcept { return static_cast<Kind>(bits_ >> 1); }
  [[nodiscard]] constexpr Color color() const noexcept { return static_cast<Color>(bits_ & 1); }
  [[nodiscard]] constexpr bool is(Color color) const noexcept { return !is_none() && this->color() == color; }
  /// Returns an index for tables; for a piece it is below 2 * kMaxKinds.
  [[nodiscard]] constexpr std::size_t index() const noexcept { return bits_; }

  friend constexpr bool operator==(Piece, Piece) noexcept = default;

 private:
  std::uint8_t bits_ = 2 * static_cast<std::uint8_t>(Kind::none);
};

/// A set of squares.
class SquareSet {
 public:
  constexpr void insert(Square square) noexcept { word(square) |= bit(square); }
  constexpr void erase(Square square) noexcept { word(square) &= ~bit(square); }
  [[nodiscard]] constexpr bool contains(Square square) const noexcept {
    return (words_[static_cast<std::size_t>(square.index()) / 64] & bit(square)) != 0;
  }
  [[nodiscard]] constexpr int size() const noexcept {
    int count = 0;
    for (const std::uint64_t part : words_) count += std::popcount(part);
    return count;
  }
  [[nodiscard]] constexpr bool empty() const noexcept { return *this == SquareSet(); }

  /// Calls `visit(square)` for each square of the set, in ascending order.
  template <class Visit>
  constexpr void for_each(Visit visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t left = words_[i]; left != 0; left &= left - 1)
        visit(Square(static_cast<int>(64 * i) + std::countr_zero(left)));
    }
  }
  /// Returns true if `predicate(square)` is true for any square of the set.
  template <class Predicate>
  [[nodiscard]] constexpr bool any_of(Predicate predicate) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t left = words_[i]; left != 0; left &= left - 1) {
        if (predicate(Square(static_cast<int>(64 * i) + std::countr_zero(left)))) return true;
      }
    }
    return false;
  }

  friend constexpr bool operator==(const SquareSet&, const SquareSet&) noexcept = default;

 private:
  static constexpr std::uint64_t bit(Square square) noexcept {
    return std::uint64_t{1} << (static_cast<unsigned>(square.index()) % 64);
  }
  constexpr std::uint64_t& word(Square square) noexcept {
    return words_[static_cast<std::size_t>(square.index()) / 64];
  }

  std::array<std::uint64_t, kMaxSquares / 64> words_{};
};

}  // namespace polyglot::variants
