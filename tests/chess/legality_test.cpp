// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "chess/helpers.hpp"

namespace polyglot::chess {
namespace {

using testing::kWalkStarts;
using testing::position_of;
using testing::walk_randomly;

/// Every value a Move can have.
template <class Visit>
void for_every_move(Visit visit) {
  for (int from = 0; from < 64; ++from) {
    for (int to = 0; to < 64; ++to) {
      for (const auto kind :
           {MoveKind::normal, MoveKind::promotion, MoveKind::en_passant, MoveKind::castling}) {
        for (const auto piece : {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen}) {
          visit(Move(Square(from), Square(to), kind, piece));
        }
      }
    }
  }
}

TEST(IsLegal, HoldsExactlyForTheLegalMoves) {
  for (const auto fen : kWalkStarts) {
    walk_randomly(position_of(fen), 2, 60, 2, [&](const Position& position) {
      const MoveList moves = position.legal_moves();
      std::size_t legal = 0;
      for_every_move([&](Move move) {
        const bool is_legal = position.is_legal(move);
        legal += is_legal ? 1 : 0;
        if (is_legal) {
          ASSERT_TRUE(moves.contains(move)) << to_uci(move, CastlingNotation::king_takes_rook);
        }
      });
      ASSERT_EQ(legal, moves.size()) << position.to_fen();
    });
  }
}

TEST(LegalMoves, FitTheListWithFifteenQueens) {
  const Position position = position_of("Q6Q/1Q4Q1/Q6Q/3QQ3/Q6Q/1Q4Q1/Q6Q/1QK4k b - - 0 1");
  EXPECT_LE(position.legal_moves().size(), MoveList::kCapacity);
}

TEST(LegalMoves, Reach218) {
  EXPECT_EQ(position_of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1").legal_moves().size(), 218U);
}

TEST(LegalMoves, EnPassantMayAnswerTheCheckOfThePushedPawn) {
  const Position position = position_of("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1");
  EXPECT_TRUE(position.in_check());
  EXPECT_TRUE(position.has_legal_en_passant());
  EXPECT_TRUE(move_from_uci(position, "e4d3"));
}

TEST(LegalMoves, EnPassantThatOpensTheRankOfTheKingIsIllegal) {
  const Position position = position_of("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1");
  EXPECT_EQ(position.en_passant(), Square::from_string("d3"));
  EXPECT_FALSE(position.has_legal_en_passant());
  EXPECT_FALSE(move_from_uci(position, "e4d3"));
}

TEST(LegalMoves, ADoubleCheckIsAnsweredByTheKingAlone) {
  const Position position = position_of("4k3/8/5N2/8/8/8/8/3QR1K1 b - - 0 1");
  for (const Move move : position.legal_moves()) EXPECT_EQ(move.from(), position.king(Color::black));
  EXPECT_TRUE(position.has_legal_move());
}

}  // namespace
}  // namespace polyglot::chess
