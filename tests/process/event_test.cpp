// SPDX-License-Identifier: MIT
#include <polyglot/process/event.hpp>

#include "process/loop_testing.hpp"
#include "support/testing.hpp"

namespace polyglot::process {
namespace {

using namespace std::chrono_literals;
using boost::asio::awaitable;
using namespace testing;

void begin(boost::asio::io_context& loop, awaitable<void> work) {
  spawn(loop.get_executor(), std::move(work), std::rethrow_exception);
}

awaitable<void> note_when_woken(Event& event, int number, std::vector<int>& order) {
  co_await event.wait();
  order.push_back(number);
}

TEST(EventTest, ResumesWhoWaitsInTheirOrder) {
  boost::asio::io_context loop;
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

TEST(EventTest, ADeadlineIsNeverEarly) {
  boost::asio::io_context loop;
  Event never(loop.get_executor());
  const auto wait = [&never]() -> awaitable<void> { co_await never.wait(7ms); };
  const auto start = Event::Clock::now();
  begin(loop, wait());
  loop.run();
  EXPECT_GE(Event::Clock::now() - start, 7ms);
}

TEST(EventTest, ReturnsAtTheDeadlineOfItsCallerWhileOthersWait) {
  boost::asio::io_context loop;
  Event never(loop.get_executor());
  std::vector<int> order;
  begin(loop, note_when_woken(never, 1, order));
  loop.poll();
  EXPECT_FALSE(run_one_until(loop, Event::Clock::now() + 1ms));
  EXPECT_TRUE(order.empty());
}

TEST(EventTest, ItsEndDestroysWhoStillWaits) {
  const auto alive = std::make_shared<int>();
  {
    boost::asio::io_context loop;
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

TEST(EventTest, WhatAHandlerThrowsComesOutOfIt) {
  boost::asio::io_context loop;
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

}  // namespace
}  // namespace polyglot::process
