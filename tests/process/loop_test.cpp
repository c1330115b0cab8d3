// SPDX-License-Identifier: MIT
#include <chrono>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include <boost/asio/post.hpp>
#include <gtest/gtest.h>

#include <polyglot/process/event.hpp>
#include <polyglot/process/loop.hpp>

#include "process/pipe_testing.hpp"
#include "process/readiness.hpp"

namespace polyglot::process {
namespace {

using namespace std::chrono_literals;
using boost::asio::awaitable;
using namespace testing;

void begin(Loop& loop, awaitable<void> work) {
  spawn(loop.get_executor(), std::move(work), std::rethrow_exception);
}

awaitable<void> note_when_woken(Event& event, int number, std::vector<int>& order) {
  co_await event.wait();
  order.push_back(number);
}

TEST(Loop, ResumesWhoWaitsInTheirOrder) {
  Loop loop;
  Event event(loop.get_executor());
  std::vector<int> order;
  for (const int number : {1, 2, 3}) begin(loop, note_when_woken(event, number, order));
  loop.poll();
  EXPECT_TRUE(order.empty());
  event.happen();
  event.happen();
  loop.run();
  EXPECT_EQ(order, (std::vector{1, 2, 3}));
}

TEST(Loop, ADeadlineIsNeverEarly) {
  Loop loop;
  Event never(loop.get_executor());
  const auto wait = [&never]() -> awaitable<void> { co_await never.wait(7ms); };
  const auto start = Loop::Clock::now();
  begin(loop, wait());
  loop.run();
  EXPECT_GE(Loop::Clock::now() - start, 7ms);
}

TEST(Loop, ReturnsAtTheDeadlineOfItsCallerWhileOthersWait) {
  Loop loop;
  Event never(loop.get_executor());
  std::vector<int> order;
  begin(loop, note_when_woken(never, 1, order));
  loop.poll();
  EXPECT_FALSE(loop.run_one_until(Loop::Clock::now() + 1ms));
  EXPECT_TRUE(order.empty());
}

TEST(Loop, RunsWhatIsPosted) {
  Loop loop;
  bool ran = false;
  boost::asio::post(loop.get_executor(), [&ran] { ran = true; });
  loop.run();
  EXPECT_TRUE(ran);
}

TEST(Loop, StopsAtOnceAndRunsOnAfterwards) {
  Loop loop;
  Event event(loop.get_executor());
  std::vector<int> order;
  begin(loop, note_when_woken(event, 1, order));
  boost::asio::post(loop.get_executor(), [&loop] { loop.stop(); });
  loop.run();
  event.happen();
  loop.run();
  EXPECT_EQ(order, std::vector{1});
}

TEST(Loop, ItsEndDestroysWhoStillWaits) {
  const auto alive = std::make_shared<int>();
  {
    Loop loop;
    Event event(loop.get_executor());
    const auto wait = [&event](std::shared_ptr<int>) -> awaitable<void> { co_await event.wait(); };
    const auto wait_long = [&event](std::shared_ptr<int>) -> awaitable<void> { co_await event.wait(1h); };
    begin(loop, wait(alive));
    begin(loop, wait_long(alive));
    loop.poll();
    begin(loop, wait(alive));  // which does not even begin
    EXPECT_EQ(alive.use_count(), 4);
  }
  EXPECT_EQ(alive.use_count(), 1);
}

TEST(Loop, WhatAHandlerThrowsComesOutOfIt) {
  Loop loop;
  Event event(loop.get_executor());
  const auto fail = [&event]() -> awaitable<void> {
    co_await event.wait();
    throw std::runtime_error("failed");
  };
  std::vector<int> order;
  begin(loop, fail());
  begin(loop, note_when_woken(event, 2, order));
  loop.poll();
  event.happen();
  EXPECT_THROW(loop.run(), std::runtime_error);
  loop.run();
  EXPECT_EQ(order, std::vector{2});
}

awaitable<void> wait_readable(Readiness& descriptor, int& times) {
  co_await descriptor.wait();
  ++times;
}

awaitable<void> note_hang_up(Readiness& descriptor, bool& hung_up) {
  hung_up = co_await descriptor.wait_hang_up();
}

/// Nothing is resumed any more, and the loop waits for its deadline instead of looking again and again.
bool is_quiet(Loop& loop) {
  loop.poll();
  timespec before{}, after{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
  const bool resumed = loop.run_one_until(Loop::Clock::now() + 100ms);
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
  const auto spent = std::chrono::seconds(after.tv_sec - before.tv_sec) +
                     std::chrono::nanoseconds(after.tv_nsec - before.tv_nsec);
  return !resumed && spent < 50ms;
}

TEST(Readiness, DataThatNobodyReadsDoesNotKeepTheLoopBusy) {
  Loop loop;
  auto ends = open_pipe();
  Readiness descriptor(loop.get_executor(), std::move(ends.read), Readiness::Event::readable);
  int times = 0;
  bool hung_up = false;
  begin(loop, wait_readable(descriptor, times));
  begin(loop, note_hang_up(descriptor, hung_up));
  write_all(ends.write, "unread");
  while (times == 0) loop.run_one_until(Loop::kNever);
  EXPECT_TRUE(is_quiet(loop));
  EXPECT_FALSE(hung_up);
  begin(loop, wait_readable(descriptor, times));  // it is still there
  while (times == 1) loop.run_one_until(Loop::kNever);
}

TEST(Readiness, ToldOfAHangUpThatNobodyReadsItIsQuietAgain) {
  Loop loop;
  auto ends = open_pipe();
  Readiness descriptor(loop.get_executor(), std::move(ends.read), Readiness::Event::readable);
  bool hung_up = false;
  begin(loop, note_hang_up(descriptor, hung_up));
  loop.poll();
  write_all(ends.write, "unread");
  ends.write.reset();
  while (!hung_up) loop.run_one_until(Loop::kNever);
  EXPECT_TRUE(is_quiet(loop));
  int times = 0;
  begin(loop, wait_readable(descriptor, times));
  while (times == 0) loop.run_one_until(Loop::kNever);
}

TEST(Readiness, CloseEndsWhatIsPending) {
  Loop loop;
  auto ends = open_pipe();
  Readiness descriptor(loop.get_executor(), std::move(ends.read), Readiness::Event::readable);
  int times = 0;
  bool hung_up = true;
  begin(loop, wait_readable(descriptor, times));
  begin(loop, note_hang_up(descriptor, hung_up));
  loop.poll();
  descriptor.close();
  loop.run();
  EXPECT_EQ(times, 1);
  EXPECT_FALSE(hung_up);
}

}  // namespace
}  // namespace polyglot::process
