#pragma once

#include <string>
#include <string_view>

#include <polyglot/ascii.hpp>

namespace polyglot::config {

/// What may stand around a name or a value: files from Windows have a CR at the end of each line.
inline constexpr std::string_view kBlanks = " \t\r";

[[nodiscard]] inline std::string in_quotes(std::string_view text) {
  return '"' + std::string(text) + '"';
}

}  // namespace polyglot::config
