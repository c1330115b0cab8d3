// SPDX-License-Identifier: MIT
#include "siege/process_figures.hpp"
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace polyglot::siege {
namespace {

std::string file_of(pid_t pid, const std::string& name) {
  return "/proc/" + std::to_string(pid) + "/" + name;
}

/// The number after a word; -1 if the process has ended.
long number_behind(const std::string& word, const std::string& path) {
  std::ifstream file(path);
  for (std::string found; file >> found;) {
    long number = 0;
    if (found == word && file >> number) return number;
  }
  return -1;
}

}  // namespace

std::size_t open_descriptors(pid_t pid) {
  std::error_code gone;
  const std::filesystem::directory_iterator list(file_of(pid, "fd"), gone);
  return static_cast<std::size_t>(std::distance(begin(list), end(list)));
}

long own_memory(pid_t pid) {
  return number_behind("Anonymous:", file_of(pid, "smaps_rollup"));
}

long voluntary_switches(pid_t pid) {
  return number_behind("voluntary_ctxt_switches:", file_of(pid, "status"));
}

std::vector<pid_t> children(pid_t pid) {
  std::ifstream file(file_of(pid, "task/" + std::to_string(pid) + "/children"));
  return {std::istream_iterator<pid_t>(file), {}};
}

}  // namespace polyglot::siege
