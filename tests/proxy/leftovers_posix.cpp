// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cctype>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "proxy/leftovers.hpp"

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

void end_by_force(const std::string& process) {
  ::kill(std::stoi(process), SIGKILL);
}

void stop(const std::string& process) {
  ::kill(std::stoi(process), SIGSTOP);
}

}  // namespace polyglot::proxy::testing
