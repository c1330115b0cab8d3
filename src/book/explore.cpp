// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <functional>

#include "book/explore.hpp"

namespace polyglot::book {
namespace {

/// What is known of a move, and what is imagined.
struct Arm {
  Candidate* candidate = nullptr;
  double games = 0;
  double mean = 0;  ///< points a game, in [0, 1]
};

std::vector<Arm> arms_of(std::vector<Candidate>& candidates) {
  constexpr double kUnknown = 0.5;
  std::vector<Arm> arms;
  for (Candidate& candidate : candidates) {
    if (!candidate.is_kept()) continue;
    const LearnedResult learned = candidate.learned.value_or(LearnedResult{});
    const double games = learned.games;
    const double mean = games > 0 ? std::min(learned.points / (2 * games), 1.0) : kUnknown;
    arms.push_back({.candidate = &candidate, .games = games, .mean = mean});
  }
  return arms;
}

/// The next to be played: the first without a game, else the one with the greatest bound.
/// Source: P. Auer, N. Cesa-Bianchi, P. Fischer, "Finite-time analysis of the multiarmed bandit problem",
/// 2002: UCB1-Tuned, with the greatest variance that points between 0 and 1 can have.
Arm& next_of(std::vector<Arm>& arms, double all_games) {
  constexpr double kVariance = 0.25;
  const double log_games = std::log(std::max(all_games, 1.0));
  Arm* next = nullptr;
  double highest = 0;
  for (Arm& arm : arms) {
    if (arm.games == 0) return arm;
    const double bound = arm.mean + std::sqrt(kVariance * log_games / arm.games);
    if (next != nullptr && bound <= highest) continue;
    next = &arm;
    highest = bound;
  }
  return *next;
}

}  // namespace

void explore(std::vector<Candidate>& candidates) {
  constexpr int kImagined = 64;
  std::vector<Arm> arms = arms_of(candidates);
  if (arms.empty()) return;
  std::ranges::stable_sort(arms, std::ranges::greater(), [](const Arm& arm) { return arm.candidate->share; });
  double all_games = 0;
  for (const Arm& arm : arms) all_games += arm.games;
  for (int i = 0; i < kImagined; ++i) {
    Arm& arm = next_of(arms, all_games);
    ++arm.candidate->parts;
    ++arm.games;
    ++all_games;
  }
}

}  // namespace polyglot::book
