// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

/// The lines without the banner, times and speeds.
std::string counts(const std::string& output) {
  std::string text;
  for (std::size_t at = output.find("depth="); at != std::string::npos; at = output.find("depth=", at + 1))
    text += output.substr(at, output.find(" time=", at) - at) + "\n";
  return text;
}

TEST(PerftDifferential, CountsAsPolyglot204Does) {
  if (!has_old_polyglot()) GTEST_SKIP() << "no Polyglot 2.0.4 here";
  for (const char* const fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                                "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                                "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
                                "r2k2r1/8/8/8/8/8/8/R1RK1RR1 w FCga - 0 1"}) {
    const std::vector<std::string> arguments{"perft", "-fen", fen, "-max-depth", "4"};
    const std::string expected = counts(old_polyglot(arguments).out);
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(counts(polyglot(arguments).out), expected) << fen;
  }
}

}  // namespace
}  // namespace polyglot::tools::test
