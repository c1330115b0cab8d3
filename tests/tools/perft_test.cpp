// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

using ::testing::HasSubstr;

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
