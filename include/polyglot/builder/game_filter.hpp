// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/openings/opening_names.hpp>
#include <polyglot/result.hpp>
#include <polyglot/time_class.hpp>

namespace polyglot::builder {

/// Which ratings of the two players have to be within the limits.
enum class EloOf : std::uint8_t { both, either, mean };

/// The players whose moves the book takes.
enum class Sides : std::uint8_t { both, white, black, winner, player };

/// A minimum and a maximum, which both belong to the range.
template <class Number>
struct Range {
  Number least = std::numeric_limits<Number>::min();
  Number most = std::numeric_limits<Number>::max();

  [[nodiscard]] constexpr bool is_open() const noexcept { return *this == Range{}; }
  [[nodiscard]] constexpr bool has(Number number) const noexcept { return least <= number && number <= most; }
  friend constexpr bool operator==(const Range&, const Range&) = default;
};

/// Which games the book takes, and which of their moves. A value that a game lacks, such as a rating, is
/// outside every limit.
struct GameFilter {
  Range<int> elo = {};
  EloOf elo_of = EloOf::both;
  int max_elo_difference = std::numeric_limits<int>::max();
  Range<int> date = {};                      ///< as numbers YYYYMMDD, see read_date()
  std::vector<std::string> results = {};     ///< "1-0", "0-1", "1/2-1/2", "*"; empty: any
  std::vector<TimeClass> time_classes = {};  ///< empty: any
  Range<int> base_time = {};                 ///< seconds
  std::vector<openings::EcoRange> eco = {};  ///< values of the ECO tag; empty: any
  /// Openings, by the last position of the game that has a name; empty: any. Only for chess and Chess960.
  std::vector<openings::OpeningQuery> openings_wanted = {};
  std::shared_ptr<const openings::OpeningNames> opening_names = nullptr;  ///< for `openings_wanted`
  std::string player = {};          ///< a regular expression, in any letter case
  Sides player_side = Sides::both;  ///< the side of `player`: both, white or black
  std::string event = {};           ///< a regular expression, in any letter case
  std::string variant = {};         ///< "standard", "chess960"; empty: any chess
  bool untagged = false;            ///< true: takes games without a Variant tag as games of the variant
  std::size_t min_plies = 0;
  double sample = 1;  ///< random share of the games
  std::uint64_t seed = 0;
  Sides sides = Sides::both;

  /// Checks the filter. Error: a regular expression is wrong.
  [[nodiscard]] Result<void> check() const;
};

/// Why a game is rejected: the first reason that is found. They are not looked for in this order.
/// `too_complex`: a regular expression needs too many steps for a name or an event.
enum class Rejection : std::uint8_t {
  too_short,
  no_rating,
  rating,
  no_date,
  date,
  no_time_control,
  time_control,
  no_opening,
  opening,
  variant,
  result,
  event,
  player,
  too_complex,
  sample
};
inline constexpr std::size_t kRejections = static_cast<std::size_t>(Rejection::sample) + 1;

/// Returns the words that follow a number of games in a report: "without a rating".
[[nodiscard]] std::string_view describe(Rejection reason) noexcept;

/// Returns the days of "2024", "2024.05" or "2024.05.17" as numbers YYYYMMDD. Month and day may be 0 or 99.
/// Question marks are unknown digits. The range is empty if the year is not known.
[[nodiscard]] Range<int> read_date(std::string_view text) noexcept;

/// Reads the value of a TimeControl tag, in words where they are plain. The fastest games are bullet, too.
[[nodiscard]] TimeClass time_class_of(std::string_view time_control);

}  // namespace polyglot::builder
