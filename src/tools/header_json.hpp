// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <boost/json/object.hpp>
#include <boost/json/value_from.hpp>

#include <polyglot/book/header.hpp>
#include <polyglot/result.hpp>

namespace polyglot::tools {

/// Adds what a book's header says, alike for all tools: `header`, null without one, and behind it
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
