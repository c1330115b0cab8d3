#pragma once

#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace polyglot::builder {

/// Runs `work` in so many threads at once, one of them this one, and waits for all. What one throws is
/// thrown here.
template <class Work>
void run_team(unsigned threads, Work work) {
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto guarded = [&] {
    try {
      work();
    } catch (...) {
      const std::scoped_lock lock(failure_mutex);
      failure = std::current_exception();
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
