#include <polyglot/chess/notation.hpp>

#include "chess/attacks.hpp"
#include "chess/castling.hpp"
#include "chess/piece_letters.hpp"

namespace polyglot::chess {
namespace {

void append_square(Square square, std::string& out) {
  out += static_cast<char>('a' + square.file());
  out += static_cast<char>('1' + square.rank());
}

/// The file, rank or square of origin where another piece of the kind could go to the same square.
void append_disambiguation(const Position& position, Move move, PieceType type, std::string& out) {
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
  if (!same_file || same_rank) out += static_cast<char>('a' + move.from().file());
  if (same_file) out += static_cast<char>('1' + move.from().rank());
}

void append_without_check_mark(const Position& position, Move move, std::string& out) {
  if (move.kind() == MoveKind::castling) {
    out += castling_side(move.from(), move.to()) == CastlingSide::king_side ? "O-O" : "O-O-O";
    return;
  }
  const PieceType type = position.type_on(move.from());
  const bool captures = move.kind() == MoveKind::en_passant || (position.occupied() & move.to().bit()) != 0;
  if (type != PieceType::pawn) {
    out += letter_of(type);
    append_disambiguation(position, move, type, out);
  } else if (captures) {
    out += static_cast<char>('a' + move.from().file());
  }
  if (captures) out += 'x';
  append_square(move.to(), out);
  if (move.kind() == MoveKind::promotion) out += {'=', letter_of(move.promotion())};
}

}  // namespace

void append_san(const Position& position, Move move, const Position& next, std::string& out) {
  append_without_check_mark(position, move, out);
  if (next.in_check()) out += next.has_legal_move() ? '+' : '#';
}

std::string to_san(const Position& position, Move move) {
  Position next = position;
  next.make(move);
  std::string text;
  append_san(position, move, next, text);
  return text;
}

}  // namespace polyglot::chess
