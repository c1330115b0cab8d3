// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace bench {

/// Memory of a process as the kernel counts it now, in KiB.
struct Memory {
  double resident = 0;
  double peak = 0;
};

/// A program that was started, and our ends of its two pipes.
struct Started {
  pid_t pid = -1;
  int to = -1;
  int from = -1;
};

/// Starts a program. Throws std::system_error.
[[nodiscard]] Started start(const std::vector<std::string>& command);

/// A program under test, connected by two pipes. Throws std::runtime_error when it cannot be started or
/// ends while something is expected of it.
class Child {
 public:
  explicit Child(const std::vector<std::string>& command);
  /// Sends quit and waits for the end.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void say(std::string_view lines);
  /// Valid until the next call.
  std::string_view next_line();
  /// Reads up to a line that begins with `word`; how many lines that took.
  std::size_t read_until(std::string_view word);

  [[nodiscard]] Memory memory() const;
  /// Processor time of this process alone: neither of its children nor of its start before main().
  [[nodiscard]] double cpu_seconds() const;

 private:
  [[nodiscard]] std::string proc_file(const char* name) const;
  void fill();

  std::string name_;
  Started program_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace bench
