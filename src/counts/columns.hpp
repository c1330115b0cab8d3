// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <polyglot/counts/totals.hpp>

#include "counts/bits.hpp"

namespace polyglot::counts {

/// The columns of a bucket, in their order. All rows have the offsets of games. Only rows that are no singles
/// have the other columns. Only files that keep games have the last three.
enum class Column : std::uint8_t {
  singles,
  move,
  rating,
  opponent,
  date,
  games,
  wins,
  draws,
  no_result,
  unrated,
  days,
  game_input,
  game_ratings,
  game_offset,
};
inline constexpr std::size_t kColumnsWithoutGames = static_cast<std::size_t>(Column::days) + 1;
inline constexpr std::size_t kColumns = static_cast<std::size_t>(Column::game_offset) + 1;

[[nodiscard]] constexpr bool is_of_others(Column column) noexcept {
  return column != Column::game_offset;
}
/// Whether numbers may be negative: differences modulo 2^64.
[[nodiscard]] constexpr bool is_signed(Column column) noexcept {
  return column == Column::rating || column == Column::opponent || column == Column::game_input;
}
/// The bits that a number has at most.
[[nodiscard]] constexpr unsigned most_bits_of(Column column) noexcept {
  switch (column) {
    case Column::move:
      return 16;
    case Column::singles:
    case Column::date:
    case Column::days:
    case Column::game_ratings:
      return 32;
    default:
      return 64;
  }
}

/// Maps the band of a group's code to a small number, also that of unrated games, which is the highest.
[[nodiscard]] constexpr std::uint32_t number_of_band(std::uint32_t band) noexcept {
  constexpr std::uint32_t kUnrated = Group::kUnrated / 100;
  return band > kUnrated ? band : band == kUnrated ? 0 : band + 1;
}
[[nodiscard]] constexpr std::uint32_t band_of_number(std::uint32_t number) noexcept {
  constexpr std::uint32_t kUnrated = Group::kUnrated / 100;
  return number > kUnrated ? number : number == 0 ? kUnrated : number - 1;
}

/// Ratings are stored as differences from this one, because most are near it.
inline constexpr std::uint64_t kUsualRating = 2000;

/// Maps numbers around 0 to numbers from 0. Sums that wrap around are restored exactly.
[[nodiscard]] constexpr std::uint64_t zigzag(std::uint64_t difference) noexcept {
  return (difference << 1) ^ (0 - (difference >> 63));
}
[[nodiscard]] constexpr std::uint64_t unzigzag(std::uint64_t number) noexcept {
  return (number >> 1) ^ (0 - (number & 1));
}

/// Maps dates to numbers without large gaps between years and months. 0 stays 0.
[[nodiscard]] constexpr std::uint32_t compact_date(std::uint32_t date) noexcept {
  return (date / 10000 * 13 + date / 100 % 100) * 32 + date % 100;
}
/// All results of compact_date() are lower.
inline constexpr std::uint64_t kEndOfDates = std::uint64_t{10000} * 13 * 32;
[[nodiscard]] constexpr std::uint32_t full_date(std::uint64_t compact) noexcept {
  return static_cast<std::uint32_t>(compact / 32 / 13 * 10000 + compact / 32 % 13 * 100 + compact % 32);
}

/// Appends a column of a block of games: the number of bytes of its largest number, then all lowest bytes,
/// and so on.
inline void put_column(std::string& out, std::span<const std::uint64_t> numbers) {
  std::uint64_t all = 0;
  for (const std::uint64_t number : numbers) all |= number;
  const unsigned width = (static_cast<unsigned>(std::bit_width(all)) + 7) / 8;
  out.push_back(static_cast<char>(width));
  const std::size_t begin = out.size();
  out.resize(begin + width * numbers.size());
  char* to = out.data() + begin;
  for (unsigned plane = 0; plane < width; ++plane)
    for (const std::uint64_t number : numbers) *to++ = static_cast<char>(number >> (8 * plane));
}

/// A column in the bytes of a block.
class ColumnView {
 public:
  /// Takes a column of this many numbers off `bytes`.
  [[nodiscard]] static ColumnView take(Numbers& bytes, std::size_t size) noexcept {
    ColumnView view;
    view.width_ = std::min<unsigned>(bytes.take<std::uint8_t>(), 8);
    view.planes_ = bytes.take(view.width_ * size);
    view.size_ = size;
    return view;
  }
  [[nodiscard]] std::uint64_t operator[](std::size_t at) const noexcept {
    std::uint64_t number = 0;
    for (unsigned plane = 0; plane < width_; ++plane)
      number |= std::uint64_t{static_cast<unsigned char>(planes_[plane * size_ + at])} << (8 * plane);
    return number;
  }

 private:
  std::string_view planes_;
  std::size_t size_ = 0;
  unsigned width_ = 0;
};

}  // namespace polyglot::counts
