// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/protocol/uci.hpp>
#include <polyglot/session/thinking.hpp>

#include "support/testing.hpp"

namespace polyglot::session {
namespace {

using config::OptionId;
using game::Game;
using protocol::Thinking;

Game game_after(std::string_view moves, std::string_view fen = chess::kStartFen) {
  Game game = Game().from_fen(fen).value();
  for (std::string_view word = take_word(moves); !word.empty(); word = take_word(moves)) {
    game.push(game.read_uci(word).value());
  }
  return game;
}

class ThinkingTest : public testing::Test {
 protected:
  ThinkingTest() { begin(); }

  void begin(const Game& game = Game(), bool expected = false) { thinking_.begin(game, expected); }

  void set(OptionId id, std::string_view value) { ASSERT_TRUE(options_.set(id, value)); }

  const Thinking* add(std::string_view line) { return thinking_.add(protocol::parse_uci_info(line)); }

  /// The SAN shown for a line, or "-" if it is not shown.
  std::string pv(std::string_view line) {
    const Thinking* const shown = add(line);
    return shown == nullptr ? "-" : std::string(shown->pv);
  }

  std::string main_line() {
    const Thinking* const line = thinking_.main_line();
    return line == nullptr ? "-" : std::string(line->pv);
  }

  config::Options options_;
  ThinkingOutput thinking_{options_};
};

TEST_F(ThinkingTest, ShowsVariationsInSan) {
  const Thinking* const line =
      add("info depth 3 seldepth 7 score cp 25 nodes 12345678901 nps 500000 time 1234 tbhits 5 "
          "pv e2e4 e7e5 g1f3");
  ASSERT_NE(line, nullptr);
  EXPECT_EQ(line->depth, 3);
  EXPECT_EQ(line->selective_depth, 7);
  EXPECT_EQ(line->score.value, 25);
  EXPECT_EQ(line->nodes, 12345678901U);
  EXPECT_EQ(line->nps, 500000U);
  EXPECT_EQ(line->time, 1234U);
  EXPECT_EQ(line->tablebase_hits, 5U);
  EXPECT_EQ(line->pv, "e4 e5 Nf3");
}

TEST_F(ThinkingTest, SearchesWhereTheGameStands) {
  begin(game_after("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5"));
  EXPECT_EQ(pv("info depth 3 pv e1g1 g8f6 f3e5 c5f2 f1f2"), "O-O Nf6 Nxe5 Bxf2+ Rxf2");
}

TEST_F(ThinkingTest, AVariationNeedsADepth) {
  EXPECT_EQ(pv("info score cp 5 pv e2e4"), "-");
  EXPECT_EQ(pv("info depth 1 score cp 5"), "-");
  EXPECT_EQ(pv("info score cp 5 pv e2e4"), "e4");
}

TEST_F(ThinkingTest, FieldsThatAreNotRepeatedKeepTheirValue) {
  EXPECT_EQ(add("info depth 1 pv e2e4")->nodes, 1U);
  ASSERT_EQ(pv("info depth 2 score cp -12 nodes 100 time 20"), "-");
  const Thinking* const line = add("info pv d2d4");
  EXPECT_EQ(line->depth, 2);
  EXPECT_EQ(line->score.value, -12);
  EXPECT_EQ(line->nodes, 100U);
  EXPECT_EQ(line->time, 20U);
}

TEST_F(ThinkingTest, EachSearchBeginsAnew) {
  add("info depth 9 score cp 33 nodes 100 time 20 pv e2e4");
  begin(game_after("d2d4"));
  EXPECT_EQ(thinking_.progress().depth, 0);
  EXPECT_EQ(main_line(), "-");
  const Thinking* const line = add("info depth 1 pv d7d5");
  ASSERT_NE(line, nullptr);
  EXPECT_EQ(line->pv, "d5");
  EXPECT_EQ(line->nodes, 1U);
  EXPECT_EQ(line->score.value, 0);
}

TEST_F(ThinkingTest, ShallowerLinesAreNotShown) {
  EXPECT_EQ(pv("info depth 8 score cp 26 pv e2e4 e7e5"), "e4 e5");
  EXPECT_EQ(pv("info depth 3 score cp 99 pv e2e4"), "-");
  EXPECT_EQ(pv("info depth 8 score cp 26 pv e2e4 e7e5"), "e4 e5");
  EXPECT_EQ(thinking_.progress().depth, 8);
}

// Defect 26 of 2.0.4: a line that was not shown changed the variation that is repeated before the move.
TEST_F(ThinkingTest, ShallowerLinesDoNotChangeTheScore) {
  add("info depth 8 score cp 26 nodes 40 time 4 pv e2e4 e7e5");
  add("info depth 3 score cp 99 time 40 nodes 50 pv d2d4");
  ASSERT_NE(thinking_.main_line(), nullptr);
  EXPECT_EQ(thinking_.main_line()->score.value, 26);
  EXPECT_EQ(thinking_.main_line()->nodes, 40U);
  EXPECT_EQ(main_line(), "e4 e5");
  EXPECT_EQ(thinking_.score()->value, 26);
}

// Defect 25 of 2.0.4: the last and worst variation decided on resigning and draws.
TEST_F(ThinkingTest, OnlyTheFirstVariationGivesTheScore) {
  EXPECT_EQ(pv("info depth 3 multipv 1 score cp 50 pv a2a3 e7e5"), "a3 e5");
  EXPECT_EQ(pv("info depth 3 multipv 2 score cp -900 pv b2b3 e7e6"), "b3 e6");
  EXPECT_EQ(main_line(), "a3 e5");
  EXPECT_EQ(thinking_.main_line()->score.value, 50);
  EXPECT_EQ(thinking_.score()->value, 50);
}

// Defect 8 of 2.0.4: it crashed on more than 256 of them.
TEST_F(ThinkingTest, ShowsAThousandVariationsOfADepth) {
  for (int rank = 1; rank <= 1000; ++rank) {
    const std::string line = fmt::format("info depth 9 multipv {} score cp {} pv {} e7e5", rank, -rank,
                                         rank % 2 == 0 ? "e2e4" : "d2d4");
    EXPECT_EQ(pv(line), rank % 2 == 0 ? "e4 e5" : "d4 e5");
  }
  EXPECT_EQ(main_line(), "d4 e5");
}

TEST_F(ThinkingTest, RepetitionsAmongSeveralVariationsAreNotShown) {
  EXPECT_EQ(pv("info depth 8 multipv 1 score cp 26 nodes 40 pv e2e4 e7e5"), "e4 e5");
  EXPECT_EQ(pv("info depth 8 multipv 2 score cp 20 nodes 50 pv d2d4 d7d5"), "d4 d5");
  EXPECT_EQ(pv("info depth 8 multipv 1 score cp 26 nodes 60 pv e2e4 c7c5"), "-");
  EXPECT_EQ(main_line(), "e4 e5");
  EXPECT_EQ(pv("info depth 8 multipv 1 score cp 27 nodes 60 pv e2e4 c7c5"), "e4 c5");
  EXPECT_EQ(pv("info depth 9 multipv 1 score cp 27 nodes 60 pv e2e4 c7c5"), "e4 c5");
}

TEST_F(ThinkingTest, AnExactScoreIsNoRepetitionOfABound) {
  EXPECT_EQ(pv("info depth 8 multipv 1 score cp 26 lowerbound pv e2e4"), "e4");
  EXPECT_EQ(pv("info depth 8 multipv 1 score cp 26 pv e2e4"), "e4");
}

TEST_F(ThinkingTest, WithoutMultipvNothingIsARepetition) {
  EXPECT_EQ(pv("info depth 8 score cp 26 pv e2e4"), "e4");
  EXPECT_EQ(pv("info depth 8 score cp 26 pv e2e4"), "e4");
}

TEST_F(ThinkingTest, IllegalRestOfAVariationIsCut) {
  EXPECT_EQ(pv("info depth 7 pv d2d4 d2d4 e7e5"), "d4");
  EXPECT_EQ(pv("info depth 7 pv e2e5 e7e5"), "");
  EXPECT_EQ(pv("info depth 7 pv d2d4 d7d5 junk"), "d4 d5");
}

TEST_F(ThinkingTest, VariationsMayBeInSan) {
  EXPECT_EQ(pv("info depth 7 pv e4 e5 Nf3 Nc6 Bb5 a6 O-O"), "e4 e5 Nf3 Nc6 Bb5 a6 O-O");
}

TEST_F(ThinkingTest, PromoteWorkAroundAddsTheQueen) {
  constexpr std::string_view kFen = "8/k3P3/8/8/8/8/8/7K w - - 0 1";
  begin(game_after("", kFen));
  EXPECT_EQ(pv("info depth 3 pv e7e8 a7b7 h1g1"), "");
  set(OptionId::promote_work_around, "true");
  begin(game_after("", kFen));
  EXPECT_EQ(pv("info depth 3 pv e7e8 a7b7 h1g1"), "e8=Q Kb7 Kg1");
}

TEST_F(ThinkingTest, ShowsNoMoreThan255Moves) {
  std::string moves;
  for (int i = 0; i < 100; ++i) moves += " g1f3 g8f6 f3g1 f6g8";
  const std::string san = pv("info depth 5 pv" + moves);
  EXPECT_EQ(std::count(san.begin(), san.end(), ' '), 254);
  EXPECT_EQ(pv("info depth 6 pv" + moves + " e2e4"), san);
}

/// After a change of the variation, the result must be the same as for reading the whole variation.
TEST_F(ThinkingTest, KeepsWhatVariationsShare) {
  constexpr std::string_view kVariations[] = {"e2e4 e7e5 g1f3 b8c6 f1b5",
                                              "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5",
                                              "e2e4 e7e5",
                                              "e2e4 e7e5 g1f3",
                                              "e2e4 e7e6 d2d4",
                                              "e2e4 e7e6 d2d4 d7d5 e4e5",
                                              "d2d4",
                                              "d2d4 x",
                                              "d2d4 d7d5",
                                              "d2d4 d7d5  c2c4",
                                              "d2d4 d7d5 c2",
                                              "d2d4 d7d5 c2c3"};
  for (const std::string_view moves : kVariations) {
    const std::string line = "info depth 9 pv " + std::string(moves);
    ThinkingOutput fresh(options_);
    fresh.begin(Game(), false);
    EXPECT_EQ(pv(line), fresh.add(protocol::parse_uci_info(line))->pv) << moves;
  }
}

TEST_F(ThinkingTest, EveryRankKeepsItsOwnVariation) {
  for (int depth = 1; depth < 4; ++depth) {
    for (int rank = 1; rank <= 20; ++rank) {
      const bool even = rank % 2 == 0;
      const std::string line = "info depth " + std::to_string(depth) + " multipv " + std::to_string(rank) +
                               " score cp " + std::to_string(-rank) + " pv ";
      EXPECT_EQ(pv(line + (even ? "e2e4 e7e5" : "d2d4 d7d5")), even ? "e4 e5" : "d4 d5");
    }
  }
  EXPECT_EQ(main_line(), "d4 d5");
}

TEST_F(ThinkingTest, TheExpectedMoveIsInParenthesesUntilItIsPlayed) {
  begin(game_after("a2a3 a7a5"), true);
  EXPECT_EQ(pv("info depth 5 score cp 16 nodes 500 time 50 pv a1a2 a5a4"), "(a5) Ra2 a4");
  EXPECT_EQ(main_line(), "(a5) Ra2 a4");
  EXPECT_EQ(pv("info depth 5 pv junk"), "(a5) ");
  EXPECT_EQ(pv("info depth 5 pv a1a2 a5a4"), "(a5) Ra2 a4");
  thinking_.ponder_hit();
  EXPECT_EQ(main_line(), "Ra2 a4");
  EXPECT_EQ(pv("info depth 6 pv a1a2 a5a4 e2e4"), "Ra2 a4 e4");
}

TEST_F(ThinkingTest, ScoreWhiteTurnsOnlyTheShownScoreOfBlack) {
  set(OptionId::score_white, "true");
  begin(game_after("e2e4"));
  const Thinking* const black = add("info depth 3 score cp 25 pv e7e5");
  EXPECT_TRUE(black->negated);
  EXPECT_EQ(black->score.value, 25);
  EXPECT_EQ(thinking_.score()->value, 25);
  begin();
  EXPECT_FALSE(add("info depth 3 score cp 25 pv e2e4")->negated);
}

TEST_F(ThinkingTest, StyleReachesTheLines) {
  set(OptionId::mate_score, "10000");
  set(OptionId::show_tb_hits, "true");
  const Thinking* const line = add("info depth 3 score mate 2 pv e2e4");
  EXPECT_EQ(line->mate_score, 10000);
  EXPECT_TRUE(line->show_tablebase_hits);
  set(OptionId::show_tb_hits, "false");
  EXPECT_FALSE(thinking_.main_line()->show_tablebase_hits) << "a line that is shown again";
}

TEST_F(ThinkingTest, KeepsTheScoreBeyondTheSearch) {
  EXPECT_FALSE(thinking_.score());
  add("info depth 3 score cp -700 pv a2a3");
  begin(game_after("e2e4"));
  ASSERT_TRUE(thinking_.score());
  EXPECT_EQ(thinking_.score()->value, -700);
}

TEST_F(ThinkingTest, TellsHowFarTheSearchIs) {
  add("info depth 2 score cp 20 nodes 200 time 20 pv a2a3 a7a5");
  EXPECT_EQ(thinking_.progress().current_move, "");
  add("info currmove e2e4 currmovenumber 1");
  const protocol::Progress progress = thinking_.progress();
  EXPECT_EQ(progress.depth, 2);
  EXPECT_EQ(progress.nodes, 200U);
  EXPECT_EQ(progress.time, 20U);
  EXPECT_EQ(progress.current_move, "e4");
  EXPECT_EQ(progress.moves, 20);
  EXPECT_EQ(progress.moves_left, 19);

  add("info currmove e2e5 currmovenumber 99");
  EXPECT_EQ(thinking_.progress().current_move, "");
  begin();
  EXPECT_EQ(thinking_.progress().current_move, "");
}

TEST_F(ThinkingTest, RemarksMayNeedADepthOfTwo) {
  EXPECT_EQ(thinking_.remark_depth(), 1);
  set(OptionId::wb_work_arounds2, "true");
  EXPECT_EQ(thinking_.remark_depth(), 2);
  EXPECT_EQ(add("info depth 1 pv a2a3")->depth, 1);
  add("info depth 7 pv a2a3");
  EXPECT_EQ(thinking_.remark_depth(), 7);
}

}  // namespace
}  // namespace polyglot::session
