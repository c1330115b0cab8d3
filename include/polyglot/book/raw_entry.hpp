// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polyglot/book/byte_order.hpp>
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

[[nodiscard]] constexpr chess::Key decode_key(std::span<const std::byte, kRecordSize> bytes) noexcept {
  return big_endian(bytes.first<8>());
}

[[nodiscard]] constexpr RawEntry decode_entry(std::span<const std::byte, kRecordSize> bytes) noexcept {
  return {.key = decode_key(bytes),
          .move = static_cast<std::uint16_t>(big_endian(bytes.subspan<8, 2>())),
          .weight = static_cast<std::uint16_t>(big_endian(bytes.subspan<10, 2>())),
          .learn = static_cast<std::uint32_t>(big_endian(bytes.subspan<12, 4>()))};
}

constexpr void encode_entry(const RawEntry& entry, std::span<std::byte, kRecordSize> bytes) noexcept {
  put_big_endian(entry.key, bytes.first<8>());
  put_big_endian(entry.move, bytes.subspan<8, 2>());
  put_big_endian(entry.weight, bytes.subspan<10, 2>());
  put_big_endian(entry.learn, bytes.subspan<12, 4>());
}

}  // namespace polyglot::book
