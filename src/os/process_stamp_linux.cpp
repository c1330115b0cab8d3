// SPDX-License-Identifier: MIT
#include <cstddef>
#include <unistd.h>

#include <polyglot/ascii.hpp>
#include <polyglot/os/input.hpp>
#include <polyglot/os/process_stamp.hpp>

namespace polyglot::os {
namespace {

/// The stamp of a process: its id and its start time. Empty if there is no such process.
std::string stamp_of_process(int process) {
  constexpr std::size_t kLargest = 4096;
  // proc(5): the second field, a name in brackets, may hold anything; the 22nd is the start in clock ticks.
  constexpr int kFieldsBetween = 20;
  const std::string id = std::to_string(process);
  std::string text;
  if (read_file("/proc/" + id + "/stat", text, kLargest)) return {};
  std::string_view rest = text;
  rest.remove_prefix(rest.rfind(')') + 1);
  for (int field = 0; field < kFieldsBetween; ++field) {
    const std::size_t blank = rest.find(' ');
    if (blank == std::string_view::npos) return {};
    rest.remove_prefix(blank + 1);
  }
  return id + "-" + std::string(rest.substr(0, rest.find(' ')));
}

}  // namespace

std::string parent_stamp() {
  return stamp_of_process(::getppid());
}

bool has_ended(std::string_view stamp) {
  const auto process = parse_number<int>(stamp.substr(0, stamp.find('-')));
  return process && stamp_of_process(*process) != stamp;
}

}  // namespace polyglot::os
