#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace polyglot::builder {

/// Waits until `ready()`, or in vain until `stop`: a signal handler sets that and can wake nobody, so it is
/// looked at from time to time. True if `ready()`.
template <class Ready>
[[nodiscard]] bool wait_unless(const std::atomic<bool>& stop, std::condition_variable& changed,
                               std::unique_lock<std::mutex>& lock, Ready ready) {
  constexpr std::chrono::milliseconds kLook{50};
  while (!changed.wait_for(lock, kLook, ready)) {
    if (stop) return false;
  }
  return true;
}

}  // namespace polyglot::builder
