// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace polyglot::builder {

/// The rule for the weight of a move.
enum class WeightRule : std::uint8_t {
  polyglot,   ///< half points; all of a position are halved whenever one reaches 16384 games
  points,     ///< wins, draws and losses, multiplied by Factors
  frequency,  ///< number of games
  score,      ///< score in hundredths of a percent, moved towards the Prior
};

struct Factors {
  double win = 2;
  double draw = 1;
  double loss = 0;

  friend bool operator==(const Factors&, const Factors&) = default;
};

/// A score is moved towards `percent`, as if the move had so many additional `games` with that score.
/// Therefore one lucky game does not weigh more than a hundred.
struct Prior {
  double games = 10;
  double percent = 50;
};

/// The weight of a single game.
struct GameWeights {
  double elo_doubling = 0;       ///< so many points of the mover's Elo double the weight; 0: no effect
  double half_life = 0;          ///< number of years after which a game counts half; 0: no effect
  std::int32_t decay_until = 0;  ///< the day from which years are counted backwards, see days_of()

  [[nodiscard]] bool are_even() const noexcept { return elo_doubling == 0 && half_life == 0; }
};

/// Which moves the book takes, and their weights.
struct EntryRule {
  WeightRule rule = WeightRule::polyglot;
  Factors factors = {};
  Prior prior = {};
  std::uint64_t min_games = 3;
  double min_score = 0;    ///< percent
  bool uniform = false;    ///< true: all moves get weight 1
  bool keep_zero = false;  ///< true: moves with weight 0 are kept
  bool learn = false;      ///< true: learn fields get games and half points, see book::fitted()
  double scale = 1;        ///< factor by which weights are multiplied before rounding
};

}  // namespace polyglot::builder
