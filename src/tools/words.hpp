#pragma once

#include <algorithm>
#include <string_view>

namespace polyglot::tools {

inline constexpr std::string_view kBlanks = " \t\r\n\v\f";

/// `text` without blanks at either end.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text) noexcept {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

/// Takes the first word off `text`; empty if there is none.
[[nodiscard]] constexpr std::string_view take_word(std::string_view& text) noexcept {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
  text.remove_prefix(word.size());
  return word;
}

}  // namespace polyglot::tools
