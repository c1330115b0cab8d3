// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <tuple>

#include <polyglot/chess/listing.hpp>

#include "chess/attacks.hpp"
#include "chess/castling.hpp"

namespace polyglot::chess {
namespace {

/// The offset of a move is the difference of square numbers on a board that is 16 squares wide.
constexpr int kBoardWidth = 16;

int wide(Square square) {
  return square.rank() * kBoardWidth + square.file();
}

int direction(int offset, int distance) {
  return distance == 0 ? 0 : offset / distance;
}

/// Castling comes after all other moves, first on the king side.
int castling_order(Move move) {
  if (move.kind() != MoveKind::castling) return 0;
  return move.to() > move.from() ? 1 : 2;
}

auto place_in_list(const Position& position, Move move, std::size_t piece_number) {
  const PieceType piece = position.type_on(move.from());
  const int offset = wide(move.to()) - wide(move.from());
  const bool slides = piece == PieceType::bishop || piece == PieceType::rook || piece == PieceType::queen;
  const bool pushes = piece == PieceType::pawn && move.from().file() == move.to().file();
  const int distance = std::max(std::abs(move.to().file() - move.from().file()),
                                std::abs(move.to().rank() - move.from().rank()));
  const int step = pushes ? 0 : slides ? direction(offset, distance) : offset;
  return std::tuple(castling_order(move), piece_number, pushes, step, distance,
                    static_cast<int>(move.promotion()));
}

}  // namespace

std::size_t ListingOrder::Pieces::find(Square square) const noexcept {
  return static_cast<std::size_t>(std::ranges::find(squares_, square) - squares_.begin());
}

ListingOrder::ListingOrder(const Position& first) noexcept {
  for (const Color color : {Color::white, Color::black}) {
    of(color).add(first.king(color));
    Bitboard others = first.pieces(color) & ~first.king(color).bit();
    while (others != 0) of(color).add(pop_lowest(others));
  }
}

void ListingOrder::make(const Position& position, Move move) noexcept {
  const Color us = position.side_to_move();
  Pieces& ours = of(us);
  if (move.kind() == MoveKind::castling) {
    const CastlingSide side = castling_side(move.from(), move.to());
    const std::size_t rook = ours.find(move.to());
    ours.set(ours.find(move.from()), castled_king(us, side));
    ours.set(rook, castled_rook(us, side));
    return;
  }
  if (move.kind() == MoveKind::en_passant) of(~us).remove(Square(move.to().file(), move.from().rank()));
  if (position.type_on(move.to()) != PieceType::none) of(~us).remove(move.to());
  ours.set(ours.find(move.from()), move.to());
}

void ListingOrder::sort(const Position& position, std::span<Move> moves) const {
  const Pieces& ours = pieces_[static_cast<std::size_t>(position.side_to_move())];
  std::ranges::sort(moves, {},
                    [&](Move move) { return place_in_list(position, move, ours.find(move.from())); });
}

std::vector<Move> listed_moves(const Position& position) {
  const MoveList legal = position.legal_moves();
  std::vector<Move> moves(legal.begin(), legal.end());
  ListingOrder(position).sort(position, moves);
  return moves;
}

}  // namespace polyglot::chess
