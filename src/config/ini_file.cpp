// SPDX-License-Identifier: MIT
#include <cstdio>
#include <ini.h>
#include <utility>

#include <polyglot/ascii.hpp>
#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/config/ini_file.hpp>

#include "config/ini_line.hpp"

namespace polyglot::config {

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
