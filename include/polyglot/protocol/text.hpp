#pragma once

#include <string_view>

/// Small helpers for line-based protocols. Blanks are spaces and tabs.
namespace polyglot::protocol {

[[nodiscard]] constexpr bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t';
}

[[nodiscard]] std::string_view trim(std::string_view text) noexcept;

/// Takes the first word off `text`; empty at the end.
[[nodiscard]] std::string_view take_word(std::string_view& text) noexcept;

/// Takes everything before the next word that equals one of `keywords`, trimmed; `text` then starts with
/// that keyword, or is empty.
template <class... Keyword>
[[nodiscard]] std::string_view take_until(std::string_view& text, Keyword... keywords) noexcept {
  const char* const begin = text.data();
  std::string_view rest = text;
  while (true) {
    const std::string_view before = rest;
    const std::string_view word = take_word(rest);
    if (word.empty() || ((word == keywords) || ...)) {
      text = word.empty() ? std::string_view() : before;
      const char* const end = word.empty() ? before.data() + before.size() : word.data();
      return trim(std::string_view(begin, static_cast<std::size_t>(end - begin)));
    }
  }
}

/// Equal but for ASCII letter case.
[[nodiscard]] bool equals_ignoring_case(std::string_view a, std::string_view b) noexcept;

}  // namespace polyglot::protocol
