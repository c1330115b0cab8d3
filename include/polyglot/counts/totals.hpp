// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include <polyglot/result.hpp>
#include <polyglot/time_class.hpp>

namespace polyglot::counts {

/// The results of the games with a move in a position. All numbers can be added.
struct Totals {
  std::uint64_t games = 0;
  std::uint64_t wins = 0;  ///< number of wins of the side that moves, as for draws and losses
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;        ///< games without a known result are only in `games`
  std::uint64_t rated = 0;         ///< games with both ratings
  std::uint64_t rating_sum = 0;    ///< sum of the ratings of the side that moves in these games
  std::uint64_t opponent_sum = 0;  ///< sum of the ratings of the other side, for the performance
  std::uint32_t first_date = 0;    ///< YYYYMMDD; month and day may be 0; 0: not known
  std::uint32_t last_date = 0;

  /// Adds the totals of other games. Error: a sum does not fit into 64 bits; then nothing changes.
  [[nodiscard]] Result<void> add(const Totals& other);
  /// Returns true if the numbers are possible: no more results and ratings than games, and dates that exist.
  [[nodiscard]] bool makes_sense() const noexcept;

  friend bool operator==(const Totals&, const Totals&) = default;
};

/// Returns the lower end of Lichess's band of ratings to which a rating belongs.
[[nodiscard]] std::uint16_t rating_band(int rating) noexcept;

/// A group of games that are counted together. A property that does not group games is 0.
struct Group {
  /// The rating of games without both ratings.
  static constexpr std::uint16_t kUnrated = 65500;

  TimeClass speed = TimeClass::any;
  std::uint16_t rating = 0;  ///< lowest mean rating of the group, a multiple of 100; or kUnrated
  std::uint16_t year = 0;

  /// Returns the code in files. Codes are ordered by year, rating and time class.
  [[nodiscard]] constexpr std::uint32_t code() const noexcept {
    return (std::uint32_t{year} << 16) | (std::uint32_t{rating} / 100 << 4) |
           static_cast<std::uint32_t>(speed);
  }
  [[nodiscard]] static constexpr Group of(std::uint32_t code) noexcept {
    return {.speed = static_cast<TimeClass>(code & 15),
            .rating = static_cast<std::uint16_t>((code >> 4 & 0xfff) * 100),
            .year = static_cast<std::uint16_t>(code >> 16)};
  }
  friend bool operator==(const Group&, const Group&) = default;
};

/// A move of a position in a file. The rows of a position are in the order in which games first had them,
/// because a book keeps moves of equal weight in that order.
struct Row {
  std::uint64_t key = 0;    ///< of the position
  std::uint16_t move = 0;   ///< its code in a `.bin` book
  std::uint32_t group = 0;  ///< Group::code()
  std::uint32_t input = 0;  ///< index in Header::inputs of the input that had it first
  Totals totals;

  friend bool operator==(const Row&, const Row&) = default;
};

}  // namespace polyglot::counts
