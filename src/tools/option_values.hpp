#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/ascii.hpp>
#include <polyglot/builder/game_filter.hpp>
#include <polyglot/result.hpp>

#include "tools/tool.hpp"

/// What tools with many options make of the texts that they are given.
namespace polyglot::tools {

using Strings = std::vector<std::string>;

/// When a switch was met, counted over the command line: of some the last one counts.
struct Turn {
  unsigned number;
};

/// Found by Program_options, in the order of the command line.
void validate(boost::any& value, const std::vector<std::string>& words, Turn*, int);

/// A number from 0 on that an option takes: for Program_options itself, "-1" is 4294967295.
template <std::unsigned_integral Integer>
struct WholeNumber {
  Integer value = 0;
};

/// Found by Program_options. Nothing but digits counts, and no more than the type can hold.
template <std::unsigned_integral Integer>
void validate(boost::any& value, const std::vector<std::string>& words, WholeNumber<Integer>*, int) {
  namespace po = boost::program_options;
  po::validators::check_first_occurrence(value);
  const std::string& text = po::validators::get_single_string(words);
  const auto number = parse_number<Integer>(text);
  if (!number) boost::throw_exception(po::invalid_option_value(text));
  value = WholeNumber<Integer>{*number};
}

template <class Value>
[[nodiscard]] auto* value(const char* name) {
  return boost::program_options::value<Value>()->value_name(name);
}

template <class Integer>
[[nodiscard]] auto* whole(const char* name) {
  return value<WholeNumber<Integer>>(name);
}

template <class Integer>
[[nodiscard]] auto* whole(const char* name, Integer standard) {
  return whole<Integer>(name)->default_value({standard}, std::to_string(standard));
}

template <class Integer>
[[nodiscard]] Integer whole_of(const Arguments& arguments, const char* option) {
  return arguments[option].as<WholeNumber<Integer>>().value;
}

/// Puts an option's value to its place, if it was given.
template <class Value, class Place>
void take(const Arguments& arguments, const char* option, Place& place) {
  if (arguments.count(option) != 0) place = arguments[option].as<Value>();
}

/// Error: an option was given that only says more about others, of which none was given.
[[nodiscard]] Result<void> check_company(const Arguments& arguments, const char* option,
                                         std::initializer_list<const char*> others);

/// `text` as it was given to `option` is not what was expected.
[[nodiscard]] Error wrong_value(std::string_view option, std::string_view text, std::string_view expected);

/// The comment of a header as it is given on a command line, where `\n` begins a line.
[[nodiscard]] std::string header_comment(const std::string& argument);

/// The parts between commas.
[[nodiscard]] Strings split(std::string_view text);

/// Nothing but a number, neither infinite nor "nan".
[[nodiscard]] std::optional<double> number_of(std::string_view text);

/// Puts an option's number to its place, if it was given. Error: it is none within the limits.
[[nodiscard]] Result<void> take_number(const Arguments& arguments, const char* option,
                                       builder::Range<double> limits, std::string_view expected,
                                       double& place);

/// The same for whole numbers of things that are not below 0.
[[nodiscard]] Result<void> take_count(const Arguments& arguments, const char* option, int& place);

/// The days that an option names, all if it was not given. Error: it is no date.
[[nodiscard]] Result<builder::Range<int>> date_option(const Arguments& arguments, const char* option);

/// One of some words, by its place among them.
template <class Choice, std::size_t count>
[[nodiscard]] Result<Choice> choice_of(const Arguments& arguments, const char* option,
                                       const std::array<std::string_view, count>& words) {
  const auto& text = arguments[option].as<std::string>();
  std::string expected;
  for (std::size_t i = 0; i < count; ++i) {
    if (text == words[i]) return static_cast<Choice>(i);
    expected += (i == 0 ? "" : i + 1 == count ? " or " : ", ") + std::string(words[i]);
  }
  return wrong_value(option, text, expected);
}

}  // namespace polyglot::tools
