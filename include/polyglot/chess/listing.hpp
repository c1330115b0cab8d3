// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>

namespace polyglot::chess {

/// The order in which Polyglot 2.0.4 lists moves. Scripts and users know its lists in that order.
///
/// The pieces are in the order of the first position: the king, then the others from a1, b1 … to h8. They
/// keep this order when they move. The moves of a piece are in ascending order of offset; a bishop, rook or
/// queen makes all moves in one direction before the next. A pawn captures before it advances. Castling comes
/// after the moves of all pieces. One object follows one game. Not thread-safe.
class ListingOrder {
 public:
  explicit ListingOrder(const Position& first) noexcept;

  /// Records a legal move. Call this before the move is played in `position`.
  void make(const Position& position, Move move) noexcept;
  /// Sorts legal moves of `position`.
  void sort(const Position& position, std::span<Move> moves) const;

 private:
  /// The squares of a side's pieces.
  class Pieces {
   public:
    void add(Square square) noexcept { squares_[size_++] = square; }
    /// Moves the last square to the place of the removed one, as Polyglot 2.0.4 does.
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

/// Returns the legal moves in the order of a game that begins in this position.
[[nodiscard]] std::vector<Move> listed_moves(const Position& position);

}  // namespace polyglot::chess
