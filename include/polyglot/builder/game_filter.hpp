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

namespace polyglot::builder {

/// Which of the two players' ratings have to be within the limits.
enum class EloOf : std::uint8_t { both, either, mean };

/// By the base time and forty times the increment, as Lichess does: bullet is less than 3 minutes, blitz less
/// than 8, rapid less than 25.
enum class TimeClass : std::uint8_t { bullet, blitz, rapid, classical, correspondence, unknown };

/// Whose moves are taken.
enum class Sides : std::uint8_t { both, white, black, winner, player };

/// A limit from below and from above, both included.
template <class Number>
struct Range {
  Number least = std::numeric_limits<Number>::min();
  Number most = std::numeric_limits<Number>::max();

  [[nodiscard]] constexpr bool is_open() const noexcept { return *this == Range{}; }
  [[nodiscard]] constexpr bool has(Number number) const noexcept { return least <= number && number <= most; }
  friend constexpr bool operator==(const Range&, const Range&) = default;
};

/// Which games, and whose moves in them, make the book. What a game does not tell, such as a rating, is
/// outside of every limit.
struct GameFilter {
  Range<int> elo = {};
  EloOf elo_of = EloOf::both;
  int max_elo_difference = std::numeric_limits<int>::max();
  Range<int> date = {};                      ///< as the number YYYYMMDD, see read_date()
  std::vector<std::string> results = {};     ///< "1-0", "0-1", "1/2-1/2", "*"; empty: any
  std::vector<TimeClass> time_classes = {};  ///< empty: any
  Range<int> base_time = {};                 ///< seconds
  std::vector<openings::EcoRange> eco = {};  ///< of the tag; empty: any
  /// Of the last position of the game that has a name; empty: any. Games of chess and Chess960 only.
  std::vector<openings::OpeningQuery> openings_wanted = {};
  std::shared_ptr<const openings::OpeningNames> opening_names = nullptr;  ///< for these
  std::string player = {};          ///< regular expressions, searched for without regard to case
  Sides player_side = Sides::both;  ///< where the player sits: both, white or black
  std::string event = {};
  std::string variant = {};  ///< "standard", "chess960"; empty: any chess
  bool untagged = false;     ///< games without a Variant tag are of the variant that is wanted
  std::size_t min_plies = 0;
  double sample = 1;  ///< share of the games, chosen by chance
  std::uint64_t seed = 0;
  Sides sides = Sides::both;

  /// Error: a regular expression that is none.
  [[nodiscard]] Result<void> check() const;
};

/// Why a game is not wanted: the first of these that is true of it. `too_complex`: a regular expression takes
/// more steps on a name or an event than make sense.
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

/// "without a rating", behind a number of games.
[[nodiscard]] std::string_view describe(Rejection reason) noexcept;

/// The days that "2024", "2024.05" or "2024.05.17" stands for, as numbers YYYYMMDD of which months and days
/// may be 0 or 99. Nothing is known: an empty range. Question marks are digits that are not known.
[[nodiscard]] Range<int> read_date(std::string_view text) noexcept;

/// By the value of a TimeControl tag.
[[nodiscard]] TimeClass time_class_of(std::string_view time_control) noexcept;

}  // namespace polyglot::builder
