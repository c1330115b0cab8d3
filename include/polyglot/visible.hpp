// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Functions for texts that come from files and other programs, before users see them.
namespace polyglot {

/// Returns the text with question marks for control characters, because a terminal obeys them. These are the
/// control characters of ASCII, and those of ISO 6429 (C1), in UTF-8 or as single bytes. All other bytes, and
/// the control characters in `kept`, stay as they are.
[[nodiscard]] inline std::string visible_line(std::string_view text, std::string_view kept = {}) {
  const auto is_c1 = [](unsigned char c) { return c >= 0x80 && c < 0xA0; };
  std::string shown;
  shown.reserve(text.size());
  int following = 0;  // remaining bytes of the UTF-8 character that has begun
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (following > 0 && c >= 0x80 && c < 0xC0) {
      --following;
      shown += text[i];
      continue;
    }
    following = c < 0xC2 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : c < 0xF5 ? 3 : 0;
    bool is_control = (c < ' ' && kept.find(text[i]) == kept.npos) || c == 0x7F || is_c1(c);
    // In UTF-8, every C1 control character begins with this byte.
    if (c == 0xC2 && i + 1 < text.size() && is_c1(static_cast<unsigned char>(text[i + 1]))) {
      is_control = true;
      following = 0;
      ++i;
    }
    shown += is_control ? '?' : text[i];
  }
  return shown;
}

/// Returns the same as visible_line() for a text of several lines: line ends and tabs stay.
[[nodiscard]] inline std::string visible_lines(std::string_view text) {
  return visible_line(text, "\n\t");
}

}  // namespace polyglot
