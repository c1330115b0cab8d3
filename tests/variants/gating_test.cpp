// SPDX-License-Identifier: MIT
#include <cstdint>

#include <gtest/gtest.h>

#include <polyglot/variants/notation.hpp>

#include "variants/helpers.hpp"

namespace polyglot::variants {
namespace {

using testing::position_of;

// XBoard 4.9.1 and Fairy-Stockfish 11.1 refuse these moves.
TEST(Gating, ShieldsNoKing) {
  const Position pinned = position_of("seirawan", "4k3/8/8/8/8/8/8/4K1Nr[H] w GE - 0 1");
  EXPECT_FALSE(move_from_uci(pinned, "g1f3h")) << "the hawk would stand on g1, between rook and king";
  EXPECT_FALSE(move_from_uci(pinned, "g1f3"));
  const Position checked = position_of("seirawan", "4k3/8/8/8/8/8/8/4K2r[H] w E - 0 1");
  EXPECT_FALSE(move_from_uci(checked, "e1d1h")) << "on e1, behind the king that flees along the rank";
  EXPECT_TRUE(move_from_uci(checked, "e1d2h"));
  EXPECT_TRUE(move_from_uci(position_of("seirawan", "4k3/8/8/8/8/8/8/4K1N1[H] w GE - 0 1"), "g1f3h"));
}

// Fairy-Stockfish 11.1 counts these moves.
TEST(Gating, ShieldsNoKingInShouse) {
  struct Case {
    const char* fen;
    const char* illegal;
    const char* legal;
    std::uint64_t moves;
  };
  for (const Case& at : {Case{"4k3/8/8/8/8/8/8/4K1Nr[H] w GE - 0 1", "g1f3h", "e1d1h", 70},
                         Case{"4k3/8/8/8/8/8/8/4KB1r[E] w FE - 0 1", "f1g2e", "e1d1e", 68},
                         Case{"4k3/8/8/8/8/8/8/4KQ1r[R] w FE - 0 1", "f1f2r", "f1g1r", 72},
                         Case{"4k3/8/8/8/8/8/8/4K2r[N] w E - 0 1", "e1d1n", "e1d2n", 8},
                         Case{"4k3/8/8/8/8/8/8/r3K3[B] w E - 0 1", "e1f1b", "e1f2b", 9}}) {
    const Position position = position_of("shouse", at.fen);
    EXPECT_FALSE(move_from_uci(position, at.illegal)) << at.fen;
    EXPECT_TRUE(move_from_uci(position, at.legal)) << at.fen;
    EXPECT_EQ(perft(position, 1), at.moves) << at.fen;
  }
}

TEST(ThreeKings, PromotesToARookAsWell) {
  const Position position = position_of("threekings", "knbqkbnk/P7/8/8/8/8/8/KNBQKBNK w - - 0 1");
  for (const char* const move : {"a7b8q", "a7b8r", "a7b8b", "a7b8n"})
    EXPECT_TRUE(move_from_uci(position, move)) << move;
}

}  // namespace
}  // namespace polyglot::variants
