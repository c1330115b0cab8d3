#include "tools/option_values.hpp"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include <boost/algorithm/string/replace.hpp>
#include <boost/regex.hpp>
#include <fmt/format.h>

namespace polyglot::tools {
namespace {

/// Stricter than for tags, which may hold anything behind what is known of a date.
bool is_date(std::string_view text) {
  static const boost::regex date("\\d{4}([./-](0?[1-9]|1[0-2])([./-](0?[1-9]|[12]\\d|3[01]))?)?");
  return boost::regex_match(text.begin(), text.end(), date);
}

/// Whether the month has such a day.
bool is_day(int date) {
  namespace chrono = std::chrono;
  const chrono::year year(date / 10000);
  return (year / (date / 100 % 100) / (date % 100)).ok();
}

}  // namespace

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

std::string header_comment(const std::string& argument) {
  return boost::algorithm::replace_all_copy(argument, "\\n", "\n");
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
  const auto number = parse_number<double>(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

Result<void> take_number(const Arguments& arguments, const char* option, builder::Range<double> limits,
                         std::string_view expected, double& place) {
  if (arguments.count(option) == 0) return {};
  const auto& text = arguments[option].as<std::string>();
  const auto number = number_of(text);
  if (!number || !limits.has(*number)) return wrong_value(option, text, expected);
  place = *number;
  return {};
}

Result<void> take_count(const Arguments& arguments, const char* option, int& place) {
  double number = place;
  const builder::Range<double> limits{.least = 0, .most = std::numeric_limits<int>::max()};
  if (auto taken = take_number(arguments, option, limits, "a whole number from 0 on", number); !taken)
    return taken;
  place = static_cast<int>(number);
  if (place != number)
    return wrong_value(option, arguments[option].as<std::string>(), "a whole number from 0 on");
  return {};
}

Result<builder::Range<int>> date_option(const Arguments& arguments, const char* option) {
  if (arguments.count(option) == 0) return builder::Range<int>{};
  const auto& text = arguments[option].as<std::string>();
  const builder::Range<int> date = builder::read_date(text);
  if (!is_date(text) || date.least > date.most || (date.least == date.most && !is_day(date.least)))
    return wrong_value(option, text, "a date like 2024.05.17, or its beginning,");
  return date;
}

}  // namespace polyglot::tools
