#pragma once

#include <string>

#include <boost/algorithm/string/replace.hpp>

namespace polyglot::tools {

/// The comment of a header as it is given on a command line, where `\n` begins a line.
[[nodiscard]] inline std::string header_comment(const std::string& argument) {
  return boost::algorithm::replace_all_copy(argument, "\\n", "\n");
}

}  // namespace polyglot::tools
