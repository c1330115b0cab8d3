// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <ini.h>
#include <span>
#include <utility>

#include <polyglot/ascii.hpp>
#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/config/ini_file.hpp>

#include "config/ini_line.hpp"

namespace polyglot::config {

namespace {

/// The maximum length of an excerpt in a message: a line of binary data must not flood the screen.
constexpr std::size_t kLongestExcerpt = 40;

/// A character after unquoting: `special` if it keeps its syntactic meaning.
struct Symbol {
  char character;
  bool special;
  std::size_t end;  ///< the place in the line after it
};

using Symbols = std::span<const Symbol>;

std::vector<Symbol> unquote(std::string_view line) {
  std::vector<Symbol> symbols;
  symbols.reserve(line.size());
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool quotes_next =
        line[i] == '\\' && i + 1 < line.size() && kIniSpecial.find(line[i + 1]) != std::string_view::npos;
    if (quotes_next) {
      symbols.push_back({line[i + 1], false, i + 2});
      ++i;
    } else {
      symbols.push_back({line[i], kIniSpecial.find(line[i]) != std::string_view::npos, i + 1});
    }
  }
  return symbols;
}

/// The place of the first special character of `wanted`, or the end.
std::size_t find_special(Symbols symbols, std::string_view wanted) {
  const auto found = std::find_if(symbols.begin(), symbols.end(), [wanted](Symbol symbol) {
    return symbol.special && wanted.find(symbol.character) != std::string_view::npos;
  });
  return static_cast<std::size_t>(found - symbols.begin());
}

bool starts_with(Symbols symbols, char character) {
  return !symbols.empty() && symbols.front().special && symbols.front().character == character;
}

bool is_blank(Symbol symbol) {
  return kBlanks.find(symbol.character) != std::string_view::npos;
}

Symbols trim_symbols(Symbols symbols) {
  while (!symbols.empty() && is_blank(symbols.front())) symbols = symbols.subspan(1);
  while (!symbols.empty() && is_blank(symbols.back())) symbols = symbols.first(symbols.size() - 1);
  return symbols;
}

std::string to_text(Symbols symbols) {
  symbols = trim_symbols(symbols);
  std::string text;
  text.reserve(symbols.size());
  for (const Symbol symbol : symbols) text.push_back(symbol.character);
  return text;
}

Symbols without_comment(Symbols symbols) {
  return symbols.first(find_special(symbols, ";#"));
}

IniLine malformed(std::string problem) {
  return {IniLine::Kind::malformed, {}, {}, std::move(problem)};
}

IniLine no_text() {
  return malformed("this is not a line of text");
}

std::string excerpt(const std::string& text) {
  return in_quotes(text.size() <= kLongestExcerpt ? text : text.substr(0, kLongestExcerpt) + "...");
}

/// Users sometimes name a book or a program instead of a configuration file; messages must not show its
/// bytes.
bool is_text(const std::string& line) {
  return std::ranges::none_of(line, [](unsigned char c) { return std::iscntrl(c) != 0 && c != '\t'; });
}

/// Comment signs between the brackets belong to the name, as in Polyglot 2.0.4.
IniLine read_section(Symbols symbols) {
  const std::size_t end = find_special(symbols, "]");
  if (!is_text(to_text(symbols.first(end)))) return no_text();
  if (end == symbols.size()) return malformed("\"]\" is missing after " + excerpt(to_text(symbols)));
  return {IniLine::Kind::section,
          to_text(symbols.subspan(1, end - 1)),
          {},
          to_text(without_comment(symbols.subspan(end + 1)))};
}

IniLine read_entry(Symbols symbols) {
  const std::size_t equals = find_special(symbols, "=");
  const std::string name = to_text(symbols.first(equals));
  if (equals == symbols.size())
    return is_text(name) ? malformed(excerpt(name) + " is neither a [section] nor a \"name = value\"")
                         : no_text();
  if (name.empty()) return malformed("there is no name before \"=\"");
  const Symbols value = symbols.subspan(equals + 1);
  // A value begins after the blanks before it; an empty value directly after its "=".
  const auto blanks =
      static_cast<std::size_t>(std::find_if_not(value.begin(), value.end(), is_blank) - value.begin());
  const std::size_t begin = symbols[value.size() == blanks ? equals : equals + blanks].end;
  const std::size_t end = value.size() == blanks ? begin : value.back().end;
  return {IniLine::Kind::entry, name, to_text(value), {}, begin, end};
}

}  // namespace

