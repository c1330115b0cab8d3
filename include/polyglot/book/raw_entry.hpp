// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

#include <boost/endian/arithmetic.hpp>
#include <boost/endian/conversion.hpp>

#include <polyglot/chess/types.hpp>

namespace polyglot::book {

/// The number of bytes of one record of a `.bin` book.
inline constexpr std::size_t kRecordSize = 16;
/// The maximum weight of a record.
inline constexpr std::uint32_t kMostWeight = std::numeric_limits<std::uint16_t>::max();

/// One record of a `.bin` book, not interpreted: `move` is a code, and the meaning of `learn` depends on the
/// program that wrote it. Source: docs/book-format.md, "Records".
struct RawEntry {
  chess::Key key = 0;        ///< the key of the position; 0: a part of the header, not a move
  std::uint16_t move = 0;    ///< see move_code.hpp
  std::uint16_t weight = 0;  ///< 0: never played
  std::uint32_t learn = 0;   ///< if Polyglot wrote it: games in the high half, half points in the low half

  /// These are the halves of `learn`.
  [[nodiscard]] constexpr std::uint16_t learn_games() const noexcept {
    return static_cast<std::uint16_t>(learn >> 16);
  }
  [[nodiscard]] constexpr std::uint16_t learn_points() const noexcept {
    return static_cast<std::uint16_t>(learn);
  }

  friend constexpr bool operator==(const RawEntry&, const RawEntry&) noexcept = default;
};

/// Returns the field `learn` of a record.
[[nodiscard]] constexpr std::uint32_t encode_learn(std::uint16_t games, std::uint16_t points) noexcept {
  return (std::uint32_t{games} << 16) | points;
}

/// The bytes of a record in a file.
struct StoredEntry {
  boost::endian::big_uint64_t key;
  boost::endian::big_uint16_t move;
  boost::endian::big_uint16_t weight;
  boost::endian::big_uint32_t learn;
};
static_assert(sizeof(StoredEntry) == kRecordSize);

[[nodiscard]] inline chess::Key decode_key(std::span<const std::byte, kRecordSize> bytes) noexcept {
  return boost::endian::load_big_u64(reinterpret_cast<const unsigned char*>(bytes.data()));
}

[[nodiscard]] inline RawEntry decode_entry(std::span<const std::byte, kRecordSize> bytes) noexcept {
  StoredEntry stored;
  std::memcpy(&stored, bytes.data(), kRecordSize);
  return {.key = stored.key, .move = stored.move, .weight = stored.weight, .learn = stored.learn};
}

inline void encode_entry(const RawEntry& entry, std::span<std::byte, kRecordSize> bytes) noexcept {
  const StoredEntry stored = {
      .key = entry.key, .move = entry.move, .weight = entry.weight, .learn = entry.learn};
  std::memcpy(bytes.data(), &stored, kRecordSize);
}

/// The last record of a book that XBoard has written. It belongs to no position. Code that rewrites such a
/// book keeps it; it is never shown or counted. Source: docs/variant-books.md, "The file".
inline constexpr RawEntry kClosingRecord{.key = std::numeric_limits<chess::Key>::max()};

/// Returns the records without closing records at the end.
[[nodiscard]] inline std::span<const RawEntry> without_closing(std::span<const RawEntry> records) noexcept {
  while (!records.empty() && records.back() == kClosingRecord) records = records.first(records.size() - 1);
  return records;
}

/// Returns the records at the start that have the key of the first one.
template <class Record>
[[nodiscard]] std::span<Record> first_position(std::span<Record> records) noexcept {
  const auto is_other = [&](const RawEntry& record) { return record.key != records.front().key; };
  return {records.begin(), std::ranges::find_if(records, is_other)};
}

}  // namespace polyglot::book
