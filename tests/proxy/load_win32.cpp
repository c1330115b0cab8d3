// SPDX-License-Identifier: MIT
#include <windows.h>
#include <psapi.h>

#include <polyglot/os/descriptor.hpp>

#include "proxy/load.hpp"

namespace polyglot::proxy::testing {
namespace {

os::Descriptor open_process(int pid) {
  return os::own(::OpenProcess(PROCESS_QUERY_INFORMATION | PROCESS_VM_READ, FALSE, static_cast<DWORD>(pid)));
}

}  // namespace

/// Half of it is what the program takes at once, built for tests and under Wine.
long memory_limit() {
  return 64 * 1024;
}

long peak_memory(int pid) {
  PROCESS_MEMORY_COUNTERS counters{};
  const os::Descriptor process = open_process(pid);
  if (::K32GetProcessMemoryInfo(process.native(), &counters, sizeof counters) == 0) return -1;
  return static_cast<long>(counters.PeakPagefileUsage / 1024);
}

long long processor_time(int pid) {
  FILETIME begin{};
  FILETIME end{};
  FILETIME kernel{};
  FILETIME user{};
  const os::Descriptor process = open_process(pid);
  if (::GetProcessTimes(process.native(), &begin, &end, &kernel, &user) == 0) return -1;
  const auto value = [](const FILETIME& time) {
    return static_cast<long long>(std::uint64_t{time.dwHighDateTime} << 32U | time.dwLowDateTime);
  };
  return value(kernel) + value(user);
}

}  // namespace polyglot::proxy::testing
