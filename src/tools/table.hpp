// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace polyglot::tools {

/// What is known of a book, a line for each thing: its name, and behind a colon what it is.
class Table {
 public:
  void say(std::string_view what, std::string_view text) {
    lines_ += fmt::format("{:<31}: {}\n", what, text);
  }
  /// Numbers stand below each other; `more` follows.
  void count(std::string_view what, std::uint64_t number, std::string_view more = {}) {
    say(what, fmt::format("{:8}{}", number, more));
  }
  /// A line of its own kind, without its end.
  void add(std::string_view line) { lines_.append(line).append(1, '\n'); }

  [[nodiscard]] const std::string& lines() const noexcept { return lines_; }

 private:
  std::string lines_;
};

}  // namespace polyglot::tools
