#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace polyglot::book {

/// A number of all these bytes, eight at most, the highest first.
[[nodiscard]] constexpr std::uint64_t big_endian(std::span<const std::byte> bytes) noexcept {
  std::uint64_t value = 0;
  for (const std::byte byte : bytes) value = (value << 8) | std::to_integer<std::uint64_t>(byte);
  return value;
}

/// The same with the lowest first.
[[nodiscard]] constexpr std::uint64_t little_endian(std::span<const std::byte> bytes) noexcept {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;)
    value = (value << 8) | std::to_integer<std::uint64_t>(bytes[i]);
  return value;
}

}  // namespace polyglot::book
