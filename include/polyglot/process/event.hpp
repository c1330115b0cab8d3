// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <exception>
#include <memory>
#include <utility>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

namespace polyglot::process {

/// Runs `work` concurrently with the other coroutines of the executor. If an exception ends it, `failed` gets
/// the std::exception_ptr, so that no exception is lost.
template <class Failed>
void spawn(const boost::asio::any_io_executor& executor, boost::asio::awaitable<void> work, Failed failed) {
  boost::asio::co_spawn(executor, std::move(work), [failed](const std::exception_ptr& thrown) {
    if (thrown) failed(thrown);
  });
}

/// Runs what is ready now, or what becomes ready next. Returns false if nothing was ready by `deadline`, or
/// if no coroutine remains. Unlike the context's own function, it may be called again then.
inline bool run_one_until(boost::asio::io_context& context, std::chrono::steady_clock::time_point deadline) {
  if (context.stopped()) context.restart();
  return context.run_one_until(deadline) > 0 || context.poll_one() > 0;
}

/// Wakes all coroutines that wait for a change. They then test their condition again. It is a timer of Asio
/// that never expires: cancelling it wakes them. Not thread-safe.
class Event {
 public:
  using Clock = std::chrono::steady_clock;
  using Milliseconds = std::chrono::milliseconds;

  explicit Event(const boost::asio::any_io_executor& executor)
      : timer_(std::make_shared<boost::asio::steady_timer>(executor, Clock::time_point::max())) {}

  void happen() { timer_->cancel(); }

  /// Returns at the next happen().
  [[nodiscard]] boost::asio::awaitable<void> wait();
  /// Returns at the next happen(). It lets the event happen after `limit`.
  [[nodiscard]] boost::asio::awaitable<void> wait(Milliseconds limit);

  /// Returns true as soon as `condition` holds, and false if it does not hold within `limit`.
  template <class Condition>
  [[nodiscard]] boost::asio::awaitable<bool> wait_for(Condition condition, Milliseconds limit) {
    const auto deadline = Clock::now() + limit;
    for (auto now = Clock::now(); !condition() && now < deadline; now = Clock::now()) {
      co_await wait(std::chrono::ceil<Milliseconds>(deadline - now));
    }
    co_return condition();
  }

 private:
  std::shared_ptr<boost::asio::steady_timer> timer_;  ///< shared with those who wait
};

}  // namespace polyglot::process
