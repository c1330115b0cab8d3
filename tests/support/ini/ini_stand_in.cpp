// SPDX-License-Identifier: MIT
#include "ini_stand_in.hpp"
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace polyglot::testing {

namespace {

constexpr std::string_view kBlanks = " \t\n\v\f\r";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kLongestName = 49;

std::string_view without_blanks_before(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  return begin == std::string_view::npos ? std::string_view{} : text.substr(begin);
}

std::string_view without_blanks_behind(std::string_view text) {
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

/// The place of the first character of `wanted`, or of the comment before it: a ";" behind a blank.
std::size_t find_before_comment(std::string_view text, std::string_view wanted) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (wanted.find(text[i]) != std::string_view::npos) return i;
    const bool behind_blank = i > 0 && kBlanks.find(text[i - 1]) != std::string_view::npos;
    if (behind_blank && std::string_view(INI_INLINE_COMMENT_PREFIXES).find(text[i]) != std::string_view::npos)
      return i;
  }
  return std::string_view::npos;
}

std::string_view without_comment(std::string_view text) {
  return text.substr(0, find_before_comment(text, {}));
}

class Parser {
 public:
  Parser(ini_handler handler, void* user) : handler_(handler), user_(user) {}

  /// False for a wrong line.
  bool take(std::string_view line) {
    const std::string_view text = without_blanks_behind(without_blanks_before(line));
    if (text.empty() || std::string_view(INI_START_COMMENT_PREFIXES).find(text[0]) != std::string_view::npos)
      return true;
    const bool indented = text.data() != line.data();
    if (indented && !last_name_.empty()) return give(last_name_, text);
    if (text[0] == '[') return begin_section(text.substr(1));
    const std::size_t sign = find_before_comment(text, "=:");
    if (sign == std::string_view::npos || std::string_view("=:").find(text[sign]) == std::string_view::npos)
      return false;
    const std::string name(without_blanks_behind(text.substr(0, sign)));
    last_name_ = name.substr(0, kLongestName);
    const std::string_view value = without_comment(text.substr(sign + 1));
    return give(name, without_blanks_behind(without_blanks_before(value)));
  }

 private:
  bool begin_section(std::string_view text) {
    const std::size_t end = find_before_comment(text, "]");
    if (end == std::string_view::npos || text[end] != ']') return false;
    section_ = text.substr(0, std::min(end, kLongestName));
    last_name_.clear();
    return true;
  }

  bool give(const std::string& name, std::string_view value) {
    return handler_(user_, section_.c_str(), name.c_str(), std::string(value).c_str()) != 0;
  }

  ini_handler handler_;
  void* user_;
  std::string section_;
  std::string last_name_;
};

}  // namespace

int parse_ini_stream(ini_reader reader, void* stream, ini_handler handler, void* user) {
  Parser parser(handler, user);
  std::array<char, INI_MAX_LINE> buffer{};
  int line_number = 0;
  int first_wrong = 0;
  while (reader(buffer.data(), static_cast<int>(buffer.size()), stream) != nullptr) {
    ++line_number;
    std::string_view line(buffer.data());
    if (line_number == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
    if (!parser.take(line) && first_wrong == 0) first_wrong = line_number;
  }
  return first_wrong;
}

}  // namespace polyglot::testing
