// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace polyglot::proxy {

/// A line of the log, see process::TrafficLog; views of its text.
struct LogLine {
  std::chrono::milliseconds time{0};
  std::string_view stamp;
  std::string_view mark;
  std::string_view text;
};

/// Reads a line of the log; nothing if it is not one.
[[nodiscard]] std::optional<LogLine> read_log_line(std::string_view line);

}  // namespace polyglot::proxy
