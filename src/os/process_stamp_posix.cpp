// SPDX-License-Identifier: MIT
#include <cerrno>
#include <csignal>
#include <sys/types.h>
#include <unistd.h>

#include <polyglot/ascii.hpp>
#include <polyglot/os/process_stamp.hpp>

/// POSIX does not say when a process started. Therefore a new process with the same id is mistaken for the
/// old one.
namespace polyglot::os {

std::string parent_stamp() {
  return std::to_string(::getppid());
}

bool has_ended(std::string_view stamp) {
  const auto process = parse_number<pid_t>(stamp);
  return process && *process > 0 && ::kill(*process, 0) != 0 && errno == ESRCH;
}

}  // namespace polyglot::os
