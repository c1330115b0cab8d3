// SPDX-License-Identifier: MIT
#include <polyglot/chess/move.hpp>
#include <polyglot/chess/types.hpp>

#include "chess/helpers.hpp"
#include "support/testing.hpp"

namespace polyglot::chess {
namespace {

using testing::kWalkStarts;
using testing::position_of;
using testing::walk_randomly;

constexpr auto kKingToDestination = CastlingNotation::king_to_destination;
constexpr auto kKingTakesRook = CastlingNotation::king_takes_rook;

TEST(Uci, EveryLegalMoveIsReadBackFromKingTakesRook) {
  for (const auto fen : kWalkStarts) {
    walk_randomly(position_of(fen), 5, 100, 6, [](const Position& position) {
      for (const Move move : position.legal_moves()) {
        ASSERT_EQ(move_from_uci(position, to_uci(move, kKingTakesRook)), move) << position.to_fen();
      }
    });
  }
}

TEST(Uci, CastlingIsReadInBothNotations) {
  const Position position = position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  const auto king_side = move_from_uci(position, "e1g1");
  ASSERT_TRUE(king_side);
  EXPECT_EQ(king_side->kind(), MoveKind::castling);
  EXPECT_EQ(move_from_uci(position, "e1h1"), king_side);
  EXPECT_EQ(move_from_uci(position, "e1c1"), move_from_uci(position, "e1a1"));
  EXPECT_EQ(to_uci(*king_side, kKingToDestination), "e1g1");
  EXPECT_EQ(to_uci(*king_side, kKingTakesRook), "e1h1");
  const Position black = position_of("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
  EXPECT_EQ(to_uci(*move_from_uci(black, "e8a8"), kKingToDestination), "e8c8");
}

TEST(Uci, OnlyCoordinatesOfTheKingCastle) {
  const Position position = position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  for (const char* const text : {"h1a1", "a1h1", "c4g1", "e8g1"})
    EXPECT_FALSE(move_from_uci(position, text)) << text;
}

TEST(Uci, AKingStepIsNotTakenForCastling) {
  const Position position = position_of("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
  EXPECT_EQ(move_from_uci(position, "f1g1")->kind(), MoveKind::normal);
  EXPECT_EQ(move_from_uci(position, "f1h1")->kind(), MoveKind::castling);
}

TEST(Uci, CastlingByDestinationIsReadInChess960WhereNoStepIsMeant) {
  const Position far = position_of("4k3/8/8/8/8/8/8/1K4R1 w G - 0 1");
  EXPECT_EQ(move_from_uci(far, "b1g1")->kind(), MoveKind::castling);
  const Position beyond = position_of("4k3/8/8/8/8/8/8/2K2R2 w F - 0 1");
  EXPECT_EQ(move_from_uci(beyond, "c1g1")->kind(), MoveKind::castling);
}

TEST(Uci, TakingARookWithoutRightIsNothing) {
  const Position position = position_of("4k3/8/8/8/8/8/8/R3KR1R w HA - 0 1");
  EXPECT_FALSE(move_from_uci(position, "e1f1"));
  EXPECT_FALSE(move_from_uci(position, "e1g1")) << "f1 is occupied";
  EXPECT_TRUE(move_from_uci(position, "e1c1"));
}

TEST(Uci, PromotionLettersInEitherCase) {
  const Position position = position_of("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(move_from_uci(position, "a7a8q")->promotion(), PieceType::queen);
  EXPECT_EQ(move_from_uci(position, "a7a8N")->promotion(), PieceType::knight);
  EXPECT_EQ(to_uci(*move_from_uci(position, "a7a8r"), kKingTakesRook), "a7a8r");
  for (const char* text : {"a7a8", "a7a8k", "a7a8p", "a7a8x", "e1e2q"}) {
    EXPECT_FALSE(move_from_uci(position, text)) << text;
  }
}

TEST(Uci, AnythingElseIsNothing) {
  for (const char* text : {"", "e2", "e2e", "e2e5", "e7e5", "e2e4e", "i2i4", "E2E4", "0000", "a1a1", "e1e1",
                           "e2-e4", "\xff\xff\xff\xff"}) {
    EXPECT_FALSE(move_from_uci(Position(), text)) << text;
  }
}

TEST(Uci, TheNullMoveIsFourZeros) {
  EXPECT_EQ(to_uci(Move(), kKingTakesRook), "0000");
}

TEST(Square, ReadsBackWhatItWrites) {
  for (int i = 0; i < 64; ++i) EXPECT_EQ(Square::from_string(Square(i).to_string()), Square(i));
  EXPECT_EQ(Square(4, 3).to_string(), "e4");
}

TEST(Square, RefusesAllElse) {
  for (const char* text : {"", "e", "e44", "i1", "a0", "a9", "A1", "`1"})
    EXPECT_FALSE(Square::from_string(text));
}

TEST(Move, KeepsItsParts) {
  for (const auto piece : {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen}) {
    const Move move(Square(48), Square(57), MoveKind::promotion, piece);
    EXPECT_EQ(move.from(), Square(48));
    EXPECT_EQ(move.to(), Square(57));
    EXPECT_EQ(move.promotion(), piece);
  }
  EXPECT_EQ(Move(Square(1), Square(2)).promotion(), PieceType::none);
  EXPECT_TRUE(Move().is_null());
}

}  // namespace
}  // namespace polyglot::chess
