// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <thread>

namespace polyglot::proxy::testing {

/// KiB that no flood may exceed.
[[nodiscard]] long memory_limit();

/// The most memory that it has had, in KiB; on Windows only what it shares with nobody.
[[nodiscard]] long peak_memory(int pid);

/// How long it has run, in units of the system.
[[nodiscard]] long long processor_time(int pid);

/// Waits until a process has nothing more to do.
inline void await_rest(int pid) {
  constexpr std::chrono::milliseconds kQuiet{300};
  for (long long before = -1, now = processor_time(pid); now != before; now = processor_time(pid)) {
    before = now;
    std::this_thread::sleep_for(kQuiet);
  }
}

}  // namespace polyglot::proxy::testing
