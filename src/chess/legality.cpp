// SPDX-License-Identifier: MIT
#include <polyglot/chess/position.hpp>

#include "chess/attacks.hpp"
#include "chess/castling.hpp"

/// Tests whether one given move is legal, without generating the others.
namespace polyglot::chess {

bool Position::is_legal(Move move) const {
  // Only a promotion may have bits for a promotion piece. In any other move they would give one move two
  // values.
  const bool canonical =
      move.kind() == MoveKind::promotion || move == Move(move.from(), move.to(), move.kind());
  if (!canonical) return false;
  if (move.kind() == MoveKind::castling) return is_legal_castling(move);
  return is_pseudo_legal(move) && leaves_king_safe(move);
}

bool Position::is_pseudo_legal(Move move) const noexcept {
  const Color us = side_to_move_;
  if ((pieces(us) & move.from().bit()) == 0 || (pieces(us) & move.to().bit()) != 0) return false;
  const PieceType type = type_on(move.from());
  if (type == PieceType::pawn) return is_pseudo_legal_pawn_move(move);
  return move.kind() == MoveKind::normal &&
         (piece_attacks(type, move.from(), occupied()) & move.to().bit()) != 0;
}

bool Position::is_pseudo_legal_pawn_move(Move move) const noexcept {
  const Color us = side_to_move_;
  const Bitboard to = move.to().bit();
  const bool captures = (pawn_attacks(us, move.from().bit()) & to) != 0;
  if (move.kind() == MoveKind::en_passant) return captures && move.to() == en_passant_;
  const bool reaches_last_rank = move.to().rank() == back_rank(~us);
  if (reaches_last_rank != (move.kind() == MoveKind::promotion)) return false;
  if (captures) return (pieces(~us) & to) != 0;

  const int forward = us == Color::white ? 8 : -8;
  const int distance = move.to().index() - move.from().index();
  if ((occupied() & to) != 0) return false;
  if (distance == forward) return true;
  const int start_rank = us == Color::white ? 1 : 6;
  return distance == 2 * forward && move.from().rank() == start_rank &&
         (occupied() & Square(move.from().index() + forward).bit()) == 0;
}

bool Position::leaves_king_safe(Move move) const noexcept {
  const Color us = side_to_move_;
  Bitboard captured = move.to().bit();
  if (move.kind() == MoveKind::en_passant) captured = Square(move.to().file(), move.from().rank()).bit();
  const Bitboard after = (occupied() & ~move.from().bit() & ~captured) | move.to().bit();
  const Square king_after = move.from() == king(us) ? move.to() : king(us);
  return (attackers(king_after, ~us, after) & ~captured) == 0;
}

bool Position::is_legal_castling(Move move) const noexcept {
  const Color us = side_to_move_;
  const Square from = king(us);
  if (move.from() != from) return false;
  const CastlingSide side = castling_side(from, move.to());
  if (!can_castle(us, side) || move.to() != castling_rook(us, side)) return false;

  const Square king_to = castled_king(us, side);
  const Square rook_to = castled_rook(us, side);
  const Bitboard king_path = span(from, king_to);
  const Bitboard rook_path = span(move.to(), rook_to);
  const Bitboard others = occupied() & ~from.bit() & ~move.to().bit();
  if (((king_path | rook_path) & others) != 0) return false;

  for (Bitboard path = king_path; path != 0;) {
    if (attackers(pop_lowest(path), ~us, occupied()) != 0) return false;
  }
  // In Chess960 the rook may have sheltered the king from a piece behind it (king c1, rook b1, rook a1).
  return attackers(king_to, ~us, others | king_to.bit() | rook_to.bit()) == 0;
}

bool Position::has_legal_en_passant() const {
  if (en_passant_ == kNoSquare) return false;
  Bitboard capturers =
      pawn_attacks(~side_to_move_, en_passant_.bit()) & pieces(side_to_move_, PieceType::pawn);
  while (capturers != 0) {
    if (leaves_king_safe(Move(pop_lowest(capturers), en_passant_, MoveKind::en_passant))) return true;
  }
  return false;
}

}  // namespace polyglot::chess
