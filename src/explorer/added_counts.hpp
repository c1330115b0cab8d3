// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <span>

#include <polyglot/chess/types.hpp>
#include <polyglot/counts/counts_file.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/result.hpp>

/// Adds up what files of counts know about a position.
namespace polyglot::explorer {

/// The properties by which a file distinguishes its games.
struct Grouping {
  bool by_speed = false;
  bool by_rating = false;
  bool by_year = false;

  [[nodiscard]] static Grouping of(const counts::CountsFile& file) noexcept;
};

/// The requested groups. A condition has no effect in a file that does not distinguish games by it.
struct GroupFilter {
  std::optional<std::vector<TimeClass>> speeds = std::nullopt;       ///< nothing: all
  std::optional<std::vector<std::uint16_t>> ratings = std::nullopt;  ///< lower ends of bands; nothing: all
  std::optional<int> since = std::nullopt;                           ///< the first year
  std::optional<int> until = std::nullopt;                           ///< the last year

  /// A span of years never includes games of an unknown year.
  [[nodiscard]] bool takes(const counts::Group& group, const Grouping& grouping) const noexcept;
};

struct CountedMove {
  game::Move move = {};
  counts::Totals totals = {};
};

struct CountedPosition {
  std::vector<CountedMove> moves = {};                 ///< legal ones, the most played first
  counts::Totals totals = {};                          ///< of these moves
  std::map<std::uint16_t, counts::Totals> years = {};  ///< from files that distinguish games by year
};

/// Adds up the chosen groups of files of counts of games by the same rules. Failure: one of the files
/// is damaged.
[[nodiscard]] CountedPosition add_up(std::span<const counts::CountsFile* const> files,
                                     const game::Position& position, const GroupFilter& filter);

/// Games by their result.
struct Results {
  std::uint64_t white = 0;
  std::uint64_t draws = 0;
  std::uint64_t black = 0;
};
[[nodiscard]] Results results_of(const counts::Totals& totals, game::Color mover) noexcept;

/// The mean rating of those who made the move; nothing if no rating is known.
[[nodiscard]] std::optional<int> average_rating(const counts::Totals& totals) noexcept;
/// The rating that would predict the score of those who made the move against their opponents. It is at most
/// 800 points from the mean rating of the opponents. Nothing if no rating or no result is known.
[[nodiscard]] std::optional<int> performance(const counts::Totals& totals) noexcept;

}  // namespace polyglot::explorer
