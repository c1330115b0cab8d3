// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

using ::testing::HasSubstr;
using Arguments = std::vector<std::string>;

/// The codes of moves. The options come before them.
std::string output_of(Arguments arguments, const Arguments& moves) {
  arguments.insert(arguments.begin(), "key");
  arguments.emplace_back("--code");
  arguments.insert(arguments.end(), moves.begin(), moves.end());
  const Outcome outcome = polyglot(arguments);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return outcome.out;
}

TEST(Code, GoesBothWays) {
  EXPECT_EQ(output_of({}, {"e2e4", "031c", "0x031c", "Nf3", "e7e8q"}),
            "031c e2e4\n031c e2e4\n031c e2e4\n0195 g1f3\n4d3c e7e8q\n");
  EXPECT_EQ(output_of({"e4", "e5"}, {"Bc4"}), "015a f1c4\n");
}

TEST(Code, CastlingIsTheKingTakingHisRook) {
  EXPECT_EQ(output_of({"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"}, {"O-O", "e1c1", "0107"}),
            "0107 e1g1\n0100 e1c1\n0107 e1g1\n");
}

// Source of the codes: XBoard 4.9.
TEST(Code, KnowsMovesOfVariants) {
  EXPECT_EQ(output_of({"-variant", "crazyhouse"}, {"P@d5", "9423"}), "9423 P@d5\n9423 P@d5\n");
  EXPECT_EQ(output_of({"-variant", "capablanca",
                       "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQK3R w KQkq - 0 1"},
                      {"O-O"}),
            "0198 f1i1\n");
  EXPECT_EQ(output_of({"-variant", "shogi"}, {"7g7f", "c3c4"}), "0671 c3c4\n0671 c3c4\n");
}

TEST(Code, CountsTheRanksOfXiangqiFromOne) {
  EXPECT_EQ(output_of({"-variant", "xiangqi"}, {"h3e3", "Che3", "h0g2"}),
            "08e0 h3e3\n08e0 h3e3\n028e h1g3\n");
}

TEST(Code, WorkedExamplesOfCompactCodes) {
  EXPECT_EQ(
      output_of({"-board", "16x16"}, {"c3c9", "c9-c3", "d4g7", "g4d7", "d7g4", "g1h3", "h3g1", "e11e12+"}),
      "1482 c3c9\n2422 c9-c3\n0a66 d4g7\n0b63 g4d7\n3336 d7g4\n3c27 g1h3\n4006 h3g1\n94b4 e11e12+\n");
  EXPECT_EQ(output_of({"-board", "16x16"}, {"1482", "94b4"}), "1482 c3c9\n94b4 e11e12+\n");
  EXPECT_EQ(output_of({"-board", "16x16", "-color", "black"}, {"e12e11"}), "00a4 e12e11\n");
}

TEST(Code, TellsWhatIsNoMoveAndGoesOn) {
  const Outcome outcome = polyglot({"key", "-code", "e2e4", "zz", "d2d4"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.out, "031c e2e4\n02db d2d4\n");
  EXPECT_THAT(outcome.err, HasSubstr("polyglot key: \"zz\" is neither a move nor a code"));
}

TEST(Code, TellsWhatIsNotLegal) {
  const Outcome outcome = polyglot({"key", "startpos", "-variant", "atomic", "-code", "e2e5", "e2e4"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.out, "0324 e2e5\n031c e2e4\n");
  EXPECT_THAT(outcome.err, HasSubstr("\"e2e5\" is no legal move in rnbqkbnr/"));
}

TEST(Code, MovesWhoseCodeDoesNotFitHaveNone) {
  const TemporaryFolder folder;
  const std::string rules = folder / "large.ini";
  write_file(rules,
             "[large]\nlike = normal\nboard = 16x16\nkey = 60\ncastling = -\npromotion ranks = 16\n"
             "start = 4k11/P15/16/16/16/16/16/16/16/16/16/16/16/16/16/K15 w - - 0 1\n");
  const Outcome outcome = polyglot(
      {"key", "-variants", rules, "-variant", "large", "startpos", "-code", "a15a16q", "a1b1", "a15a16r"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.out, "0001 a1b1\n");
  EXPECT_THAT(outcome.err, HasSubstr("\"a15a16q\" has no code"));

  const std::string book = folder / "large.bin";
  const Outcome made =
      polyglot({"make-book", "-", "-bin", book, "-variant", "large", "-variants", rules, "-min-game", "1"},
               {.input = "[Variant \"large\"]\n[Result \"1-0\"]\n\n1. Kb1 Kf16 2. a16=Q 1-0\n\n"});
  EXPECT_EQ(made.exit_code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr(": 1 entry"));
}

TEST(Code, RefusesWhatDoesNotGoTogether) {
  for (const Arguments& wrong : {Arguments{"key", "-board", "16x16"},
                                 {"key", "-board", "16x16", "-variant", "chu", "-code", "c3c9"},
                                 {"key", "-board", "20x20", "-code", "c3c9"},
                                 {"key", "-board", "16", "-code", "c3c9"},
                                 {"key", "-color", "black", "-code", "e7e5"},
                                 {"key", "startpos", "518", "-code", "e4"},
                                 {"key", "-variant", "no such", "-code", "e2e4"}})
    EXPECT_EQ(polyglot(wrong).exit_code, 2) << wrong[1];
}

}  // namespace
}  // namespace polyglot::tools::test
