// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>

namespace polyglot::chess {

/// The order in which Polyglot 2.0.4 lists moves; scripts and users know its lists in that order.
///
/// Pieces come in the order in which the first position had them, the king, then a1, b1 … h8, wherever they
/// have gone since; the moves of a piece by ascending offset; castling last. Follows one game.
class ListingOrder {
 public:
  explicit ListingOrder(const Position& first) noexcept;

  /// Follows a legal move, which is yet to be played in `position`.
  void make(const Position& position, Move move) noexcept;
  /// Sorts legal moves of `position`.
  void sort(const Position& position, std::span<Move> moves) const;

 private:
  /// The squares of a side's pieces.
  class Pieces {
   public:
    void add(Square square) noexcept { squares_[size_++] = square; }
    /// The last one takes its place.
    void remove(Square square) noexcept { squares_[find(square)] = squares_[--size_]; }
    void set(std::size_t number, Square square) noexcept { squares_[number] = square; }
    [[nodiscard]] std::size_t find(Square square) const noexcept;

   private:
    std::array<Square, 16> squares_{};
    std::uint8_t size_ = 0;
  };

  Pieces& of(Color color) noexcept { return pieces_[static_cast<std::size_t>(color)]; }

  std::array<Pieces, 2> pieces_;
};

/// The legal moves as if the game had begun here.
[[nodiscard]] std::vector<Move> listed_moves(const Position& position);

}  // namespace polyglot::chess
