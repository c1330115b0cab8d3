#include "tools/option_values.hpp"
#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace polyglot::tools {

void validate(boost::any& value, const std::vector<std::string>&, Turn*, int) {
  static unsigned turns = 0;
  value = Turn{++turns};
}

Result<void> check_company(const Arguments& arguments, const char* option,
                           std::initializer_list<const char*> others) {
  const auto is_given = [&](const char* name) {
    return arguments.count(name) != 0 && !arguments[name].defaulted();
  };
  if (!is_given(option) || std::ranges::any_of(others, is_given)) return {};
  return Error{fmt::format("-{}: needs -{}", option, fmt::join(others, " or -"))};
}

Error wrong_value(std::string_view option, std::string_view text, std::string_view expected) {
  return {fmt::format("-{} {}: {} expected", option, text, expected)};
}

Strings split(std::string_view text) {
  Strings parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::optional<double> number_of(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

}  // namespace polyglot::tools
