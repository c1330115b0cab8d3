// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/chess/zobrist.hpp>

#include "chess/attacks.hpp"
#include "chess/castling.hpp"

namespace polyglot::chess {
namespace {

constexpr Bitboard kDarkSquares = 0xAA55AA55AA55AA55;

/// The free files that the knights take, by the remaining number (0 to 9).
constexpr std::array<std::pair<int, int>, 10> kKnights = {
    {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
constexpr char kFree = ' ';

/// Puts a piece on the free file with this number, counted from 0.
void put(std::string& rank, char piece, int free_file) {
  for (char& square : rank) {
    if (square == kFree && free_file-- == 0) square = piece;
  }
}

std::string back_rank(int number) {
  std::string rank(8, kFree);
  rank[static_cast<std::size_t>(2 * (number % 4) + 1)] = 'B';
  rank[static_cast<std::size_t>(2 * (number / 4 % 4))] = 'B';
  put(rank, 'Q', number / 16 % 6);
  const auto& [first, second] = kKnights[static_cast<std::size_t>(number / 96)];
  put(rank, 'N', second);
  put(rank, 'N', first);
  for (const char piece : {'R', 'K', 'R'}) put(rank, piece, 0);
  return rank;
}

}  // namespace

Position::Position() : Position(EmptyBoard{}) {
  static const Position start = from_fen(kStartFen).value();
  *this = start;
}

PieceType Position::type_on(Square square) const noexcept {
  // A sum avoids six branches that the processor cannot predict. At most one bit is set. Types have the
  // values 0 to 5, and none has 6.
  const auto holds = [&](Bitboard set) { return static_cast<unsigned>(set >> square.index()) & 1U; };
  const unsigned sum = holds(by_type_[1]) + 2 * holds(by_type_[2]) + 3 * holds(by_type_[3]) +
                       4 * holds(by_type_[4]) + 5 * holds(by_type_[5]) + 6 * holds(~occupied());
  return static_cast<PieceType>(sum);
}

Piece Position::piece_on(Square square) const noexcept {
  const bool black = (pieces(Color::black) & square.bit()) != 0;
  return {type_on(square), black ? Color::black : Color::white};
}

Bitboard Position::attackers(Square square, Color by, Bitboard occupied) const noexcept {
  const Bitboard queens = pieces(PieceType::queen);
  return pieces(by) & ((pawn_attacks(~by, square.bit()) & pieces(PieceType::pawn)) |
                       (knight_attacks(square) & pieces(PieceType::knight)) |
                       (king_attacks(square) & pieces(PieceType::king)) |
                       (bishop_attacks(square, occupied) & (pieces(PieceType::bishop) | queens)) |
                       (rook_attacks(square, occupied) & (pieces(PieceType::rook) | queens)));
}

bool Position::needs_chess960() const noexcept {
  for (const Color color : {Color::white, Color::black}) {
    for (const CastlingSide side : {CastlingSide::king_side, CastlingSide::queen_side}) {
      const int usual_file = side == CastlingSide::king_side ? 7 : 0;
      if (can_castle(color, side) &&
          (king(color).file() != 4 || castling_rook(color, side).file() != usual_file)) {
        return true;
      }
    }
  }
  return false;
}

bool Position::has_insufficient_material() const noexcept {
  if ((pieces(PieceType::pawn) | pieces(PieceType::rook) | pieces(PieceType::queen)) != 0) return false;
  const Bitboard minors = pieces(PieceType::knight) | pieces(PieceType::bishop);
  if (!has_several(minors)) return true;
  const bool one_colour = (minors & kDarkSquares) == 0 || (minors & ~kDarkSquares) == 0;
  return pieces(PieceType::knight) == 0 && one_colour;
}

Key Position::repetition_key() const {
  if (en_passant_ == kNoSquare || has_legal_en_passant()) return key_;
  return key_ ^ en_passant_key(en_passant_.file());
}

void Position::make(Move move) {
  assert(is_legal(move));
  const Color us = side_to_move_;
  const PieceType moved = type_on(move.from());
  set_en_passant(kNoSquare);
  ++halfmove_clock_;
  if (move.kind() == MoveKind::castling) {
    castle(move, us);
  } else {
    move_piece(move, moved, us);
  }
  if (us == Color::black) ++fullmove_number_;
  side_to_move_ = ~us;
  key_ ^= white_to_move_key();
  // set_en_passant() looks for pawns of the side to move, so the side has to change first.
  const bool double_step = moved == PieceType::pawn && (move.from().index() ^ move.to().index()) == 16;
  if (double_step) set_en_passant(Square((move.from().index() + move.to().index()) / 2));
}

void Position::move_piece(Move move, PieceType moved, Color us) noexcept {
  const Square from = move.from();
  const Square to = move.to();
  const bool captures = (pieces(~us) & to.bit()) != 0;
  if (captures) toggle(type_on(to), ~us, to);
  if (move.kind() == MoveKind::en_passant) toggle(PieceType::pawn, ~us, Square(to.file(), from.rank()));
  if (captures || moved == PieceType::pawn) halfmove_clock_ = 0;
  drop_castling_rights(from.bit() | to.bit());
  toggle(moved, us, from);
  toggle(move.kind() == MoveKind::promotion ? move.promotion() : moved, us, to);
}

void Position::castle(Move move, Color us) noexcept {
  const CastlingSide side = castling_side(move.from(), move.to());
  drop_castling_rights(move.from().bit());
  // Both pieces leave before either arrives, because in Chess960 one may arrive where the other stood.
  toggle(PieceType::king, us, move.from());
  toggle(PieceType::rook, us, move.to());
  toggle(PieceType::king, us, castled_king(us, side));
  toggle(PieceType::rook, us, castled_rook(us, side));
}

void Position::toggle(PieceType type, Color color, Square square) noexcept {
  by_type_[index(type)] ^= square.bit();
  by_color_[index(color)] ^= square.bit();
  key_ ^= piece_key(type, color, square);
}

void Position::set_castling_right(Color color, CastlingSide side, Square rook) noexcept {
  const std::size_t i = right_index(color, side);
  castling_rights_ = static_cast<std::uint8_t>(castling_rights_ | right(color, side));
  castling_rooks_[i] = rook;
  castling_squares_ |= rook.bit() | king(color).bit();
  key_ ^= castling_key(i);
}

void Position::drop_castling_rights(Bitboard touched) noexcept {
  if ((castling_squares_ & touched) == 0) return;
  castling_squares_ = 0;
  for (const Color color : {Color::white, Color::black}) {
    for (const CastlingSide side : {CastlingSide::king_side, CastlingSide::queen_side}) {
      if (!can_castle(color, side)) continue;
      const Bitboard needed = king(color).bit() | castling_rook(color, side).bit();
      if ((needed & touched) == 0) {
        castling_squares_ |= needed;
      } else {
        castling_rights_ = static_cast<std::uint8_t>(castling_rights_ & ~right(color, side));
        key_ ^= castling_key(right_index(color, side));
      }
    }
  }
}

/// Keeps the square only if a pawn of the side to move attacks it, even if the pawn is pinned.
void Position::set_en_passant(Square square) noexcept {
  if (en_passant_ != kNoSquare) key_ ^= en_passant_key(en_passant_.file());
  en_passant_ = kNoSquare;
  if (square == kNoSquare) return;
  const Bitboard capturers =
      pawn_attacks(~side_to_move_, square.bit()) & pieces(side_to_move_, PieceType::pawn);
  if (capturers == 0) return;
  en_passant_ = square;
  key_ ^= en_passant_key(square.file());
}

Position chess960_start(int number) {
  const std::string rank = back_rank(number);
  return Position::from_fen(lower_case(rank) + "/pppppppp/8/8/8/8/PPPPPPPP/" + rank + " w KQkq - 0 1")
      .value();
}

std::optional<Square> outermost_rook(const Position& position, Color color, CastlingSide side) {
  const Square king = position.king(color);
  Bitboard rooks = position.pieces(color, PieceType::rook) & rank_mask(back_rank(color));
  const Bitboard west = king.bit() - 1;
  rooks &= side == CastlingSide::king_side ? ~west : west;
  if (rooks == 0) return std::nullopt;
  if (side == CastlingSide::queen_side) return lowest(rooks);
  return Square(63 - std::countl_zero(rooks));
}

bool has_inner_castling_rook(const Position& position) {
  for (const Color color : {Color::white, Color::black}) {
    for (const CastlingSide side : {CastlingSide::king_side, CastlingSide::queen_side}) {
      if (position.can_castle(color, side) &&
          outermost_rook(position, color, side) != position.castling_rook(color, side))
        return true;
    }
  }
  return false;
}

}  // namespace polyglot::chess
