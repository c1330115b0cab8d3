// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <list>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace polyglot::process {

class Poller;

/// The loop of one thread. It runs Asio's coroutines, and waits for what they wait for: descriptors,
/// deadlines and each other.
///
/// The coroutines come by spawn() or asio::co_spawn() on get_executor(). Asio's own reactor is never started:
/// its timers and descriptors do nothing here. One turn of the loop costs one call of the system, and on
/// Linux waiting for a descriptor again costs none.
class Loop {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr Clock::time_point kNever = Clock::time_point::max();

  class Waiter;

  /// Occupies standard descriptors that are closed, see occupy_standard_descriptors(): whatever runs on a
  /// loop may count on that. Throws std::system_error if there is no descriptor left.
  Loop();
  /// Destroys the coroutines that still wait.
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  [[nodiscard]] boost::asio::io_context::executor_type get_executor() noexcept {
    return context_.get_executor();
  }
  /// The loop that has this executor.
  [[nodiscard]] static Loop& of(const boost::asio::any_io_executor& executor);

  /// Runs until no coroutine is left, or until stop(). An exception that a handler of spawn() throws comes
  /// out here.
  void run();
  void stop() noexcept { stopped_ = true; }
  /// Runs what is ready, or else what is ready next. False when nothing was by `deadline`, or no coroutine is
  /// left.
  bool run_one_until(Clock::time_point deadline);
  /// Runs what is ready.
  void poll();

  /// Suspends the coroutine that awaits this until wake(place) or `deadline`. `place` has the waiter until
  /// then. Whoever owns `place` and ends wakes it.
  [[nodiscard]] boost::asio::awaitable<void> suspend(Waiter*& place, Clock::time_point deadline = kNever) {
    return boost::asio::async_initiate<const boost::asio::use_awaitable_t<>, void()>(
        [this, &place, deadline](auto resume) { enlist(Resumption(std::move(resume)), place, deadline); },
        boost::asio::use_awaitable);
  }
  /// Has the waiter, if there is one, resumed by a later turn, and empties `place`.
  void wake(Waiter*& place) noexcept;

  /// What watches the descriptors.
  [[nodiscard]] Poller& poller() noexcept { return *poller_; }

 private:
  struct Key;

  /// A handler of Asio that resumes a coroutine, without its type.
  class Resumption {
   public:
    Resumption() = default;
    Resumption(Resumption&& other) noexcept : operate_(std::exchange(other.operate_, nullptr)) {
      if (operate_ != nullptr) operate_(storage_, other.storage_, Operation::take);
    }
    Resumption& operator=(Resumption&& other) noexcept {
      if (this == &other) return *this;
      this->~Resumption();
      return *new (this) Resumption(std::move(other));
    }
    ~Resumption() {
      if (operate_ != nullptr) operate_(nullptr, storage_, Operation::destroy);
    }

    template <class Handler>
    explicit Resumption(Handler handler) : operate_(&operate<Handler>) {
      static_assert(sizeof(Handler) <= sizeof storage_ && std::is_nothrow_move_constructible_v<Handler>);
      new (storage_) Handler(std::move(handler));
    }

    void operator()() && { std::exchange(operate_, nullptr)(nullptr, storage_, Operation::resume); }

   private:
    enum class Operation { take, destroy, resume };

    template <class Handler>
    static void operate(void* to, void* from, Operation operation) {
      Handler handler(std::move(*std::launder(static_cast<Handler*>(from))));
      std::launder(static_cast<Handler*>(from))->~Handler();
      if (operation == Operation::take) {
        new (to) Handler(std::move(handler));
      } else if (operation == Operation::resume) {
        std::move(handler)();
      }
    }

    void (*operate_)(void* to, void* from, Operation operation) = nullptr;
    alignas(std::max_align_t) std::byte storage_[4 * sizeof(void*)];
  };

  using Waiters = std::list<Waiter>;

  void enlist(Resumption resume, Waiter*& place, Clock::time_point deadline);
  bool turn(Clock::time_point deadline);
  void await_events(Clock::time_point deadline);
  bool resume_ready();
  void wake_late() noexcept;
  static Resumption retire(Waiters& list, Waiters& retired) noexcept;

  std::unique_ptr<Poller> poller_;
  Waiters waiting_;
  Waiters timed_;  ///< with a deadline
  Waiters ready_;
  Waiters unused_;  ///< kept, so that waiting allocates nothing
  bool stopped_ = false;
  boost::asio::io_context context_{1};  ///< what it destroys may still want the rest
};

/// A coroutine that waits. The loop owns it.
class Loop::Waiter {
 private:
  friend class Loop;

  Resumption resume_;
  Waiter** place_ = nullptr;
  Clock::time_point deadline_ = kNever;
  Waiters::iterator self_;
};

}  // namespace polyglot::process
