// SPDX-License-Identifier: MIT
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <polyglot/chess/position.hpp>

namespace polyglot::chess {
namespace {

std::string back_rank(int number) {
  const std::string fen = chess960_start(number).to_fen();
  return fen.substr(0, fen.find('/'));
}

TEST(Chess960, PositionsHaveTheirNumbers) {
  EXPECT_EQ(back_rank(0), "bbqnnrkr");
  EXPECT_EQ(back_rank(1), "bqnbnrkr");
  EXPECT_EQ(back_rank(518), "rnbqkbnr");
  EXPECT_EQ(back_rank(959), "rkrnnqbb");
  EXPECT_EQ(chess960_start(518).to_fen(), kStartFen);
}

TEST(Chess960, AllPositionsDiffer) {
  std::set<std::string> ranks;
  for (int number = 0; number < kChess960Positions; ++number) ranks.insert(back_rank(number));
  EXPECT_EQ(ranks.size(), 960U);
}

TEST(Chess960, AnInnerRookThatMayCastleIsSeen) {
  const auto has_inner = [](const char* fen) {
    return has_inner_castling_rook(Position::from_fen(fen).value());
  };
  EXPECT_TRUE(has_inner("1r2k1r1/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1"));
  EXPECT_FALSE(has_inner("1r2k1r1/8/8/8/8/8/8/RR2K1RR w HAgb - 0 1"));
  EXPECT_FALSE(has_inner("1r2k1r1/8/8/8/8/8/8/RR2K1RR w - - 0 1"));
  EXPECT_FALSE(has_inner("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"));
}

TEST(Chess960, KeysNameTheSideAndNotTheRook) {
  const auto key = [](const char* fen) { return Position::from_fen(fen).value().key(); };
  EXPECT_EQ(key("rr2k1rr/8/8/8/8/8/8/RR2K1RR w HAha - 0 1"), key("rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1"));
  EXPECT_NE(key("rr2k1rr/8/8/8/8/8/8/RR2K1RR w HAha - 0 1"), key("rr2k1rr/8/8/8/8/8/8/RR2K1RR w - - 0 1"));
}

}  // namespace
}  // namespace polyglot::chess
