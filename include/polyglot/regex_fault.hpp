// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include <boost/regex/pattern_except.hpp>

namespace polyglot {

/// Returns a message such as `"a[z" is no regular expression: look at character 2`.
[[nodiscard]] inline std::string describe_fault(const std::string& text, const boost::regex_error& error) {
  const auto place = static_cast<std::size_t>(error.position()) + 1;
  return "\"" + text + "\" is no regular expression: look at character " +
         std::to_string(std::min(place, text.size()));
}

}  // namespace polyglot
