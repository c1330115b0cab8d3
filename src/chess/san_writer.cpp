#include <polyglot/chess/notation.hpp>

#include "chess/attacks.hpp"
#include "chess/castling.hpp"
#include "chess/piece_letters.hpp"

namespace polyglot::chess {
namespace {

/// The file, rank or square of origin where another piece of the kind could go to the same square.
std::string disambiguation(const Position& position, Move move, PieceType type) {
  Bitboard others = position.pieces(position.side_to_move(), type) &
                    piece_attacks(type, move.to(), position.occupied()) & ~move.from().bit();
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
  const std::string square = move.from().to_string();
  if (!ambiguous) return "";
  if (!same_file) return square.substr(0, 1);
  return same_rank ? square : square.substr(1);
}

std::string pawn_san(Move move, bool captures) {
  std::string text;
  if (captures) text += {static_cast<char>('a' + move.from().file()), 'x'};
  text += move.to().to_string();
  if (move.kind() == MoveKind::promotion) text += {'=', letter_of(move.promotion())};
  return text;
}

std::string without_check_mark(const Position& position, Move move) {
  if (move.kind() == MoveKind::castling) {
    return castling_side(move.from(), move.to()) == CastlingSide::king_side ? "O-O" : "O-O-O";
  }
  const PieceType type = position.type_on(move.from());
  const bool captures = move.kind() == MoveKind::en_passant || (position.occupied() & move.to().bit()) != 0;
  if (type == PieceType::pawn) return pawn_san(move, captures);
  return letter_of(type) + disambiguation(position, move, type) + (captures ? "x" : "") +
         move.to().to_string();
}

}  // namespace

std::string to_san(const Position& position, Move move) {
  std::string text = without_check_mark(position, move);
  Position next = position;
  next.make(move);
  if (next.in_check()) text += next.has_legal_move() ? '+' : '#';
  return text;
}

}  // namespace polyglot::chess
