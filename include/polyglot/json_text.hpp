// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <polyglot/utf8.hpp>

namespace polyglot {

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
