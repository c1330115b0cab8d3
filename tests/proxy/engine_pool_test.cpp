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

TEST_F(QuitDeadlineTest, DependsOnWhatTheEngineDoes) {
  struct Case {
    const char* engine;
    Look look;
    std::optional<std::chrono::seconds> end;
  };
  for (const Case& tested : {Case{"does nothing", {}, 5s}, Case{"reads", {.has_read = true}, {}},
                             Case{"answers for ever", {.has_answered = true}, 60s},
                             Case{"has a slow listener", {.has_answered = true, .must_wait = true}, {}},
                             Case{"only chatters", {.must_wait = true}, 5s}}) {
    deadline_ = QuitDeadline(5s, start_);
    EXPECT_EQ(end_of(tested.look), tested.end) << tested.engine;
  }
}

TEST_F(QuitDeadlineTest, CountsTheTimeBetweenThatWhichTheListenerTakes) {
  auto now = start_;
  for (int i = 0; i < 59; ++i) {
    ASSERT_FALSE(deadline_.ends(now += 10s, {.has_answered = true, .must_wait = true}));
    ASSERT_FALSE(deadline_.ends(now += 1s, {.has_answered = true}));
  }
  EXPECT_TRUE(deadline_.ends(now += 1s, {.has_answered = true}));
}

TEST_F(QuitDeadlineTest, BeginsAnewWithWhatTheEngineReads) {
  ASSERT_FALSE(deadline_.ends(start_ + 59s, {.has_answered = true}));
  ASSERT_FALSE(deadline_.ends(start_ + 60s, {.has_read = true}));
  EXPECT_FALSE(deadline_.ends(start_ + 64s, {}));
  EXPECT_TRUE(deadline_.ends(start_ + 65s, {}));
}

}  // namespace
}  // namespace polyglot::proxy
