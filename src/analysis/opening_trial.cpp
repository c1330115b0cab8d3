// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <polyglot/analysis/opening_trial.hpp>

#include "analysis/distributions.hpp"

namespace polyglot::analysis {
namespace {

constexpr double kTail = 0.025;  ///< probability on each side of an interval
constexpr double kNormalQuantile =
    1.9599639845400545;  ///< a normal variable exceeds it with probability kTail
constexpr double kBalance = 0.5;
constexpr double kVarianceOfChance = 0.125;  ///< for a pair with five equally probable results
/// Elo of a normalised difference. Source: https://www.chessprogramming.org/Normalized_Elo
const double kEloOfDeviation = 800 / std::log(10.0);

/// Mean and spread of numbers between 0 and 1.
struct Sample {
  double count = 0;
  double sum = 0;
  double squares = 0;

  void add(double value, double times = 1) noexcept {
    count += times;
    sum += value * times;
    squares += value * value * times;
  }
  [[nodiscard]] double mean() const noexcept { return count > 0 ? sum / count : kBalance; }
  [[nodiscard]] double deviations() const noexcept {
    return count > 0 ? std::max(0.0, squares - sum * mean()) : 0;
  }
  /// Returns the variance with one more observation, of the given variance. Otherwise a few equal results
  /// would seem certain.
  [[nodiscard]] double variance_with(double other) const noexcept {
    return (deviations() + other) / (count + 1);
  }
};

/// Half points of a pair as a share of its four.
constexpr double share_of(std::size_t half_points) noexcept {
  return static_cast<double>(half_points) / 4;
}

Sample sample_of(const Pentanomial& pairs) {
  Sample sample;
  for (std::size_t i = 0; i < pairs.size(); ++i) sample.add(share_of(i), static_cast<double>(pairs[i]));
  return sample;
}

Estimate rate(std::uint64_t hits, std::uint64_t of) {
  if (of == 0) return {.value = 0, .low = 0, .high = 1};
  const auto trials = static_cast<double>(of);
  const auto successes = static_cast<double>(hits);
  return {.value = successes / trials,
          .low = lower_bound(successes, trials, kTail),
          .high = upper_bound(successes, trials, kTail)};
}

Estimate mean_of(const Sample& sample, double variance_of_all) {
  if (sample.count == 0) return {.value = kBalance, .low = 0, .high = 1};
  const double reach = students_quantile(sample.count, kTail) *
                       std::sqrt(sample.variance_with(variance_of_all) / sample.count);
  const double mean = sample.mean();
  return {.value = mean, .low = std::max(0.0, mean - reach), .high = std::min(1.0, mean + reach)};
}

Estimate normalised_elo(const Sample& pairs, double variance_of_all) {
  const double of_game = std::sqrt(2 * pairs.variance_with(variance_of_all));
  if (pairs.count == 0 || of_game == 0) return {};
  const double deviation = (pairs.mean() - kBalance) / of_game;
  // A pair is two games.
  const double reach = kNormalQuantile * std::sqrt((1 + deviation * deviation) / (2 * pairs.count));
  return {.value = deviation * kEloOfDeviation,
          .low = (deviation - reach) * kEloOfDeviation,
          .high = (deviation + reach) * kEloOfDeviation};
}

/// Returns the probability that so few pairs are decided if the opening is like the others. Source: Fisher's
/// exact test.
double chance_of_so_few(const OpeningFigures& one, const OpeningFigures& all) {
  const std::uint64_t pairs = one.pair_count();
  if (pairs == 0 || pairs == all.pair_count()) return 1;
  return chance_of_at_most(one.decided_pairs(), pairs, all.decided_pairs(), all.pair_count());
}

/// Returns a bound on the probability that the mean of `count` numbers between 0 and 1 is so far from the
/// true mean. Source: Hoeffding, "Probability inequalities for sums of bounded random variables", 1963,
/// theorem 1.
double chance_of_so_far(double mean, double true_mean, double count) {
  const auto part = [](double a, double b) {
    if (a <= 0) return 0.0;
    return b <= 0 ? std::numeric_limits<double>::infinity() : a * std::log(a / b);
  };
  return std::exp(-count * (part(mean, true_mean) + part(1 - mean, 1 - true_mean)));
}

double chance_of_white_score(const Sample& white, const std::pair<double, double>& wanted) {
  const double mean = white.mean();
  if (white.count == 0 || (mean >= wanted.first && mean <= wanted.second)) return 1;
  const double games = 2 * white.count;
  return chance_of_so_far(mean, mean < wanted.first ? wanted.first : wanted.second, games);
}

struct Evidence {
  double p_value = 1;
  DropReason reason = DropReason::none;
};

/// Drops the openings whose evidence is strong enough. The limit depends on the number of tested openings.
void drop(std::vector<OpeningVerdict>& openings, const std::vector<Evidence>& evidence, double error_rate) {
  std::vector<double> sorted;
  for (std::size_t i = 0; i < openings.size(); ++i)
    if (openings[i].figures.pair_count() > 0) sorted.push_back(evidence[i].p_value);
  std::ranges::sort(sorted);
  double limit = -1;
  for (std::size_t i = 0; i < sorted.size(); ++i)
    if (sorted[i] <= error_rate * static_cast<double>(i + 1) / static_cast<double>(sorted.size()))
      limit = sorted[i];
  for (std::size_t i = 0; i < openings.size(); ++i) {
    openings[i].p_value = evidence[i].p_value;
    if (evidence[i].p_value <= limit) openings[i].drop = evidence[i].reason;
  }
}

void add(OpeningFigures& sum, const OpeningFigures& one) {
  sum.games += one.games;
  sum.draws += one.draws;
  sum.white_half_points += one.white_half_points;
  for (std::size_t i = 0; i < sum.pairs.size(); ++i) sum.pairs[i] += one.pairs[i];
}

/// White's points. A pair is one observation, because the stronger player has White in one game of the two.
struct Samples {
  Sample white;
  Sample pairs;
};

void complete(OpeningFigures& figures, const Samples& samples, const Samples& all) {
  figures.draw_rate = rate(figures.draws, figures.games);
  figures.white_score = mean_of(samples.white, all.white.variance_with(kVarianceOfChance));
  figures.sensitivity = normalised_elo(samples.pairs, all.pairs.variance_with(kVarianceOfChance));
}

}  // namespace

std::uint64_t OpeningFigures::pair_count() const noexcept {
  return std::accumulate(pairs.begin(), pairs.end(), std::uint64_t{0});
}

void OpeningTrial::add(std::size_t opening, std::string_view white, std::string_view black,
                       pgn::GameResult result) {
  if (result == pgn::GameResult::unknown) {
    ++unfinished_;
    return;
  }
  const int points = result == pgn::GameResult::white_wins ? 2 : result == pgn::GameResult::draw ? 1 : 0;
  Opening& played = openings_[opening];
  ++played.figures.games;
  played.figures.draws += result == pgn::GameResult::draw ? 1U : 0U;
  played.figures.white_half_points += static_cast<unsigned>(points);

  const bool first_is_white = white <= black;
  Meetings& meetings = played.meetings[first_is_white ? Players(white, black) : Players(black, white)];
  auto& same = first_is_white ? meetings.first_is_white : meetings.second_is_white;
  auto& reversed = first_is_white ? meetings.second_is_white : meetings.first_is_white;
  if (reversed.empty()) {
    same.push_back(points);
    return;
  }
  const int other = reversed.front();
  reversed.pop_front();
  meetings.pairs.push_back(first_is_white ? Pair{points, other} : Pair{other, points});
}

/// Returns by how many half points the first player leads the second in all their pairs.
std::map<OpeningTrial::Players, std::int64_t> OpeningTrial::leads() const {
  std::map<Players, std::int64_t> leads;
  for (const Opening& opening : openings_)
    for (const auto& [players, meetings] : opening.meetings)
      for (const Pair& pair : meetings.pairs) leads[players] += pair.first_scores() - 2;
  return leads;
}

TrialReport OpeningTrial::judge(const TrialRule& rule) const {
  TrialReport report{.openings = {}, .all = {}, .kept = {}, .unfinished = unfinished_};
  const auto leads = this->leads();
  std::vector<Samples> samples(openings_.size());
  Samples all;
  for (std::size_t i = 0; i < openings_.size(); ++i) {
    OpeningFigures figures = openings_[i].figures;
    for (const auto& [players, meetings] : openings_[i].meetings) {
      report.alone += meetings.first_is_white.size() + meetings.second_is_white.size();
      for (const Pair& pair : meetings.pairs) {
        const int scored = leads.at(players) < 0 ? 4 - pair.first_scores() : pair.first_scores();
        ++figures.pairs[static_cast<std::size_t>(scored)];
        samples[i].white.add(share_of(static_cast<std::size_t>(pair.white_scores())));
        all.white.add(share_of(static_cast<std::size_t>(pair.white_scores())));
      }
    }
    samples[i].pairs = sample_of(figures.pairs);
    analysis::add(report.all, figures);
    report.openings.push_back({.figures = figures});
  }
  all.pairs = sample_of(report.all.pairs);
  complete(report.all, all, all);

  std::vector<Evidence> evidence;
  for (std::size_t i = 0; i < openings_.size(); ++i) {
    OpeningFigures& figures = report.openings[i].figures;
    complete(figures, samples[i], all);
    const double little = chance_of_so_few(figures, report.all);
    const double one_sided = chance_of_white_score(samples[i].white, rule.white_score);
    evidence.push_back({.p_value = std::min(1.0, 2 * std::min(little, one_sided)),
                        .reason = one_sided < little ? DropReason::one_sided : DropReason::tells_little});
  }
  drop(report.openings, evidence, rule.error_rate);

  Samples kept;
  for (std::size_t i = 0; i < openings_.size(); ++i) {
    if (report.openings[i].drop != DropReason::none) continue;
    analysis::add(report.kept, report.openings[i].figures);
    kept.white.count += samples[i].white.count;
    kept.white.sum += samples[i].white.sum;
    kept.white.squares += samples[i].white.squares;
  }
  kept.pairs = sample_of(report.kept.pairs);
  complete(report.kept, kept, all);
  return report;
}

}  // namespace polyglot::analysis
