// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyglot/ascii.hpp>

namespace polyglot::pgn {

/// The result of a search that finds nothing.
inline constexpr std::size_t kNowhere = std::string_view::npos;

/// No move has more characters.
inline constexpr std::size_t kLongestMove = 16;

constexpr bool is_line_end(char c) noexcept {
  return c == '\n' || c == '\r';
}
/// A space within a line.
constexpr bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}
/// A character that a symbol may have. Source: PGN standard, 7.
constexpr bool is_symbol_character(char c) noexcept {
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
constexpr bool is_ascii(char c) noexcept {
  return static_cast<unsigned char>(c) < 0x80;
}
/// The length of the blank of Unicode, the invisible character or the no-break space of Latin-1 at `at`; 0 if
/// there is none. Not inlined, because it is rare, and its callers are the innermost loops of make-book.
[[gnu::cold, gnu::noinline]] constexpr std::size_t wide_blank(std::string_view text,
                                                              std::size_t at) noexcept {
  const auto byte = [text, at](std::size_t i) {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
  };
  switch (byte(0)) {
    case 0xA0:  // also a part of longer characters
      return at == 0 || is_ascii(text[at - 1]) || text[at - 1] == '\xA0' ? 1 : 0;
    case 0xC2:  // U+0085, U+00A0, U+00AD
      return byte(1) == 0x85 || byte(1) == 0xA0 || byte(1) == 0xAD ? 2 : 0;
    case 0xE1:  // U+1680
      return byte(1) == 0x9A && byte(2) == 0x80 ? 3 : 0;
    case 0xE2:  // U+2000 to U+200F, U+2028 to U+202F; U+205F to U+206F
      if (byte(1) == 0x80)
        return (byte(2) >= 0x80 && byte(2) <= 0x8F) || (byte(2) >= 0xA8 && byte(2) <= 0xAF) ? 3 : 0;
      return byte(1) == 0x81 && byte(2) >= 0x9F && byte(2) <= 0xAF ? 3 : 0;
    case 0xE3:  // U+3000
      return byte(1) == 0x80 && byte(2) == 0x80 ? 3 : 0;
    case 0xEF:  // U+FEFF
      return byte(1) == 0xBB && byte(2) == 0xBF ? 3 : 0;
    default:
      return 0;
  }
}
/// The length of the blank or line end at `at`; 0 if there is none.
constexpr std::size_t space_at(std::string_view text, std::size_t at) noexcept {
  if (at >= text.size()) return 0;
  return is_ascii(text[at]) ? (is_space(text[at]) ? 1 : 0) : wide_blank(text, at);
}
/// space_before() behind a byte outside of ASCII.
[[gnu::cold, gnu::noinline]] constexpr std::size_t wide_blank_before(std::string_view text,
                                                                     std::size_t at) noexcept {
  for (std::size_t length = 1; length <= 3 && length <= at; ++length)
    if (wide_blank(text, at - length) == length) return length;
  return 0;
}
/// The length of the blank or line end that ends at `at`; 0 if there is none.
constexpr std::size_t space_before(std::string_view text, std::size_t at) noexcept {
  if (at == 0) return 0;
  return is_ascii(text[at - 1]) ? (is_space(text[at - 1]) ? 1 : 0) : wide_blank_before(text, at);
}
/// The length of the hyphen, dash or minus sign at the start of a text; 0 if there is none.
constexpr std::size_t dash_length(std::string_view text) noexcept {
  if (text.starts_with('-')) return 1;
  for (const std::string_view dash : {"\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2212"})
    if (text.starts_with(dash)) return dash.size();
  return 0;
}
constexpr std::size_t skip_blanks(std::string_view text, std::size_t at) noexcept {
  for (;;) {
    while (at < text.size() && is_blank(text[at])) ++at;
    const std::size_t length = at == text.size() || is_ascii(text[at]) ? 0 : wide_blank(text, at);
    if (length == 0) return at;
    at += length;
  }
}
constexpr std::size_t skip_space(std::string_view text, std::size_t at) noexcept {
  while (const std::size_t length = space_at(text, at)) at += length;
  return at;
}
constexpr std::size_t skip_digits(std::string_view text, std::size_t at) noexcept {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}
/// The digits before `at`, with only blanks and periods between; empty if there are none.
constexpr std::string_view number_before(std::string_view text, std::size_t at) noexcept {
  while (at > 0) {
    const std::size_t length = text[at - 1] == '.' ? 1 : space_before(text, at);
    if (length == 0) break;
    at -= length;
  }
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
