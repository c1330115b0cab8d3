#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/result.hpp>

namespace polyglot::config {

/// One `name = value`, unquoted, with the blanks around both removed.
struct IniEntry {
  std::string section;  ///< as written; empty before the first section
  std::string name;
  std::string value;
  std::size_t line = 0;  ///< from 1
};

/// What a configuration file says.
struct IniFile {
  std::vector<IniEntry> entries;  ///< in file order, all sections
  std::vector<Error> errors;      ///< syntax errors, all of them
  std::vector<Error> warnings;    ///< text that is ignored
};

/// Reads a configuration file. `file_name` only serves the messages.
///
/// Rules (docs/options.md, "Syntax"): `[section]` and `name = value` lines; `;` and `#` begin a comment
/// anywhere; a backslash quotes one of `; # [ ] = \` and is literal before anything else; blanks and tabs
/// around names and values are dropped; further `=` and double quotes are ordinary. A byte-order mark and
/// CRLF are fine. There is no limit on the length of a line or the number of entries; any bytes are accepted.
[[nodiscard]] IniFile parse_ini(std::string_view text, std::string_view file_name);

/// Reads a single `name = value` by the same rules, as given to -pg and -uci.
[[nodiscard]] Result<IniEntry> parse_ini_entry(std::string_view text);

/// Quotes a name or value so that parse_ini gives it back. What a line cannot hold is lost: blanks at
/// either end are dropped when read, line ends become blanks.
[[nodiscard]] std::string quote_ini(std::string_view text);

}  // namespace polyglot::config
