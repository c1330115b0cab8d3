// SPDX-License-Identifier: MIT
#include "config/ini_line.hpp"
#include <algorithm>
#include <cctype>
#include <span>

#include <polyglot/ascii.hpp>
#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/config/ini_file.hpp>

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

}  // namespace polyglot::config
