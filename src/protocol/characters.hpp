#pragma once

#include <polyglot/ascii.hpp>

namespace polyglot::protocol {

constexpr bool is_small(char c) noexcept {
  return c >= 'a' && c <= 'z';
}

/// Of a chessboard.
constexpr bool is_file(char c) noexcept {
  return c >= 'a' && c <= 'h';
}
constexpr bool is_rank(char c) noexcept {
  return c >= '1' && c <= '8';
}

}  // namespace polyglot::protocol
