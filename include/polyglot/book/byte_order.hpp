// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

/// Numbers in the files of books, whatever the machine's byte order is. Each byte is named, not counted in a
/// loop: compilers make one instruction of it.
namespace polyglot::book {

/// A number of all these bytes, eight at most, the highest first.
template <std::size_t kSize>
[[nodiscard]] constexpr std::uint64_t big_endian(std::span<const std::byte, kSize> bytes) noexcept {
  static_assert(kSize <= sizeof(std::uint64_t));
  return [&]<std::size_t... kByte>(std::index_sequence<kByte...>) {
    return (... | (std::to_integer<std::uint64_t>(bytes[kByte]) << (8 * (kSize - 1 - kByte))));
  }
  (std::make_index_sequence<kSize>());
}

/// The same with the lowest first.
template <std::size_t kSize>
[[nodiscard]] constexpr std::uint64_t little_endian(std::span<const std::byte, kSize> bytes) noexcept {
  static_assert(kSize <= sizeof(std::uint64_t));
  return [&]<std::size_t... kByte>(std::index_sequence<kByte...>) {
    return (... | (std::to_integer<std::uint64_t>(bytes[kByte]) << (8 * kByte)));
  }
  (std::make_index_sequence<kSize>());
}

/// Writes the lowest bytes of a number, as many as there is room for.
template <std::size_t kSize>
constexpr void put_big_endian(std::uint64_t value, std::span<std::byte, kSize> bytes) noexcept {
  static_assert(kSize <= sizeof(std::uint64_t));
  [&]<std::size_t... kByte>(std::index_sequence<kByte...>) {
    ((bytes[kByte] = static_cast<std::byte>(value >> (8 * (kSize - 1 - kByte)))), ...);
  }
  (std::make_index_sequence<kSize>());
}

template <std::size_t kSize>
constexpr void put_little_endian(std::uint64_t value, std::span<std::byte, kSize> bytes) noexcept {
  static_assert(kSize <= sizeof(std::uint64_t));
  [&]<std::size_t... kByte>(std::index_sequence<kByte...>) {
    ((bytes[kByte] = static_cast<std::byte>(value >> (8 * kByte))), ...);
  }
  (std::make_index_sequence<kSize>());
}

}  // namespace polyglot::book
