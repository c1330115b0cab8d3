// SPDX-License-Identifier: MIT
#include "proxy/leftovers.hpp"
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <poll.h>

namespace polyglot::proxy::testing {
namespace {

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

std::vector<std::string> processes_marked(const std::string& mark) {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string pid = entry.path().filename();
    if (!std::all_of(pid.begin(), pid.end(), [](unsigned char c) { return std::isdigit(c) != 0; })) continue;
    if (content(entry.path() / "environ").find(mark) == std::string::npos) continue;
    std::string name = content(entry.path() / "comm");
    if (name.ends_with('\n')) name.pop_back();
    found.push_back(name.insert(0, pid + " "));
  }
  return found;
}

std::vector<std::string> leftovers(const std::string& mark, std::chrono::milliseconds limit) {
  constexpr int kInterval = 10;
  const auto deadline = std::chrono::steady_clock::now() + limit;
  for (;;) {
    auto found = processes_marked(mark);
    if (found.empty() || std::chrono::steady_clock::now() > deadline) return found;
    // The kernel reports the end of a process only to its parent, so look again.
    ::poll(nullptr, 0, kInterval);
  }
}

}  // namespace polyglot::proxy::testing
