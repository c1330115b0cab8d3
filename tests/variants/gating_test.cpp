// SPDX-License-Identifier: MIT
#include <set>

#include <polyglot/variants/notation.hpp>

#include "support/testing.hpp"
#include "variants/helpers.hpp"

namespace polyglot::variants {
namespace {

using testing::position_of;

// XBoard 4.9.1 and Fairy-Stockfish 11.1 refuse these moves.
TEST(Gating, ShieldsNoKing) {
  const Position pinned = position_of("seirawan", "4k3/8/8/8/8/8/8/4K1Nr[H] w GE - 0 1");
  EXPECT_FALSE(move_from_uci(pinned, "g1f3h")) << "the hawk would stand on g1, between rook and king";
  EXPECT_FALSE(move_from_uci(pinned, "g1f3"));
  const Position checked = position_of("seirawan", "4k3/8/8/8/8/8/8/4K2r[H] w E - 0 1");
  EXPECT_FALSE(move_from_uci(checked, "e1d1h")) << "on e1, behind the king that flees along the rank";
  EXPECT_TRUE(move_from_uci(checked, "e1d2h"));
  EXPECT_TRUE(move_from_uci(position_of("seirawan", "4k3/8/8/8/8/8/8/4K1N1[H] w GE - 0 1"), "g1f3h"));
}

// Fairy-Stockfish 11.1 counts these moves.
TEST(Gating, ShieldsNoKingInShouse) {
  struct Case {
    const char* fen;
    const char* illegal;
    const char* legal;
    std::uint64_t moves;
  };
  for (const Case& at : {Case{"4k3/8/8/8/8/8/8/4K1Nr[H] w GE - 0 1", "g1f3h", "e1d1h", 70},
                         Case{"4k3/8/8/8/8/8/8/4KB1r[E] w FE - 0 1", "f1g2e", "e1d1e", 68},
                         Case{"4k3/8/8/8/8/8/8/4KQ1r[R] w FE - 0 1", "f1f2r", "f1g1r", 72},
                         Case{"4k3/8/8/8/8/8/8/4K2r[N] w E - 0 1", "e1d1n", "e1d2n", 8},
                         Case{"4k3/8/8/8/8/8/8/r3K3[B] w E - 0 1", "e1f1b", "e1f2b", 9}}) {
    const Position position = position_of("shouse", at.fen);
    EXPECT_FALSE(move_from_uci(position, at.illegal)) << at.fen;
    EXPECT_TRUE(move_from_uci(position, at.legal)) << at.fen;
    EXPECT_EQ(perft(position, 1), at.moves) << at.fen;
  }
}

TEST(ThreeKings, PromotesToARookAsWell) {
  const Position position = position_of("threekings", "knbqkbnk/P7/8/8/8/8/8/KNBQKBNK w - - 0 1");
  for (const char* const move : {"a7b8q", "a7b8r", "a7b8b", "a7b8n"})
    EXPECT_TRUE(move_from_uci(position, move)) << move;
}

std::set<std::string> moves_from(const Position& position, const std::string& square) {
  std::set<std::string> moves;
  for (const Move& move : position.legal_moves()) {
    if (move.kind != MoveKind::drop && position.variant().square_name(move.from) == square)
      moves.insert(to_uci(position, move));
  }
  return moves;
}

TEST(Lion, GoesWhereTwoStepsOfAKingLead) {
  // 24 squares, and a pass.
  EXPECT_EQ(moves_from(position_of("chu", "6k5/12/12/12/12/12/5N6/12/12/12/12/6K5 w - 0 1"), "f6").size(),
            25U);
}

TEST(Lion, TakesTwoPiecesOrOneAndComesBack) {
  const std::set<std::string> moves =
      moves_from(position_of("chu", "6k5/12/12/12/12/5p6/5pN5/12/12/12/12/6K5 w - 0 1"), "g6");
  for (const char* const move : {"g6f7,f7f6", "g6f6,f6g6", "g6f6,f6e5", "g6f6"})
    EXPECT_TRUE(moves.contains(move)) << move;
  EXPECT_FALSE(moves.contains("g6h6,h6i6"));  // nothing is taken there: the same as g6i6
}

TEST(Lion, StepsAreReadAsXBoardWritesThemInGames) {
  const Position position = position_of("chu", "6k5/12/12/12/12/5p6/5pN5/12/12/12/12/6K5 w - 0 1");
  for (const char* const text : {"g6xf7-f6", "g6f7-f6", "g6f7,f7f6"}) {
    EXPECT_EQ(to_uci(position, move_from_xboard(position, text).value()), "g6f7,f7f6") << text;
  }
}

TEST(Lion, FalconsAndEaglesKeepTheirLine) {
  const std::set<std::string> moves =
      moves_from(position_of("chu", "6k5/12/12/12/12/5p6/5+H6/12/12/12/12/6K5 w - 0 1"), "f6");
  EXPECT_TRUE(moves.contains("f6f7,f7f8"));
  EXPECT_TRUE(moves.contains("f6f7,f7f6"));
  EXPECT_TRUE(moves.contains("f6f8"));
  EXPECT_FALSE(moves.contains("f6f7,f7g8"));
}

TEST(Lion, TakesACastlingRookOnHisWay) {
  Position position = position_of("lion", "4k3/8/8/8/8/8/6l1/4K2R b K - 0 1");
  position.make(*move_from_uci(position, "g2h1,h1g2"));
  EXPECT_EQ(position.to_fen(), "4k3/8/8/8/8/8/6l1/4K3 w - - 0 2");
}

TEST(Lion, SomePromotedPiecesOfChuHaveNoKey) {
  EXPECT_TRUE(position_of("chu", "6k5/12/12/12/12/12/5+H6/12/12/12/12/6K5 w - 0 1").has_key());
  EXPECT_FALSE(position_of("chu", "6k5/12/12/12/12/12/5+F6/12/12/12/12/6K5 w - 0 1").has_key());
}

TEST(Lion, MayNotTakeAProtectedLionFromAfar) {
  const auto takes = [](const char* fen, const char* move) {
    return moves_from(position_of("chu", fen), "f6").contains(move);
  };
  EXPECT_TRUE(takes("6k5/12/12/12/5n6/12/5N6/12/12/12/12/6K5 w - 0 1", "f6f8"));
  EXPECT_FALSE(takes("5rk5/12/12/12/5n6/12/5N6/12/12/12/12/6K5 w - 0 1", "f6f8"));
  // Beside him, or with a piece of value on the way, he may.
  EXPECT_TRUE(takes("5rk5/12/12/12/12/5n6/5N6/12/12/12/12/6K5 w - 0 1", "f6f7"));
  EXPECT_TRUE(takes("5rk5/12/12/12/5n6/5g6/5N6/12/12/12/12/6K5 w - 0 1", "f6f7,f7f8"));
  EXPECT_FALSE(takes("5rk5/12/12/12/5n6/5p6/5N6/12/12/12/12/6K5 w - 0 1", "f6f7,f7f8"));
}

TEST(Lion, IsNotTakenInReturnForALion) {
  // A rook takes a Lion; the other side's rook may not take the other Lion at once.
  Position position = position_of("chu", "6k5/12/12/12/n4R6/12/12/12/r4N6/12/12/6K5 w - 0 1");
  position.make(*move_from_uci(position, "f8a8"));
  EXPECT_FALSE(move_from_uci(position, "a4f4").has_value());
  const Position fresh = position_of("chu", "6k5/12/12/12/12/12/12/12/r4N6/12/12/6K5 b - 0 1");
  EXPECT_TRUE(move_from_uci(fresh, "a4f4").has_value());
}

}  // namespace
}  // namespace polyglot::variants
