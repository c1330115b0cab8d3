#pragma once

#include <charconv>
#include <concepts>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>

/// Numbers as they stand in the lines of GUIs and engines.
namespace polyglot::protocol {

template <std::integral Integer>
struct LeadingNumber {
  std::optional<Integer> value;
  const char* end;  ///< behind its last digit
};

/// The decimal number that a text begins with. One that is too large counts as the largest there is (or the
/// smallest, if negative). None if the text begins otherwise, or with a minus that `Integer` does not have.
template <std::integral Integer>
[[nodiscard]] LeadingNumber<Integer> parse_leading_number(const char* begin, const char* end) noexcept {
  using Limits = std::numeric_limits<Integer>;
  Integer value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error == std::errc()) return {value, stop};
  if (error == std::errc::invalid_argument) return {std::nullopt, begin};
  return {*begin == '-' ? Limits::min() : Limits::max(), stop};
}

/// The same for a text that is nothing but a number.
template <std::integral Integer>
[[nodiscard]] std::optional<Integer> parse_number(std::string_view text) noexcept {
  const char* const end = text.data() + text.size();
  const auto number = parse_leading_number<Integer>(text.data(), end);
  return number.end == end ? number.value : std::nullopt;
}

}  // namespace polyglot::protocol
