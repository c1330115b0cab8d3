// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace polyglot::builder {

/// What makes a move of the book heavy.
enum class WeightRule : std::uint8_t {
  polyglot,   ///< half points, halved for all moves of a position whenever one reaches 16384 games
  points,     ///< wins, draws and losses by factors
  frequency,  ///< games
  score,      ///< score in hundredths of a percent, drawn towards a prior
};

struct Factors {
  double win = 2;
  double draw = 1;
  double loss = 0;

  friend bool operator==(const Factors&, const Factors&) = default;
};

/// A score is drawn towards `percent` as if so many `games` had been played with it, so that one lucky game
/// does not beat a hundred.
struct Prior {
  double games = 10;
  double percent = 50;
};

/// What a single game counts.
struct GameWeights {
  double elo_doubling = 0;       ///< so many points of the mover's Elo double the weight; 0: all alike
  double half_life = 0;          ///< after so many years a game counts half; 0: all alike
  std::int32_t decay_until = 0;  ///< the day that years are counted back from, see days_of()

  [[nodiscard]] bool are_even() const noexcept { return elo_doubling == 0 && half_life == 0; }
};

/// Which moves of all that were seen make the book, and with what weight.
struct EntryRule {
  WeightRule rule = WeightRule::polyglot;
  Factors factors = {};
  Prior prior = {};
  std::uint64_t min_games = 3;
  double min_score = 0;    ///< percent
  bool uniform = false;    ///< weight 1 for all
  bool keep_zero = false;  ///< moves without weight stay, with weight 0
  bool learn = false;      ///< learn fields tell games and half points, see book::fitted()
  double scale = 1;        ///< what weights are multiplied by, before they are rounded
};

}  // namespace polyglot::builder
