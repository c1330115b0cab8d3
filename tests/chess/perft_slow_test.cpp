// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <polyglot/chess/position.hpp>

#include "chess/helpers.hpp"

namespace polyglot::chess {
namespace {

TEST(PerftSlow, KiwipeteToDepthSix) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "eight thousand million leaves are too many for an instrumented build";
#endif
  const Position kiwipete =
      testing::position_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  EXPECT_EQ(perft(kiwipete, 6), 8031647685U);
}

}  // namespace
}  // namespace polyglot::chess
