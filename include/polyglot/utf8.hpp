// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <boost/nowide/utf/utf.hpp>

namespace polyglot {

/// Returns the text with U+FFFD for every byte that is not part of valid UTF-8. Names of files and comments
/// of books may have any bytes, but JSON has to be UTF-8.
[[nodiscard]] inline std::string valid_utf8(std::string_view text) {
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  std::string valid;
  valid.reserve(text.size());
  for (auto at = text.begin(); at != text.end();) {
    auto end = at;
    const bool is_character =
        boost::nowide::utf::is_valid_codepoint(boost::nowide::utf::utf_traits<char>::decode(end, text.end()));
    if (!is_character) end = at + 1;
    valid += is_character ? std::string_view(at, end) : kReplacement;
    at = end;
  }
  return valid;
}

}  // namespace polyglot
