// SPDX-License-Identifier: MIT
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include <polyglot/protocol/uci.hpp>

namespace polyglot::protocol {
namespace {

TEST(UciInfo, ReadsWhatStockfishWrites) {
  const Info info = parse_uci_info(
      "info depth 24 seldepth 31 multipv 2 score cp -35 nodes 12345678901 nps 987654 hashfull 341 tbhits 17 "
      "time 12500 pv e7e5 g1f3 b8c6 a7a8q");
  EXPECT_EQ(info.depth, 24);
  EXPECT_EQ(info.selective_depth, 31);
  EXPECT_EQ(info.multipv, 2);
  ASSERT_TRUE(info.score);
  EXPECT_FALSE(info.score->is_mate);
  EXPECT_EQ(info.score->value, -35);
  EXPECT_EQ(info.score->bound, Score::Bound::exact);
  EXPECT_EQ(info.nodes, 12345678901U);
  EXPECT_EQ(info.nps, 987654U);
  EXPECT_EQ(info.tablebase_hits, 17U);
  EXPECT_EQ(info.time, 12500U);
  EXPECT_EQ(info.pv, "e7e5 g1f3 b8c6 a7a8q");
  EXPECT_EQ(info.text, "");
}

TEST(UciInfo, LeavesOutWhatIsNotSaid) {
  const Info info = parse_uci_info("info depth 3");
  EXPECT_EQ(info.depth, 3);
  EXPECT_FALSE(info.selective_depth || info.multipv || info.score || info.nodes || info.nps || info.time ||
               info.tablebase_hits || info.win_draw_loss || info.current_move_number);
  EXPECT_EQ(info.pv, "");
  EXPECT_EQ(info.current_move, "");
}

TEST(UciInfo, ReadsMatesAndBounds) {
  const Info lower = parse_uci_info("info depth 5 score cp 30 lowerbound pv e2e4");
  EXPECT_EQ(lower.score->bound, Score::Bound::lower);
  EXPECT_EQ(lower.pv, "e2e4");
  EXPECT_EQ(parse_uci_info("info score upperbound cp 30").score->bound, Score::Bound::upper);

  const Info mated = parse_uci_info("info score mate -3 upperbound nodes 7");
  EXPECT_TRUE(mated.score->is_mate);
  EXPECT_EQ(mated.score->value, -3);
  EXPECT_EQ(mated.score->bound, Score::Bound::upper);
  EXPECT_EQ(mated.nodes, 7U);
}

TEST(UciInfo, ReadsTheMoveBeingSearched) {
  const Info info = parse_uci_info("info depth 7 currmove e2e4 currmovenumber 3");
  EXPECT_EQ(info.current_move, "e2e4");
  EXPECT_EQ(info.current_move_number, 3);
  EXPECT_EQ(parse_uci_info("info currmove depth 5").depth, 5);
}

TEST(UciInfo, ReadsWinDrawLossOnlyWhole) {
  const Info whole = parse_uci_info("info wdl 400 350 250 depth 9");
  EXPECT_EQ(whole.win_draw_loss, (std::array{400, 350, 250}));
  EXPECT_EQ(whole.depth, 9);
  const Info part = parse_uci_info("info wdl 400 350 depth 9");
  EXPECT_FALSE(part.win_draw_loss);
  EXPECT_EQ(part.depth, 9);
  const Info bound = parse_uci_info("info depth 7 score cp -6 wdl 3 977 20 upperbound nodes 2000 pv g8f6");
  EXPECT_EQ(bound.score->bound, Score::Bound::upper) << "as Stockfish writes it";
  EXPECT_EQ(bound.nodes, 2000U);
}

// Defect 40 of 2.0.4: its numbers wrapped at 32 bits.
TEST(UciInfo, HugeNumbersSaturateInsteadOfWrapping) {
  const Info info = parse_uci_info(
      "info depth 99999999999 nodes 18446744073709551615 nps 99999999999999999999 time 5000000000 "
      "score cp 99999999999999999999");
  EXPECT_EQ(info.depth, std::numeric_limits<int>::max());
  EXPECT_EQ(info.nodes, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(info.nps, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(info.time, 5000000000U);
  EXPECT_EQ(info.score->value, std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(parse_uci_info("info score cp -99999999999999999999").score->value,
            -std::numeric_limits<std::int64_t>::max());
}

TEST(UciInfo, NumbersThatAreNoneAreNotSaid) {
  const Info info = parse_uci_info("info depth -4 seldepth x multipv 1x nodes -1 time 1.5 nps 7 score cp y");
  EXPECT_FALSE(info.depth || info.selective_depth || info.multipv || info.nodes || info.time || info.score);
  EXPECT_EQ(info.nps, 7U);
}

TEST(UciInfo, AKeywordIsNoValue) {
  const Info info = parse_uci_info("info depth score cp nodes 5");
  EXPECT_FALSE(info.depth);
  EXPECT_FALSE(info.score);
  EXPECT_EQ(info.nodes, 5U);
}

TEST(UciInfo, ScoresMayHaveAPlus) {
  EXPECT_EQ(parse_uci_info("info score cp +30 depth 2").score->value, 30);
  EXPECT_FALSE(parse_uci_info("info score cp +-30").score);
}

TEST(UciInfo, KnownWordsWithoutUseArePassedOver) {
  const Info info = parse_uci_info(
      "info cpuload 900 hashfull 12 sbhits 3 currline 1 e2e4 e7e5 refutation d1h5 g6h5 depth 4");
  EXPECT_EQ(info.depth, 4);
  EXPECT_EQ(info.text, "");
  EXPECT_EQ(info.pv, "");
}

TEST(UciInfo, UnknownWordsAmongKnownOnesArePassedOver) {
  const Info info = parse_uci_info("info depth 4 movesleft 33 score cp 8 pv a2a3");
  EXPECT_EQ(info.depth, 4);
  EXPECT_EQ(info.score->value, 8);
  EXPECT_EQ(info.pv, "a2a3");
  EXPECT_EQ(info.text, "");
}

TEST(UciInfo, StringTakesTheRestOfTheLine) {
  const Info info = parse_uci_info("info depth 6 string  50% depth 9 pv done ");
  EXPECT_EQ(info.depth, 6);
  EXPECT_EQ(info.text, "50% depth 9 pv done");
  EXPECT_EQ(info.pv, "");
  EXPECT_EQ(parse_uci_info("info string").text, "");
}

TEST(UciInfo, ALineThatBeginsUnknownIsARemark) {
  EXPECT_EQ(parse_uci_info("info foo bar  baz").text, "foo bar  baz");
  EXPECT_EQ(parse_uci_info("info foo depth 3").text, "foo depth 3");
  EXPECT_FALSE(parse_uci_info("info foo depth 3").depth);
}

TEST(UciInfo, AVariationEndsAtAKeywordThatFollows) {
  const Info info = parse_uci_info("info depth 9 pv e2e4 e7e5 g1f3 nodes 5 time 3");
  EXPECT_EQ(info.pv, "e2e4 e7e5 g1f3");
  EXPECT_EQ(info.nodes, 5U);
  EXPECT_EQ(info.time, 3U);
  const Info promoted = parse_uci_info("info pv a7a8q b2 e4 string hello");
  EXPECT_EQ(promoted.pv, "a7a8q b2 e4");
  EXPECT_EQ(promoted.text, "hello");
}

TEST(UciInfo, ReadsVariationsInAnyNotation) {
  EXPECT_EQ(parse_uci_info("info pv Nf3 d5 O-O Qxh7+").pv, "Nf3 d5 O-O Qxh7+");
  EXPECT_EQ(parse_uci_info("info pv  e2e4  e7e5 ").pv, "e2e4  e7e5");
  EXPECT_EQ(parse_uci_info("info pv").pv, "");
  EXPECT_EQ(parse_uci_info("info pv depth 3").pv, "");
}

TEST(UciInfo, EmptyLinesSayNothing) {
  for (const std::string_view line : {"", "info", "info   "}) {
    const Info info = parse_uci_info(line);
    EXPECT_FALSE(info.depth || info.score) << line;
    EXPECT_EQ(info.text, "") << line;
  }
}

TEST(UciInfo, TabsAreBlanks) {
  const Info info = parse_uci_info("info\tdepth\t5\tpv\te2e4\te7e5\tnodes\t3");
  EXPECT_EQ(info.depth, 5);
  EXPECT_EQ(info.pv, "e2e4\te7e5");
  EXPECT_EQ(info.nodes, 3U);
}

}  // namespace
}  // namespace polyglot::protocol
