// SPDX-License-Identifier: MIT
#include <polyglot/proxy/engine_pool.hpp>

#include "proxy/quit_deadline.hpp"
#include "support/testing.hpp"

namespace polyglot::proxy {
namespace {

using namespace std::chrono_literals;

TEST(EngineSettings, TakeNoneThatChangesNothing) {
  session::EngineOptions options;
  for (const char* const name : {"UCI_Opponent", "UCI_ShowWDL", "Hash", "Contempt"}) {
    protocol::EngineOption option;
    option.name = name;
    options.declare(option);
    options.note(name, "5");
  }
  EXPECT_EQ(settings_of(options), "Contempt=5;Hash=5");
}

/// The test sets the time.
class QuitDeadlineTest : public testing::Test {
 protected:
  using Look = QuitDeadline::Look;

  /// When Polyglot gives an engine up that looks like this every second; nothing if not within two hours.
  std::optional<std::chrono::seconds> end_of(Look look) {
    for (auto second = 1s; second <= 7200s; ++second)
      if (deadline_.ends(start_ + second, look)) return second;
    return std::nullopt;
  }

  QuitDeadline::Clock::time_point start_;
  QuitDeadline deadline_{5s, start_};
};

TEST_F(QuitDeadlineTest, IsOverWithAnEngineThatDoesNothing) {
  EXPECT_EQ(end_of({}), 5s);
}

TEST_F(QuitDeadlineTest, IsEndlessWithOneThatReads) {
  EXPECT_EQ(end_of({.has_read = true}), std::nullopt);
}

TEST_F(QuitDeadlineTest, LastsAMinuteWithOneThatAnswersForEver) {
  EXPECT_EQ(end_of({.has_answered = true}), 60s);
}

TEST_F(QuitDeadlineTest, LeavesAllAnswersToAListenerThatIsSlow) {
  EXPECT_EQ(end_of({.has_answered = true, .must_wait = true}), std::nullopt);
}

TEST_F(QuitDeadlineTest, CountsTheTimeBetweenThatWhichTheListenerTakes) {
  auto now = start_;
  for (int i = 0; i < 59; ++i) {
    ASSERT_FALSE(deadline_.ends(now += 10s, {.has_answered = true, .must_wait = true}));
    ASSERT_FALSE(deadline_.ends(now += 1s, {.has_answered = true}));
  }
  EXPECT_TRUE(deadline_.ends(now += 1s, {.has_answered = true}));
}

TEST_F(QuitDeadlineTest, LastsTheGraceWithOneThatOnlyChatters) {
  EXPECT_EQ(end_of({.must_wait = true}), 5s);
}

TEST_F(QuitDeadlineTest, BeginsAnewWithWhatTheEngineReads) {
  ASSERT_FALSE(deadline_.ends(start_ + 59s, {.has_answered = true}));
  ASSERT_FALSE(deadline_.ends(start_ + 60s, {.has_read = true}));
  EXPECT_FALSE(deadline_.ends(start_ + 64s, {}));
  EXPECT_TRUE(deadline_.ends(start_ + 65s, {}));
}

}  // namespace
}  // namespace polyglot::proxy
