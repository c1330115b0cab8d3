// SPDX-License-Identifier: MIT
#pragma once

#include <fstream>
#include <poll.h>
#include <string>
#include <sys/types.h>

#include "support/program_under_test.hpp"

namespace polyglot::proxy::testing {

/// KiB that no flood may exceed.
inline long memory_limit() {
  return test::program_has_sanitizers() ? 600 * 1024 : 20 * 1024;
}

/// In KiB.
inline long peak_memory(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  for (std::string word; status >> word;) {
    if (word != "VmHWM:") continue;
    long size = 0;
    status >> size;
    return size;
  }
  return -1;
}

/// Clock ticks it has run.
inline long processor_time(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string word;
  long user = 0;
  long system = 0;
  for (int i = 0; i < 13; ++i) file >> word;
  file >> user >> system;
  return user + system;
}

/// Waits until a process has nothing more to do.
inline void await_rest(pid_t pid) {
  constexpr int kQuietMilliseconds = 300;
  for (long before = -1, now = processor_time(pid); now != before; now = processor_time(pid)) {
    before = now;
    ::poll(nullptr, 0, kQuietMilliseconds);
  }
}

}  // namespace polyglot::proxy::testing
