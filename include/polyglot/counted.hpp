// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace polyglot {

/// Returns a number with its noun, which is given in the singular: "1 entry", "2 entries", "0 moves".
[[nodiscard]] inline std::string counted(std::uint64_t number, std::string_view noun) {
  std::string text = std::to_string(number).append(1, ' ').append(noun);
  if (number == 1) return text;
  if (!noun.ends_with('y')) return text.append(1, 's');
  text.pop_back();
  return text.append("ies");
}

}  // namespace polyglot
