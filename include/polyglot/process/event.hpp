// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>

#include <polyglot/process/loop.hpp>

namespace polyglot::process {

/// Runs `work` concurrently with the other coroutines of the loop. If an exception ends it, `failed` gets the
/// std::exception_ptr, so that no exception is lost.
template <class Failed>
void spawn(const boost::asio::any_io_executor& executor, boost::asio::awaitable<void> work, Failed failed) {
  boost::asio::co_spawn(executor, std::move(work), [failed](const std::exception_ptr& thrown) {
    if (thrown) failed(thrown);
  });
}

/// Wakes coroutines that wait for a change. They then test their condition again.
///
/// For the coroutines of one single-threaded loop, any number of which may wait. Not thread-safe.
class Event {
 public:
  using Milliseconds = std::chrono::milliseconds;
  static constexpr Milliseconds kForEver = Milliseconds::max();

  explicit Event(const boost::asio::any_io_executor& executor) : loop_(Loop::of(executor)) {}

  void happen() {
    for (Loop::Waiter** const waiter : *waiting_) loop_.wake(*waiter);
  }

  /// Returns at the next happen(), or after `limit`.
  [[nodiscard]] boost::asio::awaitable<void> wait(Milliseconds limit = kForEver);

  /// Returns true as soon as `condition` holds, and false if it does not hold within `limit`.
  template <class Condition>
  [[nodiscard]] boost::asio::awaitable<bool> wait_for(Condition condition, Milliseconds limit) {
    const auto deadline = Loop::Clock::now() + limit;
    for (auto now = Loop::Clock::now(); !condition() && now < deadline; now = Loop::Clock::now()) {
      co_await wait(std::chrono::ceil<Milliseconds>(deadline - now));
    }
    co_return condition();
  }

 private:
  using Waiting = std::vector<Loop::Waiter**>;

  /// Keeps a waiter in the list as long as this object lives.
  class Registration {
   public:
    Registration(std::shared_ptr<Waiting> list, Loop::Waiter*& waiter)
        : list_(std::move(list)), waiter_(&waiter) {
      list_->push_back(waiter_);
    }
    ~Registration() { std::erase(*list_, waiter_); }
    Registration(const Registration&) = delete;
    Registration& operator=(const Registration&) = delete;

   private:
    std::shared_ptr<Waiting> list_;
    Loop::Waiter** waiter_;
  };

  Loop& loop_;
  std::shared_ptr<Waiting> waiting_ =
      std::make_shared<Waiting>();  ///< shared: an ending loop destroys waiting coroutines after it
};

}  // namespace polyglot::process
