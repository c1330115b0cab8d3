// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace polyglot::config {

/// What may stand around a name or a value: files from Windows have a CR at the end of each line.
inline constexpr std::string_view kBlanks = " \t\r";

/// The characters with a meaning of their own; a backslash takes it away.
inline constexpr std::string_view kIniSpecial = ";#[]=\\";

/// One physical line of a configuration file, unquoted.
struct IniLine {
  enum class Kind : std::uint8_t { blank, section, entry, malformed };

  Kind kind = Kind::blank;
  std::string name;     ///< of the section or entry
  std::string value;    ///< of the entry
  std::string problem;  ///< malformed: what is wrong; section: text after the bracket, which is ignored

  /// entry: where the value stands in the line; what comes after it is blank or a comment.
  std::size_t value_begin = 0;
  std::size_t value_end = 0;
};

/// Applies Polyglot's rules of quoting, comments and blanks to a line without its line end.
[[nodiscard]] IniLine read_ini_line(std::string_view line);

}  // namespace polyglot::config
