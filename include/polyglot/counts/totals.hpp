// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include <polyglot/result.hpp>

namespace polyglot::counts {

/// What games have brought to a move of a position. All numbers add up.
struct Totals {
  std::uint64_t games = 0;
  std::uint64_t wins = 0;  ///< of the side that moves, like draws and losses
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;        ///< games without a known result are in `games` alone
  std::uint64_t rated = 0;         ///< games of which both ratings are known
  std::uint64_t rating_sum = 0;    ///< of the side that moves, in these
  std::uint64_t opponent_sum = 0;  ///< of the other side, in these: for the performance
  std::uint32_t first_date = 0;    ///< YYYYMMDD, where month and day may be 0; 0: no date is known
  std::uint32_t last_date = 0;

  /// Adds what other games have brought. Error: a sum does not fit into 64 bits; nothing is changed then.
  [[nodiscard]] Result<void> add(const Totals& other);
  /// Whether the numbers can be those of games: no more results and ratings than games, dates that exist.
  [[nodiscard]] bool makes_sense() const noexcept;

  friend bool operator==(const Totals&, const Totals&) = default;
};

/// How fast games are, as Lichess has it.
enum class TimeClass : std::uint8_t {
  any,  ///< games are not counted apart by it
  bullet,
  blitz,
  rapid,
  classical,
  correspondence,
  unknown,
};
inline constexpr unsigned kTimeClasses = static_cast<unsigned>(TimeClass::unknown) + 1;

/// Games that are counted together. What games are not counted apart by is 0.
struct Group {
  /// Of games of which a rating is not known.
  static constexpr std::uint16_t kUnrated = 65500;

  TimeClass speed = TimeClass::any;
  std::uint16_t rating = 0;  ///< lower end of the band of the mean rating, a multiple of 100; or kUnrated
  std::uint16_t year = 0;

  /// As files have it; the order of the codes is by year, rating and time class.
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

/// A move of a position as files keep it. The rows of a position stand in the order in which games first
/// had them: a book keeps moves of the same weight in that order.
struct Row {
  std::uint16_t move = 0;   ///< code of a `.bin` book
  std::uint32_t group = 0;  ///< Group::code()
  std::uint32_t input = 0;  ///< number of the input in Header::inputs that had it first
  Totals totals;

  friend bool operator==(const Row&, const Row&) = default;
};

}  // namespace polyglot::counts
