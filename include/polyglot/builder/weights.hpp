// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace polyglot::builder {

/// The rule for the weight of a move.
enum class WeightRule : std::uint8_t {
  polyglot,   ///< half points, halved for all moves of a position whenever one reaches 16384 games
  points,     ///< wins, draws and losses by factors
  frequency,  ///< games
  score,      ///< score in hundredths of a percent, moved towards a prior
};

struct Factors {
  double win = 2;
  double draw = 1;
  double loss = 0;

  friend bool operator==(const Factors&, const Factors&) = default;
};

/// A score is moved towards `percent` as by so many additional `games` with this score. Therefore one lucky
/// game does not beat a hundred.
struct Prior {
  double games = 10;
  double percent = 50;
};

/// The weight of a single game.
struct GameWeights {
  double elo_doubling = 0;       ///< this many points of the mover's Elo double the weight; 0: no effect
  double half_life = 0;          ///< years after which a game counts half; 0: no effect
  std::int32_t decay_until = 0;  ///< the day from which years are counted back, see days_of()

  [[nodiscard]] bool are_even() const noexcept { return elo_doubling == 0 && half_life == 0; }
};

/// The moves that the book takes, and their weights.
struct EntryRule {
  WeightRule rule = WeightRule::polyglot;
  Factors factors = {};
  Prior prior = {};
  std::uint64_t min_games = 3;
  double min_score = 0;    ///< percent
  bool uniform = false;    ///< all moves get weight 1
  bool keep_zero = false;  ///< keeps moves with weight 0
  bool learn = false;      ///< learn fields get games and half points, see book::fitted()
  double scale = 1;        ///< factor of weights before they are rounded
};

}  // namespace polyglot::builder
