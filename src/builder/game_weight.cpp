#include "builder/game_weight.hpp"
#include <algorithm>
#include <cmath>

#include "builder/record.hpp"
#include "builder/tag_values.hpp"

namespace polyglot::builder {
namespace {

/// A player of this rating counts one.
constexpr double kUsualElo = 2000;
/// Players without a rating are seldom masters.
constexpr int kUnknownElo = 1500;
/// Doublings beyond these do not count, so that sums stay in their 64 bits.
constexpr double kMostDoublings = 10;
constexpr double kDaysOfAYear = 365.25;

double elo_weight(const GameWeights& weights, const pgn::GameText& game, pgn::KnownTag side) {
  if (weights.elo_doubling == 0) return 1;
  const double elo = rating_of(game, side).value_or(kUnknownElo);
  return std::exp2(std::clamp((elo - kUsualElo) / weights.elo_doubling, -kMostDoublings, kMostDoublings));
}

/// A game that has no date, or one to come, counts as if it were of the last day; one whose day is not known
/// as if it were of the first it may be of.
double date_weight(const GameWeights& weights, const pgn::GameText& game) {
  if (weights.half_life == 0) return 1;
  const Range<int> date = date_of(game);
  if (date.least > date.most) return 0.5;
  const double years = (days_of(weights.decay_until) - days_of(date.least)) / kDaysOfAYear;
  return std::exp2(-std::max(0.0, years) / weights.half_life);
}

}  // namespace

std::array<std::uint32_t, 2> weights_of(const GameWeights& weights, const pgn::GameText& game) {
  if (weights.are_even()) return {kUnit, kUnit};
  const double by_date = date_weight(weights, game) * kUnit;
  const auto weight = [&](pgn::KnownTag side) {
    return static_cast<std::uint32_t>(std::max(1.0, std::round(by_date * elo_weight(weights, game, side))));
  };
  return {weight(pgn::KnownTag::white_elo), weight(pgn::KnownTag::black_elo)};
}

}  // namespace polyglot::builder
