// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <polyglot/analysis/opening_trial.hpp>

namespace polyglot::analysis {
namespace {

using pgn::GameResult;
using ::testing::ElementsAre;
using ::testing::Le;
using ::testing::Lt;

/// How games of an opening end.
struct Odds {
  double white_wins = 0;
  double black_wins = 0;
};

/// A tournament between a stronger and a weaker player whose games end by chance.
class Tournament {
 public:
  explicit Tournament(std::uint64_t seed) : random_(seed) {}

  /// `advantage`: how much the stronger player's chance to win is above the other's.
  void play(OpeningTrial& trial, std::size_t opening, Odds chances, double advantage, int pairs) {
    for (int i = 0; i < pairs; ++i) {
      trial.add(opening, "strong", "weak",
                result({chances.white_wins + advantage, chances.black_wins - advantage}));
      trial.add(opening, "weak", "strong",
                result({chances.white_wins - advantage, chances.black_wins + advantage}));
    }
  }

 private:
  [[nodiscard]] GameResult result(Odds chances) {
    const double at = static_cast<double>(random_() >> 11) * 0x1.0p-53;
    if (at < chances.white_wins) return GameResult::white_wins;
    return at < chances.white_wins + chances.black_wins ? GameResult::black_wins : GameResult::draw;
  }

  std::mt19937_64 random_;
};

std::vector<std::size_t> dropped(const TrialReport& report) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < report.openings.size(); ++i)
    if (report.openings[i].drop != DropReason::none) numbers.push_back(i);
  return numbers;
}

TEST(OpeningTrial, PairsGamesWithReversedColours) {
  OpeningTrial trial(2);
  trial.add(0, "B", "A", GameResult::white_wins);
  trial.add(0, "A", "C", GameResult::white_wins);  // another pair of players
  trial.add(1, "A", "B", GameResult::draw);        // another opening
  trial.add(0, "A", "B", GameResult::draw);
  trial.add(0, "B", "A", GameResult::unknown);
  const TrialReport report = trial.judge();
  EXPECT_EQ(report.unfinished, 1U);
  EXPECT_EQ(report.alone, 2U);
  const OpeningFigures& first = report.openings[0].figures;
  EXPECT_EQ(first.games, 3U);
  EXPECT_EQ(first.draws, 1U);
  EXPECT_EQ(first.white_half_points, 5U);
  EXPECT_THAT(first.pairs, ElementsAre(0, 0, 0, 1, 0)) << "B is ahead, with three half points of four";
}

TEST(OpeningTrial, CountsPairsAsTheStrongerPlayerScores) {
  OpeningTrial trial(2);
  for (const std::size_t opening : {0U, 1U, 1U}) {
    const bool is_upset = opening == 0;
    trial.add(opening, "A", "B", is_upset ? GameResult::white_wins : GameResult::black_wins);
    trial.add(opening, "B", "A", is_upset ? GameResult::black_wins : GameResult::white_wins);
  }
  const TrialReport report = trial.judge();
  EXPECT_THAT(report.openings[0].figures.pairs, ElementsAre(1, 0, 0, 0, 0));
  EXPECT_THAT(report.openings[1].figures.pairs, ElementsAre(0, 0, 0, 0, 2));
  EXPECT_THAT(report.all.pairs, ElementsAre(1, 0, 0, 0, 2));
}

TEST(OpeningTrial, DoublesTheSmallerPValueOfTwoTests) {
  OpeningTrial trial(2);
  for (int pair = 0; pair < 3; ++pair) {
    // The first opening: White wins each game. The second one: A wins each game.
    trial.add(0, "A", "B", GameResult::white_wins);
    trial.add(0, "B", "A", GameResult::white_wins);
    trial.add(1, "A", "B", GameResult::white_wins);
    trial.add(1, "B", "A", GameResult::black_wins);
  }
  const TrialReport any_score = trial.judge();
  // Of 6 pairs, 3 are decided. One choice of 3 pairs in 20 has none of them.
  EXPECT_DOUBLE_EQ(any_score.openings[0].p_value, 2 * 1.0 / 20);
  EXPECT_DOUBLE_EQ(any_score.openings[1].p_value, 1);
  // Hoeffding's bound on the chance of 6 wins in 6 games, if White's true score is a half: 1 in 2^6.
  const TrialReport equal = trial.judge({.error_rate = 0.01, .white_score = {0, 0.5}});
  EXPECT_DOUBLE_EQ(equal.openings[0].p_value, 2 * 1.0 / 64);
  EXPECT_DOUBLE_EQ(equal.openings[1].p_value, 1);
}

/// Adds pairs in which White wins each game, or Black does.
void play_one_sided(OpeningTrial& trial, std::size_t opening, GameResult result, int pairs) {
  for (int pair = 0; pair < pairs; ++pair) {
    trial.add(opening, "A", "B", result);
    trial.add(opening, "B", "A", result);
  }
}

TEST(OpeningTrial, CountsEvidenceByTheNumberOfOpeningsWithPairs) {
  // Each opening has a p-value of 2/64, which is more than the half of the error rate.
  OpeningTrial both(5);
  play_one_sided(both, 1, GameResult::white_wins, 3);
  play_one_sided(both, 3, GameResult::white_wins, 3);
  EXPECT_THAT(dropped(both.judge({.error_rate = 0.05, .white_score = {0, 0.5}})), ElementsAre(1, 3));
  EXPECT_THAT(dropped(both.judge({.error_rate = 0.03, .white_score = {0, 0.5}})), ElementsAre());
  OpeningTrial one(5);
  play_one_sided(one, 1, GameResult::white_wins, 3);
  EXPECT_THAT(dropped(one.judge({.error_rate = 0.04, .white_score = {0, 0.5}})), ElementsAre(1));
}

