// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <string_view>

#include <polyglot/ascii.hpp>

/// Words of line-based protocols, separated by blanks.
namespace polyglot::protocol {

/// Removes the first word from `text` and returns it; empty at the end.
[[nodiscard]] inline std::string_view take_word(std::string_view& text) noexcept {
  const char* const end = text.data() + text.size();
  const char* const first = std::find_if_not(text.data(), end, is_blank);
  const char* const last = std::find_if(first, end, is_blank);
  text = {last, static_cast<std::size_t>(end - last)};
  return {first, static_cast<std::size_t>(last - first)};
}

/// Removes everything before the next word that equals one of `keywords` and returns it trimmed. `text` then
/// starts with that keyword, or is empty.
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

}  // namespace polyglot::protocol
