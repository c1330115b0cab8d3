// SPDX-License-Identifier: MIT
#include <cctype>
#include <ini.h>

#include <polyglot/ascii.hpp>
#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/config/ini_file.hpp>

#include "config/complaints.hpp"

namespace polyglot::config {
namespace {

/// The maximum length of an excerpt in a message: a line of binary data must not flood the screen.
constexpr std::size_t kLongestExcerpt = 40;

bool is_special(char c) {
  return kIniSpecial.find(c) != kIniSpecial.npos;
}

/// Returns the length of the character at `place`, which is 2 if a backslash quotes it.
std::size_t length_at(std::string_view text, std::size_t place) {
  return text[place] == '\\' && place + 1 < text.size() && is_special(text[place + 1]) ? 2 : 1;
}

/// Returns the text with other characters for those that are quoted, so that one can search for special ones.
std::string without_quoted(std::string_view text) {
  std::string masked(text);
  for (std::size_t place = 0; place < text.size(); place += length_at(text, place))
    if (length_at(text, place) == 2) masked.replace(place, 2, "xx");
  return masked;
}

/// Returns the text without the blanks around it and without the backslashes that quote.
std::string unquote(std::string_view text) {
  text = trim(text, kBlanks);
  std::string result;
  // The path of a share of Windows, also in the quotes of a command. 2.0.4 loses its first backslash.
  const std::size_t share = text.starts_with('"') ? 1 : 0;
  if (text.substr(share).starts_with("\\\\") && text.size() > share + 2 && !is_special(text[share + 2])) {
    result = text.substr(0, share + 1);
    text.remove_prefix(share + 1);
  }
  for (std::size_t place = 0; place < text.size();) {
    place += length_at(text, place);
    result.push_back(text[place - 1]);
  }
  return result;
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

/// Reads a line that begins with "[". Comment signs between the brackets belong to the name, as in Polyglot
/// 2.0.4. `masked` is the line without_quoted().
IniLine read_section(std::string_view line, std::string_view masked) {
  const std::size_t end = masked.find(']');
  if (!is_text(unquote(line.substr(0, end)))) return no_text();
  if (end == masked.npos) return malformed("\"]\" is missing after " + excerpt(unquote(line)));
  const std::size_t comment = masked.find_first_of(";#", end);
  return {IniLine::Kind::section,
          unquote(line.substr(1, end - 1)),
          {},
          unquote(line.substr(end + 1, comment == masked.npos ? comment : comment - end - 1))};
}

/// Reads a line that is not blank. `masked` has no comment.
IniLine read_entry(std::string_view whole, std::string_view masked) {
  const std::string_view line = whole.substr(0, masked.size());
  const std::size_t equals = masked.find('=');
  const std::string name = unquote(line.substr(0, equals));
  if (equals == masked.npos)
    return is_text(name) ? malformed(excerpt(name) + " is neither a [section] nor a \"name = value\"")
                         : no_text();
  if (name.empty()) return malformed("there is no name before \"=\"");
  // A value begins after the blanks before it; an empty value directly after its "=".
  const std::size_t begin = std::min(masked.find_first_not_of(kBlanks, equals + 1), masked.size());
  const std::size_t end = masked.find_last_not_of(kBlanks) + 1;
  if (end == equals + 1) return {IniLine::Kind::entry, name, {}, {}, end, end};
  const bool is_cut = line.size() < whole.size() && end == line.size();
  return {IniLine::Kind::entry, name, unquote(line.substr(begin, end - begin)), {}, begin, end, is_cut};
}

}  // namespace

IniLine read_ini_line(std::string_view line) {
  if (line.size() > kLongestIniLine)
    return malformed("the line is longer than " + std::to_string(kLongestIniLine) + " bytes");
  const std::string masked = without_quoted(line);
  const std::size_t begin = masked.find_first_not_of(kBlanks);
  if (begin == masked.npos) return {};
  if (masked[begin] == '[') return read_section(line.substr(begin), std::string_view(masked).substr(begin));
  const std::string_view statement = std::string_view(masked).substr(0, masked.find_first_of(";#"));
  if (trim(statement, kBlanks).empty()) return {};
  return read_entry(line, statement);
}

IniFile parse_ini(std::string_view text, std::string_view file_name) {
  IniFile file;
  Complaints errors;
  Complaints warnings;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    errors.add([&] { return Error{"this is text in UTF-16, save it as UTF-8", std::string(file_name)}; });
    text = {};
  }
  // inih as distributions build it cuts lines at 200 bytes, ends a name at ':', too, takes `a ; b` for a
  // value with a comment, knows no quoting by backslashes, and joins an indented line to the one before.
  // These rules are set when inih is built, and each of them would change an ini file of Polyglot 2.0.4.
  // Therefore we read the lines ourselves and give it numbers instead of the texts: `[2]` for the section
  // named by IniFile::sections[2], `17=` for IniFile::entries[17].
  std::string numbers;
  for (std::size_t number = 1; !text.empty(); ++number) {
    IniLine line = read_ini_line(take_line(text));
    const auto place = [&] { return std::string(file_name) + ":" + std::to_string(number); };
    switch (line.kind) {
      case IniLine::Kind::section:
        if (!line.problem.empty())
          warnings.add([&] { return Error{"the text after [" + line.name + "] is ignored", place()}; });
        numbers += "[" + std::to_string(file.sections.size()) + "]\n";
        file.sections.push_back(std::move(line.name));
        file.section_lines.push_back(number);
        break;
      case IniLine::Kind::entry:
        numbers += std::to_string(file.entries.size()) + "=\n";
        file.entries.push_back({0, std::move(line.name), std::move(line.value), number, line.is_cut});
        break;
      case IniLine::Kind::malformed:
        errors.add([&] { return Error{line.problem, place()}; });
        break;
      case IniLine::Kind::blank:
        break;
    }
  }
  const ini_handler set_section = [](void* entries, const char* section, const char* entry, const char*) {
    auto& all = *static_cast<std::vector<IniEntry>*>(entries);
    all[parse_number<std::size_t>(entry).value()].section = parse_number<std::size_t>(section).value_or(0);
    return 1;
  };
  ini_parse_string(numbers.c_str(), set_section, &file.entries);
  file.errors = std::move(errors).finish(std::string(file_name));
  file.warnings = std::move(warnings).finish(std::string(file_name));
  return file;
}

Result<IniEntry> parse_ini_entry(std::string_view text) {
  IniLine line = read_ini_line(text);
  if (line.kind != IniLine::Kind::entry) return Error{in_quotes(text) + " is not a \"name=value\""};
  return IniEntry{0, std::move(line.name), std::move(line.value), 0, line.is_cut};
}

std::string quote_ini(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    // A backslash needs quoting only where it would quote what follows: C:\books stays readable.
    const bool would_quote = i + 1 == text.size() || is_special(text[i + 1]);
    if (is_special(text[i]) && (text[i] != '\\' || would_quote)) result.push_back('\\');
    const bool line_end = text[i] == '\n' || text[i] == '\r';
    result.push_back(line_end ? ' ' : text[i]);
  }
  return result;
}

}  // namespace polyglot::config
