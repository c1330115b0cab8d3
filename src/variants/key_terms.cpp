// SPDX-License-Identifier: MIT
#include "variants/key_terms.hpp"
#include <bit>

#include <polyglot/chess/zobrist.hpp>

namespace polyglot::variants {

namespace {

using chess::kZobristNumbers;

/// Extends the numbers for 64 squares and 12 pieces to 96 pieces and 256 squares, which include the hand.
Key piece_term(const PieceKind& kind, Color color, std::size_t square) noexcept {
  // Some pieces have no number in keys, because XBoard reads memory before its table for them.
  if (kind.book_number < 0) return 0;
  const std::size_t number =
      2 * static_cast<std::size_t>(kind.book_number) + (color == Color::white ? std::size_t{1} : 0);
  const std::size_t group = number / 12;
  Key term = kZobristNumbers[64 * (number % 12) + square % 64];
  if ((group & 4) != 0) term *= 987'654'321;
  term = std::rotl(term, static_cast<int>(16 * (group & 3)));
  if (kind.book_mark) term ^= 123'456'789 * kZobristNumbers[square % 64];
  if ((square & 64) != 0) term = std::rotl(term, 8);
  if ((square & 128) != 0) term = std::rotl(term, 4);
  return term;
}

}  // namespace

KeyTerms::KeyTerms(const Rules& rules) : squares_(static_cast<std::size_t>(rules.board.squares())) {
  for (const PieceKind& kind : rules.kinds) {
    for (const Color color : {Color::white, Color::black}) {
      for (std::size_t square = 0; square < squares_; ++square)
        board_.push_back(piece_term(kind, color, square));
    }
  }
  // Pieces in hand have squares after the board: first a column for Black from the top, then one for White.
  const auto ranks = static_cast<std::size_t>(rules.board.ranks);
  for (std::size_t i = 0; i < rules.holdings.kinds.size(); ++i) {
    if (rules.has_plain_keys) {
      hand_.insert(hand_.end(), {0, 0});
      continue;
    }
    const PieceKind& kind = rules.of(rules.holdings.kinds[i]);
    hand_.push_back(piece_term(kind, Color::white, squares_ + ranks + i));
    hand_.push_back(piece_term(kind, Color::black, squares_ + ranks - 1 - i));
  }
}

Key KeyTerms::castling(std::size_t right) noexcept {
  return kZobristNumbers[768 + right];
}

Key KeyTerms::en_passant(int file) noexcept {
  return kZobristNumbers[772 + static_cast<std::size_t>(file)];
}

Key KeyTerms::white_to_move() noexcept {
  return kZobristNumbers[780];
}

}  // namespace polyglot::variants
