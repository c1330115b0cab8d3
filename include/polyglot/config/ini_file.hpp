// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/result.hpp>

namespace polyglot::config {

/// Characters that may surround a name or a value. Files from Windows have a CR at the end of each line.
inline constexpr std::string_view kBlanks = " \t\r";

/// The special characters. A backslash before one makes it ordinary.
inline constexpr std::string_view kIniSpecial = ";#[]=\\";

/// A line `name = value`, without quoting and without blanks around both.
struct IniEntry {
  std::size_t section = 0;  ///< index in IniFile::sections
  std::string name;
  std::string value;
  std::size_t line = 0;  ///< from 1
  bool is_cut = false;   ///< a comment begins right behind the value, which may belong to it
};

/// The contents of a configuration file.
struct IniFile {
  std::vector<std::string> sections = {""};      ///< names as written; the first one is for lines before any
                                                 ///< section
  std::vector<std::size_t> section_lines = {0};  ///< the line of each section, from 1; 0 for the first one
  std::vector<IniEntry> entries;                 ///< in file order, all sections
  std::vector<Error> errors;    ///< syntax errors: the first 100, then the number of the others
  std::vector<Error> warnings;  ///< text that is ignored: the first 100, then the number of the others
};

/// The sections that Polyglot reads besides those of book_section_name(). Letter case does not matter.
inline constexpr std::string_view kPolyglotSection = "PolyGlot";
inline constexpr std::string_view kEngineSection = "Engine";

/// The maximum number of bytes of a line. A longer line is a syntax error.
inline constexpr std::size_t kLongestIniLine = 65'536;

/// Reads the text of a configuration file. `file_name` is for messages. Problems are in the result.
///
/// Rules (docs/options.md, "Syntax"): lines are `[section]` or `name = value`. `;` and `#` begin a comment
/// anywhere. A backslash quotes one of `; # [ ] = \` and is literal before anything else. Both backslashes of
/// `\\server` at the beginning of a value are literal. Blanks and tabs around names and values are dropped.
/// Further `=` and double quotes are ordinary. A byte order mark, CRLF and any other bytes are accepted.
[[nodiscard]] IniFile parse_ini(std::string_view text, std::string_view file_name);

/// One physical line of a configuration file, unquoted.
struct IniLine {
  enum class Kind : std::uint8_t { blank, section, entry, malformed };

  Kind kind = Kind::blank;
  std::string name;     ///< of the section or entry
  std::string value;    ///< of the entry
  std::string problem;  ///< malformed: what is wrong; section: text after the bracket, which is ignored

  /// entry: the place of the value in the line. The rest of the line is blank or a comment.
  std::size_t value_begin = 0;
  std::size_t value_end = 0;
  bool is_cut = false;  ///< entry: as in IniEntry
};

/// Applies the rules of parse_ini() to a line without its line end.
[[nodiscard]] IniLine read_ini_line(std::string_view line);

/// Reads a single `name = value` by the rules of parse_ini(), as given to -pg and -uci. Error: what is wrong.
[[nodiscard]] Result<IniEntry> parse_ini_entry(std::string_view text);

/// Quotes a name or value so that parse_ini() reads it unchanged. Two changes remain: reading drops blanks at
/// both ends, and line ends become blanks.
[[nodiscard]] std::string quote_ini(std::string_view text);

}  // namespace polyglot::config
