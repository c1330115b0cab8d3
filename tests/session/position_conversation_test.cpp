// SPDX-License-Identifier: MIT
#include <polyglot/protocol/cecp.hpp>
#include <polyglot/protocol/uci.hpp>

#include "session/conversations/conversation.hpp"
#include "session/conversations/reply_order.hpp"
#include "session/lines.hpp"
#include "support/testing.hpp"

namespace polyglot::session {
namespace {

/// Counts the lines that it reads.
class CountingFront final : public protocol::Front {
 public:
  explicit CountingFront(std::size_t& parsed) : parsed_(parsed) {}

  [[nodiscard]] protocol::GuiMessage parse(std::string_view line) override {
    ++parsed_;
    return front_.parse(line);
  }
  void print(const protocol::GuiReply& reply, std::string& out) const override { front_.print(reply, out); }

 private:
  protocol::UciFront front_;
  std::size_t& parsed_;
};

/// A UCI GUI, and an engine of the XBoard protocol that answers each `go` when it is to move.
class PositionConversationTest : public testing::Test {
 protected:
  PositionConversationTest() {
    context_.gui = std::make_unique<Gui>(context_, nullptr);
    context_.engine = std::make_unique<Engine>(context_);
    context_.book = std::make_unique<BookPlayer>(context_, book::make_random_source(1), 1);
  }
  void start(const std::string& features) {
    context_.gui->front = std::make_unique<CountingFront>(parsed_);
    context_.gui->is_served = true;
    protocol::CecpBack said;
    std::string answers;
    (void)said.parse_handshake(features, answers);
    context_.engine->dialect = &protocol::kCecp;
    context_.engine->driver = make_cecp_driver(context_, std::move(said));
    conversation_ = make_position_conversation(context_);
  }
  void say(std::string_view line) {
    const protocol::GuiMessage message = context_.gui->front->parse(line);
    conversation_->gui_message(message, line);
  }
  /// Lets the engine answer its lines until there are no more for it.
  void play() {
    while (!context_.effects.to_engine.empty()) {
      const std::string told = std::exchange(context_.effects.to_engine, {});
      for (std::string_view rest = told; !rest.empty();) {
        const std::string_view line = take_line(rest);
        if (line == "?") conversation_->engine_line("move e2e4");
        if (line.starts_with("ping ")) conversation_->engine_line("pong " + std::string(line.substr(5)));
      }
    }
  }
  [[nodiscard]] std::size_t count_told(std::string_view line) const {
    std::size_t count = 0;
    for (std::string_view rest = context_.effects.to_gui; !rest.empty();)
      count += take_line(rest).starts_with(line) ? 1 : 0;
    return count;
  }

  Context context_;
  std::size_t parsed_ = 0;
  std::unique_ptr<Conversation> conversation_;
};

constexpr std::size_t kLines = 20'000;

TEST_F(PositionConversationTest, ReadsWhatWaitsBehindASearchTwiceAtMost) {
  start("feature ping=1 setboard=1 usermove=1 done=1");
  say("position startpos");
  for (std::size_t i = 0; i < kLines; ++i) say("go depth 9 nodes 100000");
  say("stop");
  EXPECT_GT(conversation_->held(), kHeldLimit);  // so that the GUI is left unread long before
  play();
  EXPECT_EQ(count_told("bestmove e2e4"), kLines);
  EXPECT_EQ(conversation_->held(), 0U);
  EXPECT_LT(parsed_, 4 * kLines);
}

TEST_F(PositionConversationTest, KeepsTheOrderOfWhatWaits) {
  start("feature ping=1 setboard=1 usermove=1 done=1");
  say("position startpos");
  say("go infinite");
  context_.effects.clear();
  say("position startpos moves d2d4");
  say("isready");  // of the search that runs
  EXPECT_EQ(std::exchange(context_.effects.to_gui, {}), "readyok\n");
  say("go infinite");
  say("isready");
  say("stop");
  say("position startpos moves c2c4");
  EXPECT_EQ(context_.effects.to_gui, "");
  play();
  EXPECT_EQ(count_told("bestmove"), 2U);
  EXPECT_EQ(context_.effects.to_gui.find("readyok"), context_.effects.to_gui.rfind("readyok"));
  EXPECT_GT(context_.effects.to_gui.find("readyok"), context_.effects.to_gui.find("bestmove"));
  EXPECT_LT(context_.effects.to_gui.find("readyok"), context_.effects.to_gui.rfind("bestmove"));
}

TEST_F(PositionConversationTest, EndsASearchWhenNothingMoreCanWaitForItsEnd) {
  start("feature ping=1 setboard=1 done=1");
  say("position startpos");
  say("go infinite");
  context_.effects.clear();
  for (std::size_t i = 0; i < kLines; ++i) say("position startpos");
  EXPECT_GT(conversation_->held(), kHeldLimit);
  play();
  EXPECT_EQ(count_told("bestmove"), 1U);
  EXPECT_EQ(conversation_->held(), 0U);
}

TEST_F(PositionConversationTest, CountsPingsThatTheEngineOwes) {
  start("feature ping=1 done=1");
  for (std::size_t i = 0; i < 5 * kLines; ++i) say("isready");
  EXPECT_GT(conversation_->held(), kHeldLimit);
  play();
  EXPECT_EQ(count_told("readyok"), 5 * kLines);
  EXPECT_EQ(conversation_->held(), 0U);
}

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
