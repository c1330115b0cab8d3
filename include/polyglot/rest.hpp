// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace polyglot {

/// Waits for `time`, or until a stop is requested. Returns true if a stop has been requested.
[[nodiscard]] inline bool rest(const std::stop_token& stop, std::chrono::milliseconds time) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, stop, time, [] { return false; });
  return stop.stop_requested();
}

}  // namespace polyglot
