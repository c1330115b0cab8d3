#pragma once

#include <charconv>
#include <concepts>
#include <string>
#include <vector>

#include <boost/program_options.hpp>

namespace polyglot::tools {

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
  WholeNumber<Integer> number;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number.value);
  if (error != std::errc() || end != last) boost::throw_exception(po::invalid_option_value(text));
  value = number;
}

}  // namespace polyglot::tools
