// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <polyglot/variants/notation.hpp>

#include "variants/helpers.hpp"

namespace polyglot::variants {
namespace {

using testing::position_of;

// XBoard 4.9.1 and Fairy-Stockfish 11.1 refuse these moves: see docs/variants-perft.md.
TEST(Gating, ShieldsNoKing) {
  const Position pinned = position_of("seirawan", "4k3/8/8/8/8/8/8/4K1Nr[H] w GE - 0 1");
  EXPECT_FALSE(move_from_uci(pinned, "g1f3h")) << "the hawk would stand on g1, between rook and king";
  EXPECT_FALSE(move_from_uci(pinned, "g1f3"));
  const Position checked = position_of("seirawan", "4k3/8/8/8/8/8/8/4K2r[H] w E - 0 1");
  EXPECT_FALSE(move_from_uci(checked, "e1d1h")) << "on e1, behind the king that flees along the rank";
  EXPECT_TRUE(move_from_uci(checked, "e1d2h"));
  EXPECT_TRUE(move_from_uci(position_of("seirawan", "4k3/8/8/8/8/8/8/4K1N1[H] w GE - 0 1"), "g1f3h"));
}

TEST(ThreeKings, PromotesToARookAsWell) {
  const Position position = position_of("threekings", "knbqkbnk/P7/8/8/8/8/8/KNBQKBNK w - - 0 1");
  for (const char* const move : {"a7b8q", "a7b8r", "a7b8b", "a7b8n"})
    EXPECT_TRUE(move_from_uci(position, move)) << move;
}

}  // namespace
}  // namespace polyglot::variants
