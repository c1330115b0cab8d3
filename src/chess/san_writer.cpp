// SPDX-License-Identifier: MIT
#include <array>

#include <polyglot/chess/notation.hpp>

#include "chess/attacks.hpp"
#include "chess/castling.hpp"
#include "chess/piece_letters.hpp"

namespace polyglot::chess {
namespace {

/// A buffer for one SAN text of at most seven characters ("Qa1xb2+"). It avoids an allocation.
class SanText {
 public:
  void put(char c) noexcept { text_[size_++] = c; }
  void put(std::string_view text) noexcept {
    for (const char c : text) put(c);
  }
  void put_file(Square square) noexcept { put(static_cast<char>('a' + square.file())); }
  void put_rank(Square square) noexcept { put(static_cast<char>('1' + square.rank())); }
  [[nodiscard]] std::string_view text() const noexcept { return {text_.data(), size_}; }

 private:
  std::array<char, 8> text_{};
  std::size_t size_ = 0;
};

/// Adds the file, rank or square of origin if another piece of this type could go to the same square.
void put_disambiguation(const Position& position, Move move, PieceType type, SanText& san) {
  Bitboard others = position.pieces(position.side_to_move(), type) & ~move.from().bit();
  if (others == 0) return;
  others &= piece_attacks(type, move.to(), position.occupied());
  bool ambiguous = false;
  bool same_file = false;
  bool same_rank = false;
  while (others != 0) {
    const Square other = pop_lowest(others);
    if (!position.is_legal(Move(other, move.to()))) continue;
    ambiguous = true;
    same_file |= other.file() == move.from().file();
    same_rank |= other.rank() == move.from().rank();
  }
  if (!ambiguous) return;
  if (!same_file || same_rank) san.put_file(move.from());
  if (same_file) san.put_rank(move.from());
}

void put_without_check_mark(const Position& position, Move move, SanText& san) {
  if (move.kind() == MoveKind::castling) {
    san.put(castling_side(move.from(), move.to()) == CastlingSide::king_side ? "O-O" : "O-O-O");
    return;
  }
  const PieceType type = position.type_on(move.from());
  const bool captures = move.kind() == MoveKind::en_passant || (position.occupied() & move.to().bit()) != 0;
  if (type != PieceType::pawn) {
    san.put(letter_of(type));
    put_disambiguation(position, move, type, san);
  } else if (captures) {
    san.put_file(move.from());
  }
  if (captures) san.put('x');
  san.put_file(move.to());
  san.put_rank(move.to());
  if (move.kind() == MoveKind::promotion) {
    san.put('=');
    san.put(letter_of(move.promotion()));
  }
}

}  // namespace

void append_san(const Position& position, Move move, const Position& next, std::string& out) {
  SanText san;
  put_without_check_mark(position, move, san);
  if (next.in_check()) san.put(next.has_legal_move() ? '+' : '#');
  out += san.text();
}

std::string to_san(const Position& position, Move move) {
  Position next = position;
  next.make(move);
  std::string text;
  append_san(position, move, next, text);
  return text;
}

}  // namespace polyglot::chess
