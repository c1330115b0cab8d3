// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/types.h>
#include <thread>

namespace polyglot::test {

/// Waits until a process catches a signal, or blocks it to read it (signalfd), or has ended, by
/// proc_pid_status(5).
inline void await_handler(pid_t process, int signal) {
  for (;;) {
    std::ifstream file("/proc/" + std::to_string(process) + "/status");
    const std::string status(std::istreambuf_iterator<char>(file), {});
    if (status.empty() || status.find("State:\tZ") != std::string::npos) return;
    for (const std::string field : {"SigCgt:", "SigBlk:"}) {
      const std::size_t mask = status.find(field);
      if (mask == std::string::npos) return;
      if ((std::stoull(status.substr(mask + field.size()), nullptr, 16) >> (signal - 1) & 1) != 0) return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace polyglot::test
