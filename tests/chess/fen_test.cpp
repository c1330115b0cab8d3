// SPDX-License-Identifier: MIT
#include "chess/helpers.hpp"
#include "support/testing.hpp"

namespace polyglot::chess {
namespace {

using testing::kWalkStarts;
using testing::position_of;
using testing::walk_randomly;

std::string again(std::string_view fen, FenStyle style = FenStyle::x_fen) {
  return position_of(fen).to_fen(style);
}

std::string complaint(std::string_view fen) {
  const auto position = Position::from_fen(fen);
  return position ? "accepted: " + position->to_fen() : position.error().to_string();
}

TEST(Fen, OfTheStartPosition) {
  EXPECT_EQ(Position().to_fen(), kStartFen);
  EXPECT_EQ(Position().to_fen(FenStyle::shredder),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
}

TEST(Fen, ComesBackUnchangedFromRandomGames) {
  for (const auto fen : kWalkStarts) {
    walk_randomly(position_of(fen), 10, 150, 4, [](const Position& position) {
      ASSERT_EQ(again(position.to_fen()), position.to_fen());
      const std::string shredder = position.to_fen(FenStyle::shredder);
      ASSERT_EQ(again(shredder, FenStyle::shredder), shredder);
    });
  }
}

TEST(Fen, CountersMayBeMissing) {
  EXPECT_EQ(again("4k3/8/8/8/8/8/8/4K3 w - -"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(again("4k3/8/8/8/8/8/8/4K3 w - - 7"), "4k3/8/8/8/8/8/8/4K3 w - - 7 1");
}

TEST(Fen, OddCountersBecomeUsable) {
  EXPECT_EQ(again("4k3/8/8/8/8/8/8/4K3 w - - -3 0"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(again("4k3/8/8/8/8/8/8/4K3 w - - - x"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(again("4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 -99999999999999999999"),
            "4k3/8/8/8/8/8/8/4K3 w - - 99999 1");
}

TEST(Fen, ToleratesBlanksAroundAndBetweenFields) {
  EXPECT_EQ(again("  4k3/8/8/8/8/8/8/4K3\t w  - -  0 1\r\n"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

TEST(Fen, EnPassantSquareIsKeptOnlyWhereAPawnStandsBesideThePushedOne) {
  EXPECT_EQ(again("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  EXPECT_EQ(again("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"), "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
}

TEST(Fen, EnPassantSquareThatNoDoubleStepExplainsIsDropped) {
  EXPECT_EQ(again("4k3/8/8/8/3p4/8/8/4K3 b - e3 0 1"), "4k3/8/8/8/3p4/8/8/4K3 b - - 0 1");
  EXPECT_EQ(again("4k3/8/8/8/3pP3/8/8/4K3 b - e6 0 1"), "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1");
  EXPECT_EQ(again("4k3/8/8/8/3pP3/8/4B3/4K3 b - e3 0 1"), "4k3/8/8/8/3pP3/8/4B3/4K3 b - - 0 1");
  EXPECT_EQ(again("4k3/8/8/8/3pP3/4N3/8/4K3 b - e3 0 1"), "4k3/8/8/8/3pP3/4N3/8/4K3 b - - 0 1");
}

TEST(Fen, CastlingRightsThatThePiecesContradictAreDropped) {
  EXPECT_EQ(again("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1"), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  EXPECT_EQ(again("r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1"), "r3k2r/8/8/8/8/8/4K3/R6R w kq - 0 1");
  EXPECT_EQ(again("4k3/8/8/8/8/8/8/K6R w K - 0 1"), "4k3/8/8/8/8/8/8/K6R w - - 0 1");
  EXPECT_EQ(again("4k3/8/8/8/8/8/8/4K2r w H - 0 1"), "4k3/8/8/8/8/8/8/4K2r w - - 0 1");
}

TEST(Fen, ReadsXFenAndShredderCastlingAlike) {
  const Position x_fen = position_of("4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1");
  const Position shredder = position_of("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1");
  EXPECT_EQ(x_fen.key(), shredder.key());
  EXPECT_EQ(x_fen.castling_rook(Color::white, CastlingSide::king_side), Square(6, 0));
  EXPECT_EQ(x_fen.castling_rook(Color::white, CastlingSide::queen_side), Square(1, 0));
}

TEST(Fen, NamesAnInnerRookByItsFile) {
  const char* fen = "4k3/8/8/8/8/8/8/RR2K1RR w GBq - 0 1";
  EXPECT_EQ(again(fen), "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1");
  EXPECT_EQ(again("4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1", FenStyle::shredder),
            "4k3/8/8/8/8/8/8/RR2K1RR w HA - 0 1");
}

TEST(Fen, RefusesWrongNumbersOfPieces) {
  EXPECT_THAT(complaint("8/8/8/8/8/8/8/4K3 w - - 0 1"), HasSubstr("Black has no king"));
  EXPECT_THAT(complaint("4k3/8/8/8/8/8/8/8 w - - 0 1"), HasSubstr("White has no king"));
  EXPECT_THAT(complaint("4k3/8/8/8/8/8/8/K3K3 w - - 0 1"), HasSubstr("White has 2 kings"));
  EXPECT_THAT(complaint("4k3/8/8/8/8/PPPPPPPP/P7/4K3 w - - 0 1"), HasSubstr("more than 8 pawns"));
  EXPECT_THAT(complaint("4k3/8/8/8/8/QQQQQQQQ/QQQQQQQQ/4K3 w - - 0 1"), HasSubstr("more than 16 pieces"));
}

TEST(Fen, RefusesPawnsWhereNoneCanStand) {
  EXPECT_THAT(complaint("4k2P/8/8/8/8/8/8/4K3 w - - 0 1"), HasSubstr("first or last rank"));
  EXPECT_THAT(complaint("4k3/8/8/8/8/8/8/p3K3 w - - 0 1"), HasSubstr("first or last rank"));
}

TEST(Fen, RefusesAKingThatCouldBeTaken) {
  EXPECT_THAT(complaint("4k3/8/8/8/8/8/8/4RK2 w - - 0 1"),
              HasSubstr("Black is in check but White is to move"));
  EXPECT_THAT(complaint("8/8/8/8/8/8/4k3/4K3 w - - 0 1"), HasSubstr("in check"));
}

TEST(Fen, SaysWhereThePlacementIsWrong) {
  EXPECT_THAT(complaint("4k3/8/8/9/8/8/8/4K3 w - - 0 1"), HasSubstr("column 9: '9'"));
  EXPECT_THAT(complaint("4k3/8/8/7/8/8/8/4K3 w - - 0 1"), HasSubstr("column 10: rank 5 has 7 squares"));
  EXPECT_THAT(complaint("4k4/8/8/8/8/8/8/4K3 w - - 0 1"), HasSubstr("rank 8 has more than 8 squares"));
  EXPECT_THAT(complaint("4k3/8/8/8/8/8/4K3 w - - 0 1"), HasSubstr("there are 7 ranks"));
  EXPECT_THAT(complaint("4k3/8/8/8/8/8/8/4K3/8 w - - 0 1"), HasSubstr("more than 8 ranks"));
  EXPECT_THAT(complaint("4k3/8/8/8/8/8/8/4K2\x01 w - - 0 1"), HasSubstr("byte 0x01"));
}

TEST(Fen, SaysWhichFieldIsWrong) {
  EXPECT_THAT(complaint(""), HasSubstr("'piece placement' is missing"));
  EXPECT_THAT(complaint("4k3/8/8/8/8/8/8/4K3 w"), HasSubstr("'castling' is missing"));
  EXPECT_THAT(complaint("4k3/8/8/8/8/8/8/4K3 x - - 0 1"), HasSubstr("side to move, column 21"));
  EXPECT_THAT(complaint("4k3/8/8/8/8/8/8/4K3 w KX - 0 1"), HasSubstr("castling, column 24: 'X'"));
  EXPECT_THAT(complaint("4k3/8/8/8/8/8/8/4K3 w - e9 0 1"), HasSubstr("en passant, column 25"));
  EXPECT_THAT(complaint("4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves"), HasSubstr("after the sixth field"));
}

}  // namespace
}  // namespace polyglot::chess
