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
#include <boost/asio/execution/blocking.hpp>
#include <boost/asio/execution/context.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace polyglot::process {

class Poller;

/// The event loop of one thread. It runs Asio's coroutines and waits for descriptors, deadlines and other
/// coroutines.
///
/// Start coroutines with spawn() or asio::co_spawn() on get_executor(). Asio's own reactor does not run here,
/// so its timers and descriptors do not work. Cost: one system call for each turn; on Linux waiting for a
/// known descriptor costs none. Not thread-safe.
class Loop {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr Clock::time_point kNever = Clock::time_point::max();

  class Waiter;

  /// Opens closed standard descriptors, see occupy_standard_descriptors(), so that all code on a loop can
  /// rely on them. Throws std::system_error if no descriptor is free.
  Loop();
  /// Destroys the coroutines that still wait.
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  /// A function that is posted to this executor runs in a later turn, after those posted before it.
  [[nodiscard]] boost::asio::any_io_executor get_executor();
  /// Returns the loop that has this executor.
  [[nodiscard]] static Loop& of(const boost::asio::any_io_executor& executor);

  /// Runs until no coroutine remains, or until stop(). Throws what a handler of spawn() has thrown.
  void run();
  void stop() noexcept { stopped_ = true; }
  /// Runs what is ready now, or what becomes ready next. Returns false if nothing was ready by `deadline`, or
  /// if no coroutine remains.
  bool run_one_until(Clock::time_point deadline);
  /// Runs what is ready now.
  void poll();

  /// Suspends the awaiting coroutine until wake(place) or `deadline`. Meanwhile `place` points to the waiter.
  /// An owner of `place` must wake it before it is destroyed.
  [[nodiscard]] boost::asio::awaitable<void> suspend(Waiter*& place, Clock::time_point deadline = kNever) {
    return boost::asio::async_initiate<const boost::asio::use_awaitable_t<>, void()>(
        [this, &place, deadline](auto resume) { enlist(Resumption(std::move(resume)), place, deadline); },
        boost::asio::use_awaitable);
  }
  /// Makes a later turn resume the waiter in `place`, if there is one, and clears `place`.
  void wake(Waiter*& place) noexcept;

  /// The object that watches the descriptors.
  [[nodiscard]] Poller& poller() noexcept { return *poller_; }

 private:
  /// Holds a handler of Asio that begins or resumes a coroutine. It hides the handler's type.
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

  /// What Asio's executors are required to be. It adds each function to those that are ready.
  class Executor {
   public:
    explicit Executor(Loop& loop) noexcept : loop_(&loop) {}

    [[nodiscard]] Loop& loop() const noexcept { return *loop_; }
    [[nodiscard]] boost::asio::execution_context& query(
        boost::asio::execution::context_t /*property*/) const noexcept {
      return loop_->context_;
    }
    [[nodiscard]] static constexpr boost::asio::execution::blocking_t query(
        boost::asio::execution::blocking_t /*property*/) noexcept {
      return boost::asio::execution::blocking.never;
    }
    template <class Function>
    void execute(Function function) const {
      loop_->enlist(loop_->ready_, Resumption(std::move(function)));
    }
    bool operator==(const Executor&) const noexcept = default;

   private:
    Loop* loop_;
  };

  using Waiters = std::list<Waiter>;

  Waiter& enlist(Waiters& list, Resumption resume);
  void enlist(Resumption resume, Waiter*& place, Clock::time_point deadline);
  void await_events(Clock::time_point deadline);
  bool resume_ready();
  void wake_late() noexcept;
  static Resumption retire(Waiters& list, Waiters& retired) noexcept;

  std::unique_ptr<Poller> poller_;
  Waiters waiting_;
  Waiters timed_;  ///< those with a deadline
  Waiters ready_;
  Waiters unused_;  ///< kept for reuse, so that waiting allocates nothing
  bool stopped_ = false;
  boost::asio::execution_context context_;
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
