// SPDX-License-Identifier: MIT
#include <fstream>

#include "proxy/load.hpp"
#include "support/program_under_test.hpp"

namespace polyglot::proxy::testing {

long memory_limit() {
  return test::program_has_sanitizers() ? 600 * 1024 : 20 * 1024;
}

long peak_memory(int pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  for (std::string word; status >> word;) {
    if (word != "VmHWM:") continue;
    long size = 0;
    status >> size;
    return size;
  }
  return -1;
}

long long processor_time(int pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string word;
  long long user = 0;
  long long system = 0;
  for (int i = 0; i < 13; ++i) file >> word;
  file >> user >> system;
  return user + system;
}

}  // namespace polyglot::proxy::testing
