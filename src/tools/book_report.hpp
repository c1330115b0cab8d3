// SPDX-License-Identifier: MIT
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value_from.hpp>
#include <fmt/format.h>

#include <polyglot/book/header.hpp>
#include <polyglot/result.hpp>

namespace polyglot::tools {

/// A report about a book. Each field is described once, with its name in JSON and its title in text.
class BookReport {
 public:
  /// Adds a line of text alone. It has a title, a colon and a value.
  void say(std::string_view title, std::string_view text) {
    lines_ += fmt::format("{:<31}: {}\n", title, text);
  }
  /// Adds a line of text with a number. Numbers are aligned; `more` follows.
  void say_count(std::string_view title, std::uint64_t number, std::string_view more = {}) {
    say(title, fmt::format("{:8}{}", number, more));
  }
  /// Adds any other line of text, without its line end.
  void add_line(std::string_view line) { lines_.append(line).append(1, '\n'); }

  /// Adds a number as a line and as a field. The name "lines/white" is the field "white" of "lines".
  void add(std::string_view name, std::string_view title, std::uint64_t number, std::string_view more = {}) {
    field(name) = number;
    say_count(title, number, more);
  }
  /// Adds a text as a line and as a field.
  void add(std::string_view name, std::string_view value, std::string_view title, std::string_view text) {
    field(name) = value;
    say(title, text);
  }
  /// Adds the header as `header`, which is null without a header, and `header_error` if it cannot be read.
  /// `text`: what the line shows for a header.
  void add_header(const Result<std::optional<book::BookHeader>>& read,
                  const std::function<std::string(const book::BookHeader&)>& text) {
    const book::BookHeader* const header = read && *read ? &**read : nullptr;
    field("header") = nullptr;
    if (!read) field("header_error") = read.error().what;
    if (header != nullptr)
      field("header") = {{"version", header->version},
                         {"variants", boost::json::value_from(header->variants)},
                         {"extra_fields", boost::json::value_from(header->extra_fields)},
                         {"comment", header->comment}};
    say("Header", !read ? read.error().what : header != nullptr ? text(*header) : "none");
  }

  /// Finds or adds a field of JSON.
  [[nodiscard]] boost::json::value& field(std::string_view name) {
    const std::size_t slash = name.find('/');
    boost::json::value& value = json_[name.substr(0, slash)];
    if (slash == name.npos) return value;
    return (value.is_object() ? value.get_object() : value.emplace_object())[name.substr(slash + 1)];
  }
  [[nodiscard]] const boost::json::object& json() const noexcept { return json_; }
  [[nodiscard]] const std::string& lines() const noexcept { return lines_; }

 private:
  std::string lines_;
  boost::json::object json_;
};

}  // namespace polyglot::tools