IniLine read_ini_line(std::string_view line) {
  if (line.size() > kLongestIniLine)
    return malformed("the line is longer than " + std::to_string(kLongestIniLine) + " bytes");
  const std::vector<Symbol> unquoted = unquote(line);
  const Symbols symbols = trim_symbols(unquoted);
  if (starts_with(symbols, '[')) return read_section(symbols);
  const Symbols statement = trim_symbols(without_comment(symbols));
  return statement.empty() ? IniLine{} : read_entry(statement);
}

namespace {

/// Gives inih lines that its own rules do not change.
///
/// inih as distributions build it cuts lines at 200 bytes, ends a name at ':', too, takes `a ; b` for a value
/// with a comment, knows no quoting by backslashes, and joins an indented line to the one before. These rules
/// are set when inih is built, and each of them would change an ini file of Polyglot 2.0.4. Therefore we read
/// the lines ourselves and give it short tokens instead of the texts: `[2]` for the section named by
/// IniFile::sections[2], `17=17` for the entry of line 17. inih calls back after each line with the tokens.
class IniReader {
 public:
  IniReader(std::string_view text, std::string_view file_name) : rest_(text), file_name_(file_name) {
    if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
  }

  IniFile read() {
    if (rest_.starts_with("\xff\xfe") || rest_.starts_with("\xfe\xff")) {
      errors_.add([this] { return Error{"this is text in UTF-16, save it as UTF-8", file_name_}; });
      rest_ = {};
    }
    ini_parse_stream(&IniReader::give_line, this, &IniReader::take_entry, this);
    file_.errors = std::move(errors_).finish(file_name_);
    file_.warnings = std::move(warnings_).finish(file_name_);
    return std::move(file_);
  }

 private:
  /// The reader function, with the contract of fgets.
  static char* give_line(char* buffer, int size, void* self) {
    auto& reader = *static_cast<IniReader*>(self);
    const std::string token = reader.next_token();
    if (token.empty()) return nullptr;
    std::snprintf(buffer, static_cast<std::size_t>(size), "%s\n", token.c_str());
    return buffer;
  }

  static int take_entry(void* self, const char* section, const char* /*name*/, const char* /*value*/) {
    static_cast<IniReader*>(self)->add_entry(section);
    return 1;
  }

  /// The token of the next line with contents; empty at the end of the file.
  std::string next_token() {
    while (!rest_.empty()) {
      current_ = read_ini_line(next_line());
      switch (current_.kind) {
        case IniLine::Kind::section:
          return section_token();
        case IniLine::Kind::entry:
          return std::to_string(line_) + "=" + std::to_string(line_);
        case IniLine::Kind::malformed:
          errors_.add([this] { return Error{current_.problem, place()}; });
          break;
        case IniLine::Kind::blank:
          break;
      }
    }
    return {};
  }

  std::string_view next_line() {
    ++line_;
    const std::size_t end = rest_.find('\n');
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    return line;
  }

  std::string section_token() {
    if (!current_.problem.empty()) {
      warnings_.add([this] { return Error{"the text after [" + current_.name + "] is ignored", place()}; });
    }
    file_.sections.push_back(std::move(current_.name));
    file_.section_lines.push_back(line_);
    return "[" + std::to_string(file_.sections.size() - 1) + "]";
  }

  void add_entry(std::string_view section_token) {
    const auto section = parse_number<std::size_t>(section_token).value_or(0);
    file_.entries.push_back({section, std::move(current_.name), std::move(current_.value), line_});
  }

  std::string place() const { return file_name_ + ":" + std::to_string(line_); }

  std::string_view rest_;
  std::string file_name_;
  std::size_t line_ = 0;
  IniLine current_;
  Complaints errors_;
  Complaints warnings_;
  IniFile file_;
};

}  // namespace

IniFile parse_ini(std::string_view text, std::string_view file_name) {
  return IniReader(text, file_name).read();
}

Result<IniEntry> parse_ini_entry(std::string_view text) {
  IniLine line = read_ini_line(text);
  if (line.kind != IniLine::Kind::entry) return Error{in_quotes(text) + " is not a \"name=value\""};
  return IniEntry{0, std::move(line.name), std::move(line.value), 0};
}

std::string quote_ini(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_special = kIniSpecial.find(text[i]) != std::string_view::npos;
    // A backslash needs quoting only where it would quote what follows: C:\books stays readable.
    const bool would_quote = i + 1 == text.size() || kIniSpecial.find(text[i + 1]) != std::string_view::npos;
    if (is_special && (text[i] != '\\' || would_quote)) result.push_back('\\');
    const bool line_end = text[i] == '\n' || text[i] == '\r';
    result.push_back(line_end ? ' ' : text[i]);
  }
  return result;
}

}  // namespace polyglot::config
