// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include <polyglot/ascii.hpp>

/// Keywords of line-based protocols.
namespace polyglot::protocol {

/// Removes the text before the next word that equals one of `keywords`, and returns it trimmed. Afterwards
/// `text` begins with that keyword, or is empty if there is none.
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
