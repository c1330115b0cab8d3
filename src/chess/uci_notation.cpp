// SPDX-License-Identifier: MIT
#include <polyglot/chess/notation.hpp>

#include "chess/castling.hpp"
#include "chess/piece_letters.hpp"

namespace polyglot::chess {
namespace {

MoveKind pawn_move_kind(const Position& position, Square from, Square to) {
  const bool en_passant = position.en_passant() == to && from.file() != to.file();
  return en_passant ? MoveKind::en_passant : MoveKind::normal;
}

std::optional<Move> if_legal(const Position& position, Move move) {
  return position.is_legal(move) ? std::optional(move) : std::nullopt;
}

}  // namespace

std::optional<Move> move_from_uci(const Position& position, std::string_view text) {
  if (text.size() != 4 && text.size() != 5) return std::nullopt;
  const auto from = Square::from_string(text.substr(0, 2));
  const auto to = Square::from_string(text.substr(2, 2));
  if (!from || !to) return std::nullopt;

  if (text.size() == 5) {
    const PieceType promotion = promotion_of(text[4]);
    if (promotion == PieceType::none) return std::nullopt;
    return if_legal(position, Move(*from, *to, MoveKind::promotion, promotion));
  }
  if (position.type_on(*from) == PieceType::pawn)
    return if_legal(position, Move(*from, *to, pawn_move_kind(position, *from, *to)));
  // In Chess960 f1g1 may be a step of the king or castling. A legal step comes first, because castling can be
  // written as king takes rook.
  if (const auto move = if_legal(position, Move(*from, *to))) return move;
  if (*from != position.king(position.side_to_move())) return std::nullopt;
  return castling_to(position, *to);
}

std::optional<Move> castling_to(const Position& position, Square to) {
  const Color us = position.side_to_move();
  const Square king = position.king(us);
  for (const CastlingSide side : {CastlingSide::king_side, CastlingSide::queen_side}) {
    if (!position.can_castle(us, side)) continue;
    const Square rook = position.castling_rook(us, side);
    const Move move(king, rook, MoveKind::castling);
    // A normal move cannot go to an own piece, so the rook's square always means castling with this rook.
    const bool takes_own = (position.pieces(us) & to.bit()) != 0 && to != king;
    const bool meant = takes_own ? to == rook : to == castled_king(us, side);
    if (meant && position.is_legal(move)) return move;
  }
  return std::nullopt;
}

Square castled_king_of(Move castling) noexcept {
  return castled_king(castling.from().rank() == 0 ? Color::white : Color::black,
                      castling_side(castling.from(), castling.to()));
}

std::string to_uci(Move move, CastlingNotation notation) {
  if (move.is_null()) return "0000";
  const bool by_king = move.kind() == MoveKind::castling && notation == CastlingNotation::king_to_destination;
  const Square to = by_king ? castled_king_of(move) : move.to();
  std::string text = move.from().to_string();
  text += to.to_string();
  if (move.kind() == MoveKind::promotion) text += to_lower(letter_of(move.promotion()));
  return text;
}

}  // namespace polyglot::chess
