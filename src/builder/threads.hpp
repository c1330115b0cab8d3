// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace polyglot::builder {

/// Waits until `ready()` or `stop`, and returns whether it is ready. A signal handler may set `stop`, and
/// that cannot wake a thread: so it is looked at every 50 ms.
template <class Ready>
[[nodiscard]] bool wait_unless(const std::atomic<bool>& stop, std::condition_variable& changed,
                               std::unique_lock<std::mutex>& lock, Ready ready) {
  constexpr std::chrono::milliseconds kLook{50};
  while (!changed.wait_for(lock, kLook, ready)) {
    if (stop) return false;
  }
  return true;
}

/// Runs `work` in this thread and others, `threads` in all, and waits for them. What one throws is thrown
/// here in the end; `on_throw` is called before, so that the others do not wait for the thread that is gone.
template <class Work, class OnThrow>
void run_team(unsigned threads, Work work, OnThrow on_throw) {
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto guarded = [&] {
    try {
      work();
    } catch (...) {
      const std::scoped_lock lock(failure_mutex);
      failure = std::current_exception();
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
