#include "tools/range_values.hpp"
#include <chrono>
#include <limits>
#include <string>

#include <boost/regex.hpp>

#include "tools/option_values.hpp"

namespace polyglot::tools {
namespace {

using builder::Range;

/// Tags may hold anything behind what is known of a date; who gives an option can be asked to mean it.
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

Result<void> take_number(const Arguments& arguments, const char* option, Range<double> limits,
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
  const Range<double> limits{.least = 0, .most = std::numeric_limits<int>::max()};
  if (auto taken = take_number(arguments, option, limits, "a whole number from 0 on", number); !taken)
    return taken;
  place = static_cast<int>(number);
  if (place != number)
    return wrong_value(option, arguments[option].as<std::string>(), "a whole number from 0 on");
  return {};
}

Result<Range<int>> date_option(const Arguments& arguments, const char* option) {
  if (arguments.count(option) == 0) return Range<int>{};
  const auto& text = arguments[option].as<std::string>();
  const Range<int> date = builder::read_date(text);
  if (!is_date(text) || date.least > date.most || (date.least == date.most && !is_day(date.least)))
    return wrong_value(option, text, "a date like 2024.05.17, or its beginning,");
  return date;
}

}  // namespace polyglot::tools
