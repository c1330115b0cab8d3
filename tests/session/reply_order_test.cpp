// SPDX-License-Identifier: MIT
#include "session/conversations/reply_order.hpp"

#include <gtest/gtest.h>

namespace polyglot::session {
namespace {

using After = ReplyOrder::After;

std::string released(ReplyOrder& order) {
  std::string out;
  order.release(out);
  return out;
}

TEST(ReplyOrder, AnswersAtOnceWhenNothingIsDue) {
  ReplyOrder order;
  order.add("a", After::ready_and_best_move);
  EXPECT_EQ(released(order), "a");
}

TEST(ReplyOrder, WaitsForEverythingAskedBeforeAndNothingAskedLater) {
  ReplyOrder order;
  order.expect_ready();
  order.add("a", After::ready_and_best_move);
  order.expect_ready();
  order.add("b", After::ready_and_best_move);
  EXPECT_EQ(released(order), "");
  EXPECT_TRUE(order.ready_arrived());
  EXPECT_EQ(released(order), "a");
  EXPECT_TRUE(order.ready_arrived());
  EXPECT_EQ(released(order), "b");
}

TEST(ReplyOrder, LetsASearchRunForAnswersThatAreNoBestMoves) {
  ReplyOrder order;
  order.expect_best_move();
  order.add("identity", After::ready);
  EXPECT_EQ(released(order), "identity");
  order.add("book", After::ready_and_best_move);
  EXPECT_EQ(released(order), "");
  EXPECT_TRUE(order.best_move_arrived());
  EXPECT_EQ(released(order), "book");
}

TEST(ReplyOrder, KnowsWhatNobodyAskedFor) {
  ReplyOrder order;
  EXPECT_FALSE(order.ready_arrived());
  EXPECT_FALSE(order.best_move_arrived());
  order.expect_best_move();
  EXPECT_TRUE(order.searching());
  EXPECT_TRUE(order.best_move_arrived());
  EXPECT_FALSE(order.searching());
  EXPECT_FALSE(order.best_move_arrived());
}

TEST(ReplyOrder, GivesEverythingAtTheEnd) {
  ReplyOrder order;
  order.expect_ready();
  order.add("a", After::ready);
  order.add("b", After::ready);
  EXPECT_EQ(order.waiting(), 2U);
  std::string out;
  order.release_all(out);
  EXPECT_EQ(out, "ab");
  EXPECT_EQ(order.waiting(), 0U);
}

}  // namespace
}  // namespace polyglot::session
