// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyglot/pgn/game_text.hpp>

namespace polyglot::analysis {

/// A measured value, and the range that contains it with a probability of 95 %.
struct Estimate {
  double value = 0;
  double low = 0;
  double high = 0;
};

/// The numbers of game pairs in which the stronger player scored 0, 1/2, 1, 3/2 and 2 points. A pair is two
/// games with reversed colours.
using Pentanomial = std::array<std::uint64_t, 5>;

/// Why an opening should leave the suite.
enum class DropReason : std::uint8_t {
  none,
  tells_little,  ///< its pairs end 1:1 more often than those of the other openings
  one_sided,     ///< White's score is outside the wanted range
};

/// The results of a tournament for one opening, or for all of them.
struct OpeningFigures {
  std::uint64_t games = 0;
  std::uint64_t draws = 0;
  std::uint64_t white_half_points = 0;  ///< half points of White in all games
  Pentanomial pairs{};
  Estimate draw_rate;    ///< share of draws among the games, 0 to 1
  Estimate white_score;  ///< points of White a game, 0 to 1; its bias is the distance from 1/2
  /// The normalised Elo of the stronger players, by pairs. It is high if the opening distinguishes players.
  Estimate sensitivity;

  [[nodiscard]] std::uint64_t pair_count() const noexcept;
  /// Returns the number of pairs that did not end 1:1.
  [[nodiscard]] std::uint64_t decided_pairs() const noexcept { return pair_count() - pairs[2]; }
};

struct OpeningVerdict {
  OpeningFigures figures;
  double p_value = 1;  ///< the p-value of the evidence against it: the smaller one of two tests, doubled
  DropReason drop = DropReason::none;
};

struct TrialRule {
  /// The maximum share of the dropped openings that is expected to be dropped wrongly. Source: Benjamini and
  /// Hochberg, "Controlling the false discovery rate", 1995.
  double error_rate = 0.05;
  /// The wanted range of White's scores, in points a game.
  std::pair<double, double> white_score{0, 1};
};

struct TrialReport {
  std::vector<OpeningVerdict> openings;  ///< the openings, by their numbers
  OpeningFigures all;
  OpeningFigures kept;           ///< the figures without the openings to drop
  std::uint64_t unfinished = 0;  ///< number of games without a result
  std::uint64_t alone = 0;       ///< number of games without another one of reversed colours
};

/// Collects the games of a tournament by opening, and judges the openings.
///
/// Two games of an opening are a pair if the same two players played them with reversed colours. The first
/// game of a player with White is paired with the first one with Black, and so on. Not thread-safe.
class OpeningTrial {
 public:
  explicit OpeningTrial(std::size_t openings) : openings_(openings) {}

  /// Adds a finished or unfinished game of an opening, numbered from 0.
  void add(std::size_t opening, std::string_view white, std::string_view black, pgn::GameResult result);
  [[nodiscard]] TrialReport judge(const TrialRule& rule = {}) const;

 private:
  using Players = std::pair<std::string, std::string>;  ///< in the order of their names

  /// Half points of White in the two games of a pair, named after the player who has White.
  struct Pair {
    int first_is_white = 0;
    int second_is_white = 0;

    [[nodiscard]] int first_scores() const noexcept { return first_is_white + 2 - second_is_white; }
    [[nodiscard]] int white_scores() const noexcept { return first_is_white + second_is_white; }
  };
  struct Meetings {
    std::deque<int> first_is_white;  ///< White's half points in games that are not in a pair yet
    std::deque<int> second_is_white;
    std::vector<Pair> pairs;
  };
  struct Opening {
    OpeningFigures figures;
    std::map<Players, Meetings> meetings;
  };

  [[nodiscard]] std::map<Players, std::int64_t> leads() const;

  std::vector<Opening> openings_;
  std::uint64_t unfinished_ = 0;
};

}  // namespace polyglot::analysis
