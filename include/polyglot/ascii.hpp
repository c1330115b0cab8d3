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

/// Functions for characters, lines and numbers of ASCII texts. They do not depend on the
/// user's locale, except parse_fraction() in a program that sets one.
namespace polyglot {

/// The byte order mark of UTF-8, which some editors put at the start of a text.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Removes the first line from `block` and returns it without its '\n'. All other bytes, '\r' and NUL
/// included, stay in the line. `block` must not be empty.
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

/// Returns true for a space or a tab.
[[nodiscard]] constexpr bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t';
}

/// Returns true for a blank, a line end, a vertical tab or a form feed.
[[nodiscard]] constexpr bool is_space(char c) noexcept {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

[[nodiscard]] constexpr char to_lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

[[nodiscard]] constexpr char to_upper(char c) noexcept {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

/// Returns the text without the characters of `blanks` at both ends.
[[nodiscard]] constexpr std::string_view trim(std::string_view text,
                                              std::string_view blanks = " \t") noexcept {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// Removes the first word from the text and returns it; empty at the end. Blanks separate words.
[[nodiscard]] inline std::string_view take_word(std::string_view& text) noexcept {
  const char* const end = text.data() + text.size();
  const char* const first = std::find_if_not(text.data(), end, is_blank);
  const char* const last = std::find_if(first, end, is_blank);
  text = {last, static_cast<std::size_t>(end - last)};
  return {first, static_cast<std::size_t>(last - first)};
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

/// Reads a text that is one whole number and nothing more. Returns nothing if it is not a number, or out of
/// the type's range.
template <std::integral Number>
[[nodiscard]] std::optional<Number> parse_number(std::string_view text, int base = 10) noexcept {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, base);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

/// Reads a text that is one finite decimal fraction, with or without an exponent. Returns nothing for any
/// other text. Not every standard library has std::from_chars() for fractions. std::strtod() depends on the
/// locale, but our programs never set one.
[[nodiscard]] inline std::optional<double> parse_fraction(std::string_view text) {
  const bool is_plain = text.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
  if (!is_plain || text.empty() || text.front() == '+') return std::nullopt;
  const std::string copy(text);
  char* stop = nullptr;
  const double number = std::strtod(copy.c_str(), &stop);
  if (stop != copy.c_str() + copy.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

/// Removes the decimal number at the start of a text and returns it. A number out of range becomes the type's
/// maximum, or its minimum if it is negative. Returns nothing if the text does not begin with a number, or
/// begins with a minus sign and `Integer` is unsigned.
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

/// Reads a text that is one number and nothing more, with the limits of take_clamped_number().
template <std::integral Integer>
[[nodiscard]] std::optional<Integer> parse_clamped_number(std::string_view text) noexcept {
  const auto number = take_clamped_number<Integer>(text);
  return text.empty() ? number : std::nullopt;
}

}  // namespace polyglot
