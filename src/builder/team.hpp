#pragma once

#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace polyglot::builder {

/// Runs `work` in so many threads at once, one of them this one, and waits for all. What one throws is
/// thrown here; `on_throw` is called at once, so that the others do not wait for the one that is gone.
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
