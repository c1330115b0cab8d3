// SPDX-License-Identifier: MIT
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

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
  const Outcome outcome = polyglot({"perft", "-fen", kKiwipete, "-max-depth", "3"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("depth= 3 nodes=       99950 leafnodes=       97862 time="));
}

/// As Fairy-Stockfish counts.
TEST(Perft, CountsInVariants) {
  const Outcome start = polyglot({"perft", "-variant", "makruk", "-max-depth", "3"});
  EXPECT_THAT(start.out, HasSubstr("leafnodes=       12012 "));
  const Outcome middle =
      polyglot({"perft", "-variant", "crazyhouse", "-fen", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"});
  EXPECT_THAT(middle.out, HasSubstr("leafnodes=          67 "));
  EXPECT_EQ(polyglot({"perft", "-variant", "no-such"}).exit_code, 2);
}

TEST(Perft, RefusesWhatIsNoPositionOrDepth) {
  const Outcome fen = polyglot({"perft", "-fen", "8/8/8/8/8/8/8/8 w - - 0 1"});
  EXPECT_EQ(fen.exit_code, 2);
  EXPECT_THAT(fen.err, HasSubstr("king"));
  EXPECT_EQ(polyglot({"perft", "-max-depth", "0"}).exit_code, 2);
}

}  // namespace
}  // namespace polyglot::tools::test
