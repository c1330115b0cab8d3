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
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace polyglot::process {

/// Runs `work` beside the rest of the loop. An exception that ends it is given to `failed`, a function of
/// std::exception_ptr: none is ever lost.
template <class Failed>
void spawn(const boost::asio::any_io_executor& executor, boost::asio::awaitable<void> work, Failed failed) {
  boost::asio::co_spawn(executor, std::move(work), [failed](const std::exception_ptr& thrown) {
    if (thrown) failed(thrown);
  });
}

/// Wakes whoever waits for something to change, to look again whether it is what they wait for.
///
/// For the coroutines of one single-threaded loop; any number may wait.
class Event {
 public:
  using Milliseconds = std::chrono::milliseconds;
  static constexpr Milliseconds kForEver = Milliseconds::max();

  explicit Event(boost::asio::any_io_executor executor) : executor_(std::move(executor)) {}

  void happen() {
    for (Timer* const timer : *waiting_) timer->cancel();
  }

  /// Returns when it happens next, or after `limit`.
  [[nodiscard]] boost::asio::awaitable<void> wait(Milliseconds limit = kForEver) {
    Timer timer(executor_, limit == kForEver ? Timer::time_point::max() : Clock::now() + limit);
    const Registration registered(waiting_, timer);
    boost::system::error_code cancelled;
    co_await timer.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, cancelled));
  }

  /// Returns true as soon as `condition` holds, false when it does not within `limit`.
  template <class Condition>
  [[nodiscard]] boost::asio::awaitable<bool> wait_for(Condition condition, Milliseconds limit) {
    const auto deadline = Clock::now() + limit;
    for (auto now = Clock::now(); !condition() && now < deadline; now = Clock::now()) {
      co_await wait(std::chrono::ceil<Milliseconds>(deadline - now));
    }
    co_return condition();
  }

 private:
  // Not in the coroutines: clang 14 takes them for unused there.
  using Timer = boost::asio::steady_timer;
  using Clock = Timer::clock_type;
  using Timers = std::vector<Timer*>;

  /// An entry in the list for as long as it lives.
  class Registration {
   public:
    Registration(std::shared_ptr<Timers> list, Timer& timer) : list_(std::move(list)), timer_(timer) {
      list_->push_back(&timer_);
    }
    ~Registration() { std::erase(*list_, &timer_); }
    Registration(const Registration&) = delete;
    Registration& operator=(const Registration&) = delete;

   private:
    std::shared_ptr<Timers> list_;
    Timer& timer_;
  };

  boost::asio::any_io_executor executor_;
  std::shared_ptr<Timers> waiting_ = std::make_shared<Timers>();  ///< a loop that ends outlives the event
};

}  // namespace polyglot::process
