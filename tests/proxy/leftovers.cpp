// SPDX-License-Identifier: MIT
#include "proxy/leftovers.hpp"
#include <thread>

namespace polyglot::proxy::testing {

std::vector<std::string> leftovers(const std::string& mark, std::chrono::milliseconds limit) {
  constexpr std::chrono::milliseconds kInterval{10};
  const auto deadline = std::chrono::steady_clock::now() + limit;
  for (;;) {
    auto found = processes_marked(mark);
    if (found.empty() || std::chrono::steady_clock::now() > deadline) return found;
    // Linux reports the end of a process only to its parent, so look again.
    std::this_thread::sleep_for(kInterval);
  }
}

}  // namespace polyglot::proxy::testing
