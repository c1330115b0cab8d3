#pragma once

namespace polyglot::protocol {

constexpr bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}
constexpr bool is_small(char c) noexcept {
  return c >= 'a' && c <= 'z';
}
constexpr bool is_letter(char c) noexcept {
  return is_small(c) || (c >= 'A' && c <= 'Z');
}
constexpr char to_lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
constexpr char to_upper(char c) noexcept {
  return is_small(c) ? static_cast<char>(c - 'a' + 'A') : c;
}

/// Of a chessboard.
constexpr bool is_file(char c) noexcept {
  return c >= 'a' && c <= 'h';
}
constexpr bool is_rank(char c) noexcept {
  return c >= '1' && c <= '8';
}

}  // namespace polyglot::protocol
