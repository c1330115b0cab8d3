#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace polyglot::pgn {

/// How many lines end in `text`. Sums of one byte let the compiler count a whole vector at a time.
inline std::uint64_t count_lines(std::string_view text) noexcept {
  constexpr std::size_t kBlock = 255;  // what one byte can count
  std::uint64_t lines = 0;
  while (!text.empty()) {
    const std::string_view block = text.substr(0, kBlock);
    std::uint8_t sum = 0;
    for (const char c : block) sum = static_cast<std::uint8_t>(sum + (c == '\n' ? 1 : 0));
    lines += sum;
    text.remove_prefix(block.size());
  }
  return lines;
}

}  // namespace polyglot::pgn
