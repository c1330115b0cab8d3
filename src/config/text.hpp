#pragma once

#include <string>
#include <string_view>

#include <polyglot/ascii.hpp>

namespace polyglot::config {

[[nodiscard]] constexpr bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\r';
}

[[nodiscard]] constexpr std::string_view trim(std::string_view text) noexcept {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

[[nodiscard]] inline std::string in_quotes(std::string_view text) {
  return '"' + std::string(text) + '"';
}

}  // namespace polyglot::config