TEST(OpeningTrial, KeepsWhatHasTheWantedScore) {
  OpeningTrial trial(3);
  play_one_sided(trial, 0, GameResult::black_wins, 9);
  play_one_sided(trial, 1, GameResult::draw, 9);
  play_one_sided(trial, 2, GameResult::white_wins, 9);
  const TrialReport report = trial.judge({.error_rate = 0.05, .white_score = {0.5, 1}});
  EXPECT_THAT(dropped(report), ElementsAre(0));
  EXPECT_EQ(report.openings[0].drop, DropReason::one_sided);
  EXPECT_EQ(report.kept.games, 36U);
  EXPECT_DOUBLE_EQ(report.kept.white_score.value, 0.75);
  EXPECT_DOUBLE_EQ(report.kept.draw_rate.value, 0.5);
}

TEST(OpeningTrial, MeasuresSensitivityInNormalisedElo) {
  OpeningTrial trial(1);
  for (int pair = 0; pair < 1000; ++pair) {
    trial.add(0, "A", "B", GameResult::white_wins);
    trial.add(0, "B", "A", pair % 2 == 0 ? GameResult::white_wins : GameResult::black_wins);
  }
  // Pairs score 1/2 and 1: their mean is 3/4, their standard deviation 1/4, and that of games 1/4 * sqrt(2).
  const Estimate sensitivity = trial.judge().all.sensitivity;
  const double elo = 800 / std::log(10.0) / std::sqrt(2.0);
  EXPECT_NEAR(sensitivity.value, elo, 1);
  EXPECT_NEAR(sensitivity.high - sensitivity.value, 1.96 * std::sqrt(1.5 / 2000) * std::sqrt(2.0) * elo, 0.1);
  EXPECT_NEAR(sensitivity.value - sensitivity.low, sensitivity.high - sensitivity.value, 1e-9);
}

TEST(OpeningTrial, OfNoGamesKnowsNothing) {
  const TrialReport report = OpeningTrial(1).judge();
  EXPECT_THAT(dropped(report), ElementsAre());
  EXPECT_EQ(report.all.draw_rate.low, 0);
  EXPECT_EQ(report.all.draw_rate.high, 1);
}

TEST(OpeningTrial, FindsTheOpeningsThatTellLittle) {
  Tournament tournament(1);
  OpeningTrial trial(60);
  for (std::size_t opening = 0; opening < 60; ++opening)
    tournament.play(trial, opening, opening % 20 == 7 ? Odds{0.02, 0.02} : Odds{0.4, 0.3},
                    opening % 20 == 7 ? 0.01 : 0.1, 40);
  const TrialReport report = trial.judge();
  EXPECT_THAT(dropped(report), ElementsAre(7, 27, 47));
  EXPECT_EQ(report.openings[27].drop, DropReason::tells_little);
  EXPECT_GT(report.kept.sensitivity.value, report.all.sensitivity.value);
  EXPECT_EQ(report.kept.games, 57U * 80U);
}

TEST(OpeningTrial, FindsTheOpeningsThatAreOneSided) {
  Tournament tournament(2);
  OpeningTrial trial(40);
  for (std::size_t opening = 0; opening < 40; ++opening)
    tournament.play(trial, opening, opening == 3 ? Odds{0.78, 0.2} : Odds{0.1, 0.1}, 0.05, 120);
  const TrialReport report = trial.judge({.error_rate = 0.05, .white_score = {0.4, 0.65}});
  EXPECT_THAT(dropped(report), ElementsAre(3));
  EXPECT_EQ(report.openings[3].drop, DropReason::one_sided);
}

TEST(OpeningTrial, EstimatesHoldWhatWasPlanted) {
  constexpr std::size_t kOpenings = 400;
  Tournament tournament(3);
  OpeningTrial trial(kOpenings);
  std::vector<Odds> planted;
  for (std::size_t opening = 0; opening < kOpenings; ++opening) {
    const double white = 0.15 + 0.001 * static_cast<double>(opening);
    planted.push_back({white, 0.2});
    tournament.play(trial, opening, planted.back(), 0.1, 30);
  }
  const TrialReport report = trial.judge();
  std::size_t missed_scores = 0;
  std::size_t missed_draws = 0;
  for (std::size_t i = 0; i < kOpenings; ++i) {
    const auto holds = [](const Estimate& estimate, double truth) {
      return estimate.low <= truth && truth <= estimate.high;
    };
    const OpeningFigures& figures = report.openings[i].figures;
    const auto [white, black] = planted[i];
    missed_scores += holds(figures.white_score, 0.5 + (white - black) / 2) ? 0U : 1U;
    missed_draws += holds(figures.draw_rate, 1 - white - black) ? 0U : 1U;
  }
  // 20 of 400 are expected to be outside; more than 35 once in a thousand times.
  EXPECT_THAT(missed_scores, Le(35U));
  EXPECT_THAT(missed_draws, Le(35U));
}

/// All openings are equal: whatever is dropped is dropped wrongly.
TEST(OpeningTrial, DropsWronglyNoMoreOftenThanItSays) {
  constexpr int kRuns = 1000;
  int wrong = 0;
  for (int run = 0; run < kRuns; ++run) {
    Tournament tournament(static_cast<std::uint64_t>(run) + 100);
    OpeningTrial trial(20);
    for (std::size_t opening = 0; opening < 20; ++opening)
      tournament.play(trial, opening, {0.35, 0.3}, 0.1, 12);
    if (!dropped(trial.judge({.error_rate = 0.05, .white_score = {0.4, 0.65}})).empty()) ++wrong;
  }
  EXPECT_THAT(wrong, Lt(50));
}

}  // namespace
}  // namespace polyglot::analysis
