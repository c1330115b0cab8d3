// SPDX-License-Identifier: MIT
#include "explorer/text.hpp"
#include <algorithm>
#include <cstdint>

namespace polyglot::explorer {

std::string to_base64(std::span<const std::byte> bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const auto group = bytes.subspan(at, std::min<std::size_t>(3, bytes.size() - at));
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i)
      bits = (bits << 8) | (i < group.size() ? std::to_integer<std::uint32_t>(group[i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i)
      text += i <= group.size() ? kDigits[(bits >> (18 - 6 * i)) & 63U] : '=';
  }
  return text;
}

}  // namespace polyglot::explorer
