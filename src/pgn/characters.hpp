// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <polyglot/ascii.hpp>

namespace polyglot::pgn {

/// The result of a search that finds nothing.
inline constexpr std::size_t kNowhere = std::string_view::npos;

constexpr bool is_line_end(char c) noexcept {
  return c == '\n' || c == '\r';
}
/// A space within a line.
constexpr bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}
/// A character that a symbol may have. Source: PGN standard, 7.
constexpr bool is_tag_name(char c) noexcept {
  return is_letter(c) || is_digit(c) || c == '_' || c == '+' || c == '#' || c == '=' || c == ':' || c == '-';
}
/// The end of the line that contains `at`: a CR or LF, or the end of the text.
constexpr std::size_t end_of_line(std::string_view text, std::size_t at) noexcept {
  while (at < text.size() && !is_line_end(text[at])) ++at;
  return at;
}
/// The end of text in brackets: the ']', or the end of the line.
constexpr std::size_t end_of_brackets(std::string_view text, std::size_t at) noexcept {
  while (at < text.size() && text[at] != ']' && !is_line_end(text[at])) ++at;
  return at;
}
constexpr std::size_t skip_blanks(std::string_view text, std::size_t at) noexcept {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}
constexpr std::size_t skip_digits(std::string_view text, std::size_t at) noexcept {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}
/// The digits before `at`, with only blanks and periods between; empty if there are none.
constexpr std::string_view number_before(std::string_view text, std::size_t at) noexcept {
  while (at > 0 && (is_space(text[at - 1]) || text[at - 1] == '.')) --at;
  const std::size_t end = at;
  while (at > 0 && is_digit(text[at - 1])) --at;
  return text.substr(at, end - at);
}

/// How many lines end in `text`. The sums have one byte, so that the compiler can count a whole vector at a
/// time.
inline std::uint64_t count_lines(std::string_view text) noexcept {
  constexpr std::size_t kBlock = 255;  // the largest sum of one byte
  std::uint64_t lines = 0;
  while (!text.empty()) {
    const std::string_view block = text.substr(0, kBlock);
    std::uint8_t sum = 0;
    for (const char c : block) sum = static_cast<std::uint8_t>(sum + (c == '\n' ? 1 : 0));
    lines += sum;
    text.remove_prefix(block.size());
  }
  return lines;
}

}  // namespace polyglot::pgn
