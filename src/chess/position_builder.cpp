#include "chess/position_builder.hpp"
#include <bit>

#include "chess/bits.hpp"
#include "chess/castling.hpp"
#include "chess/zobrist.hpp"

namespace polyglot::chess {
namespace {

std::string_view name_of(Color color) {
  return color == Color::white ? "White" : "Black";
}

std::string about(Color color, std::string_view complaint) {
  std::string text(name_of(color));
  text += ' ';
  text += complaint;
  return text;
}

std::optional<std::string> check_numbers(const Position& position, Color color) {
  const int kings = std::popcount(position.pieces(color, PieceType::king));
  if (kings == 0) return about(color, "has no king");
  if (kings > 1) return about(color, "has " + std::to_string(kings) + " kings");
  if (std::popcount(position.pieces(color)) > 16) return about(color, "has more than 16 pieces");
  if (std::popcount(position.pieces(color, PieceType::pawn)) > 8)
    return about(color, "has more than 8 pawns");
  return std::nullopt;
}

}  // namespace

std::optional<Square> outermost_rook(const Position& position, Color color, CastlingSide side) {
  const Square king = position.king(color);
  Bitboard rooks = position.pieces(color, PieceType::rook) & rank_mask(back_rank(color));
  const Bitboard west = king.bit() - 1;
  rooks &= side == CastlingSide::king_side ? ~west : west;
  if (rooks == 0) return std::nullopt;
  if (side == CastlingSide::queen_side) return lowest(rooks);
  return Square(63 - std::countl_zero(rooks));
}

void PositionBuilder::put(Piece piece, Square square) {
  position_.toggle(piece.type, piece.color, square);
}

void PositionBuilder::set_side_to_move(Color color) {
  position_.side_to_move_ = color;
  if (color == Color::white) position_.key_ ^= white_to_move_key();
}

std::optional<std::string> PositionBuilder::check_pieces() const {
  for (const Color color : {Color::white, Color::black}) {
    if (auto complaint = check_numbers(position_, color)) return complaint;
  }
  if ((position_.pieces(PieceType::pawn) & (kRank1 | kRank8)) != 0) {
    return "a pawn stands on the first or last rank";
  }
  const Color us = position_.side_to_move();
  if (position_.attackers(position_.king(~us), us, position_.occupied()) != 0) {
    return about(~us, "is in check but " + about(us, "is to move"));
  }
  return std::nullopt;
}

bool PositionBuilder::king_may_castle(Color color) const {
  // A king in the corner has a rook on one side at most, which no start position of Chess960 has.
  const Square king = position_.king(color);
  return king.rank() == back_rank(color) && king.file() != 0 && king.file() != 7;
}

void PositionBuilder::allow_castling(Color color, CastlingSide side) {
  if (!king_may_castle(color) || position_.can_castle(color, side)) return;
  if (const auto rook = outermost_rook(position_, color, side)) {
    position_.set_castling_right(color, side, *rook);
  }
}

void PositionBuilder::allow_castling(Color color, int rook_file) {
  const Square rook(rook_file, back_rank(color));
  if (!king_may_castle(color) || position_.piece_on(rook) != Piece{PieceType::rook, color}) return;
  const CastlingSide side = castling_side(position_.king(color), rook);
  if (!position_.can_castle(color, side)) position_.set_castling_right(color, side, rook);
}

void PositionBuilder::set_en_passant(Square square) {
  const Color us = position_.side_to_move();
  if (square.rank() != (us == Color::white ? 5 : 2)) return;
  const int forward = us == Color::white ? 8 : -8;
  const Square origin(square.index() + forward);
  const Square pushed(square.index() - forward);
  const bool explained = position_.piece_on(pushed) == Piece{PieceType::pawn, ~us} &&
                         (position_.occupied() & (square.bit() | origin.bit())) == 0;
  if (explained) position_.set_en_passant(square);
}

void PositionBuilder::set_counters(int halfmove_clock, int fullmove_number) {
  position_.halfmove_clock_ = halfmove_clock;
  position_.fullmove_number_ = fullmove_number;
}

}  // namespace polyglot::chess
