// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

/// Characters, lines and numbers of texts that are ASCII: the user's locale has no say in them.
namespace polyglot {

/// UTF-8's: what an editor may put in front of a text.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Cuts the first line off `block` and returns it without its '\n'. Further bytes, '\r' and NUL included,
/// are the protocol's business. Call while !block.empty().
[[nodiscard]] constexpr std::string_view take_line(std::string_view& block) noexcept {
  const std::size_t end = block.find('\n');
  const std::string_view line = block.substr(0, end);
  block.remove_prefix(end == std::string_view::npos ? block.size() : end + 1);
  return line;
}

[[nodiscard]] constexpr bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

[[nodiscard]] constexpr bool is_letter(char c) noexcept {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/// A space or a tab.
[[nodiscard]] constexpr bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t';
}

/// A blank, a line end, a vertical tab or a form feed.
[[nodiscard]] constexpr bool is_space(char c) noexcept {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

[[nodiscard]] constexpr char to_lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

[[nodiscard]] constexpr char to_upper(char c) noexcept {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

/// The text without what is around it of `blanks`.
[[nodiscard]] constexpr std::string_view trim(std::string_view text,
                                              std::string_view blanks = " \t") noexcept {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

[[nodiscard]] inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = to_lower(c);
  return lower;
}

[[nodiscard]] constexpr bool equal_ignoring_case(std::string_view a, std::string_view b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return to_lower(x) == to_lower(y); });
}

/// The number that a text is, all of it; nothing if it is none, or too large for the type. `how`: the base of
/// a whole number.
template <class Number, class... How>
[[nodiscard]] std::optional<Number> parse_number(std::string_view text, How... how) noexcept {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, how...);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

/// The finite decimal fraction that a text is, all of it, perhaps with an exponent; nothing if it is none.
/// std::from_chars() of fractions is not in every standard library. No locale is ever set in our programs.
[[nodiscard]] inline std::optional<double> parse_fraction(std::string_view text) {
  const bool is_plain = text.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
  if (!is_plain || text.empty() || text.front() == '+') return std::nullopt;
  const std::string copy(text);
  char* stop = nullptr;
  const double number = std::strtod(copy.c_str(), &stop);
  if (stop != copy.c_str() + copy.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

/// The decimal number that a text begins with, which is taken off. One that is too large counts as the
/// largest there is (or the smallest, if negative). Nothing if the text begins otherwise, or with a minus
/// that `Integer` does not have.
template <std::integral Integer>
[[nodiscard]] std::optional<Integer> take_clamped_number(std::string_view& text) noexcept {
  using Limits = std::numeric_limits<Integer>;
  Integer number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::invalid_argument) return std::nullopt;
  if (error != std::errc()) number = text.front() == '-' ? Limits::min() : Limits::max();
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return number;
}

/// The same for a text that is nothing but a number.
template <std::integral Integer>
[[nodiscard]] std::optional<Integer> parse_clamped_number(std::string_view text) noexcept {
  const auto number = take_clamped_number<Integer>(text);
  return text.empty() ? number : std::nullopt;
}

}  // namespace polyglot
