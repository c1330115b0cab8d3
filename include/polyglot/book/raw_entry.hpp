#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polyglot/chess/types.hpp>

namespace polyglot::book {

/// Bytes of one record of a `.bin` book.
inline constexpr std::size_t kRecordSize = 16;

/// One record of a `.bin` book, not interpreted: the move is a code, learn is whatever its writer put there.
/// Source: docs/book-format.md, "Records".
struct RawEntry {
  chess::Key key = 0;        ///< 0: part of the header, not a move
  std::uint16_t move = 0;    ///< see move_code.hpp
  std::uint16_t weight = 0;  ///< 0: never played
  std::uint32_t learn = 0;   ///< games in the high half, half points in the low half, if Polyglot wrote it

  /// The halves of `learn`.
  [[nodiscard]] constexpr std::uint16_t learn_games() const noexcept {
    return static_cast<std::uint16_t>(learn >> 16);
  }
  [[nodiscard]] constexpr std::uint16_t learn_points() const noexcept {
    return static_cast<std::uint16_t>(learn);
  }

  friend constexpr bool operator==(const RawEntry&, const RawEntry&) noexcept = default;
};

/// The field `learn` of a record.
[[nodiscard]] constexpr std::uint32_t encode_learn(std::uint16_t games, std::uint16_t points) noexcept {
  return (std::uint32_t{games} << 16) | points;
}

namespace detail {

/// Highest byte first, whatever the machine's byte order is.
template <class Integer, std::size_t kOffset>
[[nodiscard]] constexpr Integer load_big_endian(std::span<const std::byte, kRecordSize> bytes) noexcept {
  Integer value = 0;
  for (std::size_t i = 0; i < sizeof(Integer); ++i)
    value = static_cast<Integer>((value << 8) | std::to_integer<Integer>(bytes[kOffset + i]));
  return value;
}

template <std::size_t kOffset, class Integer>
constexpr void store_big_endian(Integer value, std::span<std::byte, kRecordSize> bytes) noexcept {
  for (std::size_t i = 0; i < sizeof(Integer); ++i)
    bytes[kOffset + i] = static_cast<std::byte>(value >> (8 * (sizeof(Integer) - 1 - i)));
}

}  // namespace detail

[[nodiscard]] constexpr chess::Key decode_key(std::span<const std::byte, kRecordSize> bytes) noexcept {
  return detail::load_big_endian<chess::Key, 0>(bytes);
}

[[nodiscard]] constexpr RawEntry decode_entry(std::span<const std::byte, kRecordSize> bytes) noexcept {
  return {.key = decode_key(bytes),
          .move = detail::load_big_endian<std::uint16_t, 8>(bytes),
          .weight = detail::load_big_endian<std::uint16_t, 10>(bytes),
          .learn = detail::load_big_endian<std::uint32_t, 12>(bytes)};
}

constexpr void encode_entry(const RawEntry& entry, std::span<std::byte, kRecordSize> bytes) noexcept {
  detail::store_big_endian<0>(entry.key, bytes);
  detail::store_big_endian<8>(entry.move, bytes);
  detail::store_big_endian<10>(entry.weight, bytes);
  detail::store_big_endian<12>(entry.learn, bytes);
}

}  // namespace polyglot::book
