#include <gmock/gmock.h>

#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

TEST(Perft, CountsFromAnyPosition) {
  const Outcome outcome = polyglot({"perft", "-fen", kKiwipete, "-max-depth", "3"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("depth= 3 nodes=       99950 leafnodes=       97862 time="));
}

TEST(Perft, RefusesWhatIsNoPositionOrDepth) {
  const Outcome fen = polyglot({"perft", "-fen", "8/8/8/8/8/8/8/8 w - - 0 1"});
  EXPECT_EQ(fen.exit_code, 2);
  EXPECT_THAT(fen.err, HasSubstr("king"));
  EXPECT_EQ(polyglot({"perft", "-max-depth", "0"}).exit_code, 2);
}

}  // namespace
}  // namespace polyglot::tools::test
