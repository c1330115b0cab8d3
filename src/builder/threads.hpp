// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace polyglot::builder {

/// Waits until `ready()` or `stop`, and returns whether it is ready. A signal handler may set `stop`, but it
/// cannot wake a thread. Therefore `stop` is read every 50 ms.
template <class Ready>
[[nodiscard]] bool wait_unless(const std::atomic<bool>& stop, std::condition_variable& changed,
                               std::unique_lock<std::mutex>& lock, Ready ready) {
  constexpr std::chrono::milliseconds kLook{50};
  while (!changed.wait_for(lock, kLook, ready)) {
    if (stop) return false;
  }
  return true;
}

/// Makes threads handle numbered parts, such as the partitions of a book, one after another.
class Turns {
 public:
  /// Waits until all earlier parts have been handled. False: a thread has failed.
  [[nodiscard]] bool await(std::size_t part) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return turn_ == part || has_failed_; });
    return !has_failed_;
  }

  void end() {
    const std::scoped_lock lock(mutex_);
    ++turn_;
    changed_.notify_all();
  }

  /// Ends all waits.
  void fail() {
    const std::scoped_lock lock(mutex_);
    has_failed_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t turn_ = 0;
  bool has_failed_ = false;
};

/// Runs `work` in this thread and others, `threads` together, and waits for them. If one throws, `on_throw`
/// is called so that the others do not wait for it, and the first exception is thrown here at the end.
template <class Work, class OnThrow>
void run_team(unsigned threads, Work work, OnThrow on_throw) {
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto guarded = [&] {
    try {
      work();
    } catch (...) {
      const std::scoped_lock lock(failure_mutex);
      if (!failure) failure = std::current_exception();
      on_throw();
    }
  };
  {
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < threads; ++i) others.emplace_back(guarded);
    guarded();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace polyglot::builder
