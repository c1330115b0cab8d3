// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/result.hpp>

namespace polyglot::config {

/// One `name = value`, unquoted, with the blanks around both removed.
struct IniEntry {
  std::size_t section = 0;  ///< place in IniFile::sections
  std::string name;
  std::string value;
  std::size_t line = 0;  ///< from 1
};

/// The contents of a configuration file.
struct IniFile {
  std::vector<std::string> sections = {""};      ///< names as written; the first one is for lines before any
                                                 ///< section
  std::vector<std::size_t> section_lines = {0};  ///< the line of each section, from 1; 0 for the first one
  std::vector<IniEntry> entries;                 ///< in file order, all sections
  std::vector<Error> errors;    ///< syntax errors: the first 100, and the number of the others
  std::vector<Error> warnings;  ///< text that is ignored, likewise
};

/// The sections that Polyglot reads, in any letter case. It also reads those of book_section_name().
inline constexpr std::string_view kPolyglotSection = "PolyGlot";
inline constexpr std::string_view kEngineSection = "Engine";

/// The maximum number of bytes of a line. A longer line is a syntax error.
inline constexpr std::size_t kLongestIniLine = 65'536;

/// Reads a configuration file. `file_name` is only used in messages.
///
/// Rules (docs/options.md, "Syntax"): `[section]` and `name = value` lines; `;` and `#` begin a comment
/// anywhere; a backslash quotes one of `; # [ ] = \` and is literal before anything else; blanks and tabs
/// around names and values are dropped; further `=` and double quotes are ordinary. A byte order mark, CRLF
/// and any other bytes are accepted.
[[nodiscard]] IniFile parse_ini(std::string_view text, std::string_view file_name);

/// Reads a single `name = value` by the same rules, as given to -pg and -uci.
[[nodiscard]] Result<IniEntry> parse_ini_entry(std::string_view text);

/// Quotes a name or value so that parse_ini reads it unchanged. A line cannot hold everything: reading drops
/// blanks at both ends, and line ends become blanks.
[[nodiscard]] std::string quote_ini(std::string_view text);

}  // namespace polyglot::config
