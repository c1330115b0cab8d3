// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
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

/// Returns JSON that is valid UTF-8, for any bytes in its texts. `json` is a value, an object or a string.
template <class Json>
[[nodiscard]] std::string json_text(const Json& json) {
  return valid_utf8(boost::json::serialize(json));
}

/// Returns a JSON number, without an exponent if it is whole. Infinities and NaN become null.
[[nodiscard]] inline boost::json::value json_number(double value) {
  constexpr double kMostExact = 9007199254740992;  // 2^53
  if (!std::isfinite(value)) return nullptr;
  if (std::abs(value) <= kMostExact && value == std::trunc(value)) return static_cast<std::int64_t>(value);
  return value;
}

}  // namespace polyglot
