// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <polyglot/pgn/game_reader.hpp>
#include <polyglot/pgn/game_text.hpp>

namespace polyglot::pgn {
namespace {

TEST(Variant, KnowsTheNamesOfChess) {
  for (const char* name :
       {"", "?", "-", "Standard", "normal", "Chess", "From Position", "chess960", "Chess 960", "Chess-960",
        "fischerandom", "FischerRandom", "Fischer Random Chess", "FRC"})
    EXPECT_TRUE(is_chess(name)) << name;
}

TEST(Variant, KnowsOtherGames) {
  for (const char* name : {"Crazyhouse", "Atomic", "Three-check", "King of the Hill", "Antichess", "Horde",
                           "Racing Kings", "suicide", "bughouse", "capablanca", "shogi", "wild/5"})
    EXPECT_FALSE(is_chess(name)) << name;
}

TEST(Variant, IsChessWithoutATag) {
  GameReader reader("[Event \"A\"]\n\n*\n\n[Event \"B\"]\n[Variant \"Atomic\"]\n\n*");
  GameText game;
  ASSERT_TRUE(reader.next(game));
  EXPECT_TRUE(is_chess(game));
  ASSERT_TRUE(reader.next(game));
  EXPECT_FALSE(is_chess(game));
}

}  // namespace
}  // namespace polyglot::pgn
