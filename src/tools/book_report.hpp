// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <boost/json/object.hpp>
#include <boost/json/value_from.hpp>
#include <fmt/format.h>

#include <polyglot/book/header.hpp>
#include <polyglot/result.hpp>

namespace polyglot::tools {

/// A report about a book. Each line has a name, a colon and a value.
class Table {
 public:
  void say(std::string_view what, std::string_view text) {
    lines_ += fmt::format("{:<31}: {}\n", what, text);
  }
  /// Adds a line with a number. Numbers are aligned; `more` follows.
  void count(std::string_view what, std::uint64_t number, std::string_view more = {}) {
    say(what, fmt::format("{:8}{}", number, more));
  }
  /// Adds any other line, without its line end.
  void add(std::string_view line) { lines_.append(line).append(1, '\n'); }

  [[nodiscard]] const std::string& lines() const noexcept { return lines_; }

 private:
  std::string lines_;
};

/// Adds a book's header in the form of all tools: `header`, which is null without a header, and
/// `header_error` if it cannot be read. Source: docs/json.md.
inline void add_header(const Result<std::optional<book::BookHeader>>& read, boost::json::object& object) {
  object["header"] = nullptr;
  if (!read) object["header_error"] = read.error().what;
  if (!read || !*read) return;
  const book::BookHeader& header = **read;
  object["header"] = {{"version", header.version},
                      {"variants", boost::json::value_from(header.variants)},
                      {"extra_fields", boost::json::value_from(header.extra_fields)},
                      {"comment", header.comment}};
}

}  // namespace polyglot::tools
