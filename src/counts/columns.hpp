// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyglot/counts/totals.hpp>

namespace polyglot::counts {

/// The columns of a bucket, in their order. Only rows that are no singles have them.
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
};
inline constexpr std::size_t kColumns = static_cast<std::size_t>(Column::days) + 1;

/// Whether numbers may be negative: differences modulo 2^64.
[[nodiscard]] constexpr bool is_signed(Column column) noexcept {
  return column == Column::rating || column == Column::opponent;
}
/// The bits that a number has at most.
[[nodiscard]] constexpr unsigned most_bits_of(Column column) noexcept {
  switch (column) {
    case Column::move:
      return 16;
    case Column::singles:
    case Column::date:
    case Column::days:
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

}  // namespace polyglot::counts
