// SPDX-License-Identifier: MIT
#include <array>
#include <bit>
#include <optional>
#include <string>
#include <utility>

#include <polyglot/ascii.hpp>
#include <polyglot/chess/chess960.hpp>

#include "chess/bits.hpp"
#include "chess/castling.hpp"

namespace polyglot::chess {

namespace {

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
