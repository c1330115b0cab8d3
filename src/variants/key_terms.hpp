// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "variants/rules.hpp"

namespace polyglot::variants {

/// The numbers from which keys are computed. Source: docs/variant-books.md.
class KeyTerms {
 public:
  explicit KeyTerms(const Rules& rules);

  [[nodiscard]] Key on_board(Piece piece, Square square) const noexcept {
    return board_[piece.index() * squares_ + static_cast<std::size_t>(square.index())];
  }
  /// The term of one piece in hand, by its index in Holdings::kinds.
  [[nodiscard]] Key in_hand(Color color, std::size_t number) const noexcept {
    return hand_[2 * number + index(color)];
  }
  [[nodiscard]] static Key castling(std::size_t right) noexcept;
  [[nodiscard]] static Key en_passant(int file) noexcept;
  [[nodiscard]] static Key white_to_move() noexcept;

 private:
  std::size_t squares_;
  std::vector<Key> board_;
  std::vector<Key> hand_;
};

}  // namespace polyglot::variants
