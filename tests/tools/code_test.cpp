// SPDX-License-Identifier: MIT
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

/// The codes of moves. The options come before them.
std::string output_of(const Arguments& options, const Arguments& moves) {
  const Outcome outcome = polyglot(Arguments{"key"} + options + Arguments{"--code"} + moves);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return outcome.out;
}

TEST(Code, GoesBothWays) {
  EXPECT_EQ(output_of({}, {"e2e4", "031c", "0x031c", "Nf3", "e7e8q"}),
            "031c e2e4\n031c e2e4\n031c e2e4\n0195 g1f3\n4d3c e7e8q\n");
  EXPECT_EQ(output_of({"e4", "e5"}, {"Bc4"}), "015a f1c4\n");
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

TEST(Code, TellsWhatIsNoMoveAndGoesOn) {
  EXPECT_THAT(
      polyglot({"key", "-code", "e2e4", "zz", "d2d4"}),
      Fails(1, HasSubstr("polyglot key: \"zz\" is neither a move nor a code"), "031c e2e4\n02db d2d4\n"));
}

TEST(Code, TellsWhatIsNotLegal) {
  EXPECT_THAT(polyglot({"key", "startpos", "-variant", "atomic", "-code", "e2e5", "e2e4"}),
              Fails(1, HasSubstr("\"e2e5\" is no legal move in rnbqkbnr/"), "0324 e2e5\n031c e2e4\n"));
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

constexpr const char* kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

TEST(Perft, CountsFromAnyPosition) {
  EXPECT_THAT(polyglot({"perft", "-fen", kKiwipete, "-max-depth", "3"}),
              Succeeds(HasSubstr("depth= 3 nodes=       99950 leafnodes=       97862 time=")));
}

/// As Fairy-Stockfish counts.
TEST(Perft, CountsInVariants) {
  EXPECT_THAT(polyglot({"perft", "-variant", "makruk", "-max-depth", "3"}).out,
              HasSubstr("leafnodes=       12012 "));
  EXPECT_THAT(polyglot({"perft", "-variant", "crazyhouse", "-fen", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"}).out,
              HasSubstr("leafnodes=          67 "));
  EXPECT_EQ(polyglot({"perft", "-variant", "no-such"}).exit_code, 2);
}

TEST(Perft, RefusesWhatIsNoPositionOrDepth) {
  EXPECT_THAT(polyglot({"perft", "-fen", "8/8/8/8/8/8/8/8 w - - 0 1"}), Fails(2, HasSubstr("king")));
  EXPECT_EQ(polyglot({"perft", "-max-depth", "0"}).exit_code, 2);
}

}  // namespace
}  // namespace polyglot::tools::test
