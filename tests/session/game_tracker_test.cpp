// SPDX-License-Identifier: MIT
#include "session/conversations/game_tracker.hpp"

#include "support/testing.hpp"

namespace polyglot::session {
namespace {

bool follow(GameTracker& tracker, std::string_view moves, std::string_view fen = {}) {
  return tracker.set({.readable = true, .fen = fen, .moves = moves}).has_value();
}

std::string fen(const GameTracker& tracker) {
  return tracker.game()->position()->to_fen();
}

TEST(GameTracker, StartsAtTheStartPosition) {
  EXPECT_EQ(fen(GameTracker()), chess::kStartFen);
}

TEST(GameTracker, FollowsAGameThatGrowsShrinksAndBranches) {
  GameTracker tracker;
  for (const std::string_view moves : {"e2e4", "e2e4 e7e5", "e2e4 e7e5 g1f3 b8c6", "e2e4 e7e5",
                                       "e2e4  c7c5\tg1f3", "e2e4 c7c5 g1f3 d7d6", "d2d4", "", "d2d4 d7d5"}) {
    ASSERT_TRUE(follow(tracker, moves)) << moves;
    GameTracker once;
    ASSERT_TRUE(follow(once, moves));
    EXPECT_EQ(fen(tracker), fen(once)) << moves;
    EXPECT_EQ(tracker.game()->ply(), once.game()->ply()) << moves;
  }
}

TEST(GameTracker, DoesNotTakeAPromotionForTheSameMoveWithoutOne) {
  constexpr std::string_view kFen = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
  GameTracker tracker;
  ASSERT_TRUE(follow(tracker, "a7a8q", kFen));
  EXPECT_FALSE(follow(tracker, "a7a8", kFen));
  ASSERT_TRUE(follow(tracker, "a7a8n", kFen));
  EXPECT_EQ(fen(tracker), "N6k/8/8/8/8/8/8/K7 b - - 0 1");
  ASSERT_TRUE(follow(tracker, "a7a8q h8h7", kFen));
  EXPECT_EQ(tracker.game()->ply(), 2U);
}

TEST(GameTracker, ForgetsTheGameOnAnIllegalMoveAndRecovers) {
  GameTracker tracker;
  ASSERT_TRUE(follow(tracker, "e2e4"));
  const auto wrong = tracker.set({.readable = true, .fen = {}, .moves = "e2e4 e7e5 e1e3"});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().what, "move 3, \"e1e3\", is not legal");
  EXPECT_EQ(tracker.game(), nullptr);
  ASSERT_TRUE(follow(tracker, "e2e4 e7e5"));
  EXPECT_EQ(tracker.game()->ply(), 2U);
}

TEST(GameTracker, ForgetsTheGameOnAnUnreadablePosition) {
  GameTracker tracker;
  EXPECT_FALSE(tracker.set({.readable = false, .fen = {}, .moves = {}}));
  EXPECT_EQ(tracker.game(), nullptr);
  EXPECT_FALSE(follow(tracker, "", "8/8/8 w - -"));
  EXPECT_EQ(tracker.game(), nullptr);
  EXPECT_TRUE(follow(tracker, ""));
  EXPECT_EQ(fen(tracker), chess::kStartFen);
}

TEST(GameTracker, FollowsGamesOfAnyLength) {
  std::string moves;
  GameTracker tracker;
  for (int i = 0; i < 1000; ++i) {
    moves += "g1f3 g8f6 f3g1 f6g8 ";
    ASSERT_TRUE(follow(tracker, moves));
  }
  EXPECT_EQ(tracker.game()->ply(), 4000U);
}

}  // namespace
}  // namespace polyglot::session
