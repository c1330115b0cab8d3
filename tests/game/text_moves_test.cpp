// SPDX-License-Identifier: MIT
// Games whose rules are not known, between XBoard and UCI.
#include <gtest/gtest.h>

#include <polyglot/game/text_moves.hpp>

namespace polyglot::game {
namespace {

TEST(TextMoves, ReadsMovesOfAnyForm) {
  for (const char* const move : {"e2e4", "e7e8q", "P@e4", "+P@e4", "b2b8+", "b8b2-", "k12l9", "a9a12",
                                 "b1c3h", "c4d5,d5e4", "e2e4,e4d4"}) {
    EXPECT_EQ(uci_move(move, 8), move);
    EXPECT_EQ(xboard_move(move, 8), move);
  }
  for (const char* const text : {"", "e4", "junk", "O-O", "P@", "@e4", "+@e4", "PP@e4", "e2e4x!", "e0e1",
                                 "e2e4,", "E2E4", "e2-e4", "e2e4qqq", "Nf3"}) {
    EXPECT_EQ(uci_move(text, 8), std::nullopt) << text;
  }
}

TEST(TextMoves, CountsTenRanksAsEachSideDoes) {
  EXPECT_EQ(uci_move("a0b9", 10), "a1b10");
  EXPECT_EQ(uci_move("P@e9+", 10), std::nullopt);
  EXPECT_EQ(uci_move("C@e9", 10), "C@e10");
  EXPECT_EQ(uci_move("a0b9q,b9c8", 10), "a1b10q,b10c9");
  EXPECT_EQ(uci_move("a10b9", 10), std::nullopt);
  EXPECT_EQ(xboard_move("a1b10", 10), "a0b9");
  EXPECT_EQ(xboard_move("a10b10+", 10), "a9b9+");
  EXPECT_EQ(xboard_move("a0b1", 10), std::nullopt);
  EXPECT_EQ(xboard_move("a11b1", 10), std::nullopt);
}

TEST(TextMoves, PassesAsEachSideDoes) {
  EXPECT_EQ(uci_move("@@@@", 10), "0000");
  EXPECT_EQ(xboard_move("0000", 10), "@@@@");
  EXPECT_EQ(xboard_move("e2e2", 10), "@@@@");
  EXPECT_EQ(xboard_move("e10e10", 10), "@@@@");
  EXPECT_EQ(xboard_move("e5e5f", 8), "e5e5f");
  EXPECT_EQ(xboard_move("xx", 8), std::nullopt);
}

TEST(TextMoves, DropsTheMarkOfAPromotionNotMade) {
  EXPECT_EQ(uci_move("a6a7=", 9), "a6a7");
}

TEST(TextStart, KnowsTheHeightOfBoards) {
  EXPECT_EQ(text_start("minishogi", "rbsgk/4p/5/P4/KGSBR[-] w 0 1").value().ranks, 5);
  EXPECT_EQ(text_start("shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[P/] w - 1")
                .value()
                .ranks,
            9);
  EXPECT_EQ(text_start("janggi").ranks, 10);
  EXPECT_EQ(text_start("unheard-of").ranks, 8);
}

TEST(TextStart, KnowsWhoseTurnItIs) {
  const TextStart start = text_start("tall", "k7/8/8/8/8/8/8/8/8/K7 b - - 0 12").value();
  EXPECT_EQ(start.side, chess::Color::black);
  EXPECT_EQ(start.move_number, 12);
}

TEST(TextStart, GivesXiangqiPiecesTheirLetters) {
  EXPECT_EQ(text_start("xiangqi", "rheakaehr/9 b - - 0 1").value().fen, "rnbakabnr/9 b - - 0 1");
  EXPECT_EQ(text_start("unheard-of", "rhe/9 b - - 0 1").value().fen, "rhe/9 b - - 0 1");
}

TEST(TextStart, IsNoOtherText) {
  for (const char* const fen : {"", "nonsense", "8/8 x - - 0 1", "8/8 w moves - 0 1", "8/! w - - 0 1"})
    EXPECT_FALSE(text_start("tall", fen)) << fen;
}

TEST(TextMoves, LookLikeMovesOnBoardsOfAnySize) {
  for (const char* const text :
       {"Rb9", "Hc0+", "Pa3-a4", "Cb7xb0", "Nf3", "e4", "O-O", "P@e9", "i2i10", "Wk12=#"})
    EXPECT_TRUE(looks_like_move(text)) << text;
  for (const char* const text :
       {"", "R", "9", "R9", "Rb", "Rx9", "Rb9!?", "Level 9", "Hash64", "book", "rb9b"})
    EXPECT_FALSE(looks_like_move(text)) << text;
}

}  // namespace
}  // namespace polyglot::game
