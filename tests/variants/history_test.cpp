// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <polyglot/variants/history.hpp>
#include <polyglot/variants/notation.hpp>

#include "variants/helpers.hpp"

namespace polyglot::variants {
namespace {

using testing::position_of;

/// How a game stands after the same moves were played some times.
Outcome after(const std::string& variant, const std::string& fen, const std::vector<std::string>& moves,
              int times) {
  Position position = position_of(variant, fen);
  std::vector<Occurrence> game{occurrence_of(position)};
  for (int i = 0; i < times; ++i) {
    for (const std::string& move : moves) {
      position.make(move_from_uci(position, move).value());
      game.push_back(occurrence_of(position));
    }
  }
  return history_outcome(position, game);
}

const std::vector<std::string> kRooks = {"a1b1", "a8b8", "b1a1", "b8a8"};
constexpr const char* kTwoRooks = "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1";

TEST(VariantHistory, AThirdOccurrenceDraws) {
  EXPECT_EQ(after("crazyhouse", kTwoRooks, kRooks, 1).ending, Ending::none);
  const Outcome outcome = after("crazyhouse", kTwoRooks, kRooks, 2);
  EXPECT_EQ(outcome.ending, Ending::repetition);
  EXPECT_EQ(outcome.winner, std::nullopt);
}

TEST(VariantHistory, RightsThatAreLostMakeAnotherPosition) {
  constexpr const char* kWithRights = "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1";
  EXPECT_EQ(after("normal", kWithRights, kRooks, 2).ending, Ending::none);
  EXPECT_EQ(after("normal", kWithRights, kRooks, 3).ending, Ending::repetition);
}

TEST(VariantHistory, ChecksThatWereGivenMakeAnotherPosition) {
  const std::vector<std::string> moves = {"a1a8", "e8e7", "a8a1", "e7e8"};
  constexpr const char* kRook = "4k3/8/8/8/8/8/8/R3K3 w - - 5+5 0 1";
  EXPECT_EQ(after("5check", kRook, moves, 2).ending, Ending::none);
  EXPECT_EQ(after("normal", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", moves, 2).ending, Ending::repetition);
}

TEST(VariantHistory, ShogiIsDrawnAtTheFourth) {
  constexpr const char* kShogi = "4k4/9/9/9/9/9/9/9/4K4[-] w 0 1";
  const std::vector<std::string> kings = {"e1d1", "e9d9", "d1e1", "d9e9"};
  EXPECT_EQ(after("shogi", kShogi, kings, 2).ending, Ending::none);
  EXPECT_EQ(after("shogi", kShogi, kings, 3).ending, Ending::repetition);
  EXPECT_EQ(after("shogi", kShogi, kings, 3).winner, std::nullopt);
}

TEST(VariantHistory, MinishogiIsLostByWhoBegan) {
  const Outcome outcome = after("minishogi", "4k/5/5/5/K4[-] w 0 1", {"a1b1", "e5d5", "b1a1", "d5e5"}, 3);
  EXPECT_EQ(outcome.ending, Ending::repetition);
  EXPECT_EQ(outcome.winner, Color::black);
}

TEST(VariantHistory, APerpetualCheckLosesInShogi) {
  const Outcome shogi =
      after("shogi", "4k4/9/9/9/9/9/9/3R5/4K4[-] w 0 1", {"d2e2", "e9d9", "e2d2", "d9e9"}, 3);
  EXPECT_EQ(shogi.ending, Ending::perpetual_check);
  EXPECT_EQ(shogi.winner, Color::black);
  // Black gives the checks here, and the position first occurs when it is White's turn.
  const std::vector<std::string> blacks = {"f1e1", "f3e3", "e1f1", "e3f3"};
  const Outcome other = after("shogi", "3k5/9/9/9/9/9/5r3/9/5K3[-] w 0 1", blacks, 3);
  EXPECT_EQ(other.ending, Ending::perpetual_check);
  EXPECT_EQ(other.winner, Color::white);
  // In xiangqi a perpetual chase would lose as well, so Polyglot judges neither.
  EXPECT_EQ(after("xiangqi", "3k5/9/9/9/9/9/9/5r3/9/5K3 w - - 0 1", blacks, 3).ending, Ending::none);
  // In chess it draws.
  EXPECT_EQ(after("normal", "4k3/8/8/8/8/8/3R4/7K w - - 0 1", {"d2e2", "e8d8", "e2d2", "d8e8"}, 2).winner,
            std::nullopt);
}

TEST(VariantHistory, QuietMovesDrawWhereThereIsALimit) {
  const auto quiet = [](const std::string& variant, const std::string& fen) {
    return history_outcome(position_of(variant, fen), {}).ending;
  };
  EXPECT_EQ(quiet("normal", "4k3/8/8/8/8/8/8/4K3 w - - 99 80"), Ending::none);
  EXPECT_EQ(quiet("normal", "4k3/8/8/8/8/8/8/4K3 w - - 100 80"), Ending::quiet_moves);
  EXPECT_EQ(quiet("shogi", "4k4/9/9/9/9/9/9/9/4K4[-] w 300 200"), Ending::none);
}

}  // namespace
}  // namespace polyglot::variants
