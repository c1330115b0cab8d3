// SPDX-License-Identifier: MIT
#include <cmath>
#include <numeric>
#include <random>

#include <polyglot/book/selection.hpp>

namespace polyglot::book {
namespace {

/// The known and the simulated results of a move.
struct Arm {
  Candidate* candidate = nullptr;
  double games = 0;
  double mean = 0;  ///< points per game, in [0, 1]
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

/// Returns the next move to play: the first move without a game, otherwise the move with the greatest bound.
/// Source: P. Auer, N. Cesa-Bianchi, P. Fischer, "Finite-time analysis of the multiarmed bandit problem",
/// 2002: UCB1-Tuned, with the maximum variance of points between 0 and 1.
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

/// Sets the parts of kept moves by the upper confidence bounds of their results. Source: docs/play.md,
/// "explore".
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

/// Shares are in ten-thousandths, and thresholds are in thousandths.
constexpr std::uint64_t kWhole = 10000;
constexpr std::int64_t kSharePerMille = 10;
constexpr std::uint64_t kThousand = 1000;

std::uint64_t counted_weight(const Candidate& candidate, const SelectionPolicy& policy) {
  if (!policy.by_results || !candidate.learned) return candidate.entry.weight;
  return learned_weight(candidate.entry.weight, *candidate.learned);
}

/// The rule that drops a move; empty if it may be played. `heaviest`: the highest weight that counts in the
/// position.
std::string_view rule_against(const Candidate& candidate, std::uint64_t heaviest,
                              const SelectionPolicy& policy) {
  if (candidate.entry.weight == 0) return "weight 0";
  if (candidate.entry.weight < policy.min_weight) return "weight under the least";
  if (std::int64_t{candidate.share} <= kSharePerMille * std::max(policy.threshold, 0))
    return "share at or under the threshold";
  const auto least = static_cast<std::uint64_t>(std::max(policy.best_threshold, 0));
  if (kThousand * counted_weight(candidate, policy) < least * heaviest)
    return "under the threshold of the heaviest";
  return {};
}

/// Keeps only the `count` moves with the highest shares. Of equal moves, it keeps the first.
void keep_heaviest(std::vector<Candidate>& candidates, std::size_t count, std::string_view rule) {
  std::vector<Candidate*> kept;
  for (Candidate& candidate : candidates)
    if (candidate.is_kept()) kept.push_back(&candidate);
  std::ranges::stable_sort(kept, std::ranges::greater(), &Candidate::share);
  for (std::size_t i = count; i < kept.size(); ++i) kept[i]->rule = rule;
}

std::uint32_t sum_of_parts(const std::vector<Candidate>& candidates) {
  const auto add = [](std::uint32_t sum, const Candidate& candidate) { return sum + candidate.parts; };
  return std::accumulate(candidates.begin(), candidates.end(), std::uint32_t{0}, add);
}

void set_probabilities(std::vector<Candidate>& candidates) {
  const double sum = std::max(sum_of_parts(candidates), 1U);
  for (Candidate& candidate : candidates) candidate.probability = candidate.parts / sum;
}

void raise_to_power(std::vector<Candidate>& candidates, double power) {
  std::vector<double> values;
  for (const Candidate& candidate : candidates) {
    const double share = static_cast<double>(candidate.share) / kWhole;
    values.push_back(candidate.is_kept() ? std::pow(share, power) : 0);
  }
  apportion(candidates, values);
}

/// Draws numbers below a bound. A seed must give the same moves everywhere, but results of
/// std::uniform_int_distribution differ between standard libraries. Rejects the few values that would favour
/// some numbers. Source: D. Lemire, "Fast random integer generation in an interval", 2019.
class BoundedGenerator {
 public:
  explicit BoundedGenerator(std::uint64_t seed) : engine_(seed) {}

  std::uint32_t operator()(std::uint32_t bound) {
    const std::uint32_t unfair = (0U - bound) % bound;
    std::uint64_t product = 0;
    do product = (engine_() >> 32) * bound;
    while (static_cast<std::uint32_t>(product) < unfair);
    return static_cast<std::uint32_t>(product >> 32);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace

/// Uses the system's entropy, so that two proxies started at the same time do not play the same moves.
std::uint64_t random_seed() {
  constexpr std::uint64_t kMost = 0x7FFF'FFFF;
  return std::random_device{}() % kMost + 1;
}

std::uint64_t learned_weight(std::uint32_t weight, LearnedResult result) noexcept {
  constexpr std::uint64_t kPrior = 4;  // two drawn games, so that the first result does not decide
  const std::uint64_t most = 2 * std::uint64_t{result.games};
  const std::uint64_t won = std::min<std::uint64_t>(result.points, most);
  return kThousand * weight * (won + kPrior) / (most - won + kPrior);
}

std::vector<Candidate> judge(const BookMoves& moves, const LearnedMoves* learned,
                             const SelectionPolicy& policy) {
  const bool by_results = policy.by_results && learned != nullptr;
  const std::uint64_t total = by_results ? learned->total_weight : moves.total_weight;
  std::vector<Candidate> candidates;
  std::uint64_t heaviest = 0;
  for (std::size_t i = 0; i < moves.moves.size(); ++i) {
    Candidate candidate{.entry = moves.moves[i]};
    if (learned != nullptr && i < learned->results.size()) candidate.learned = learned->results[i];
    // If the book can no longer be read, there are no results, and the total is 0.
    const std::uint64_t weight = counted_weight(candidate, policy);
    candidate.share = total == 0 ? 0 : static_cast<std::uint32_t>(kWhole * weight / total);
    heaviest = std::max(heaviest, weight);
    candidates.push_back(std::move(candidate));
  }
  for (Candidate& candidate : candidates) candidate.rule = rule_against(candidate, heaviest, policy);
  return candidates;
}

void settle(std::vector<Candidate>& candidates, const SelectionPolicy& policy) {
  const auto kept = static_cast<std::size_t>(std::ranges::count_if(candidates, &Candidate::is_kept));
  if (kept < policy.min_moves) keep_heaviest(candidates, 0, "too few alternatives");
  switch (policy.mode) {
    case ChoiceMode::best:
      keep_heaviest(candidates, 1, "not the heaviest");
      break;
    case ChoiceMode::top:
      keep_heaviest(candidates, policy.top, "not among the heaviest");
      break;
    case ChoiceMode::power:
      return raise_to_power(candidates, policy.power);
    case ChoiceMode::explore:
      explore(candidates);
      return set_probabilities(candidates);
    case ChoiceMode::weighted:
    case ChoiceMode::uniform:
      break;
  }
  const bool alike = policy.mode == ChoiceMode::uniform || policy.mode == ChoiceMode::best;
  for (Candidate& candidate : candidates)
    candidate.parts = !candidate.is_kept() ? 0 : alike ? 1 : candidate.share;
  set_probabilities(candidates);
}

void apportion(std::vector<Candidate>& candidates, const std::vector<double>& values) {
  constexpr double kParts = 1U << 30U;  // the parts of 65,536 rounded moves stay below 2^32
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  for (std::size_t i = 0; i < candidates.size(); ++i)
    candidates[i].parts = sum > 0 ? static_cast<std::uint32_t>(std::lround(kParts * values[i] / sum)) : 0;
  set_probabilities(candidates);
}

std::optional<Choice> choose(const std::vector<Candidate>& candidates, const RandomSource& random) {
  const std::uint32_t bound = sum_of_parts(candidates);
  if (bound == 0) return std::nullopt;
  const std::uint32_t drawn = bound > 1 ? random(bound) : 0;
  std::uint32_t end = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    end += candidates[i].parts;
    if (drawn < end) return Choice{.candidate = candidates[i], .index = i, .drawn = drawn, .bound = bound};
  }
  return std::nullopt;
}

RandomSource make_random_source(std::uint64_t seed) {
  // The generator is shared, so that copies of the function continue one sequence and do not repeat it.
  auto generator = std::make_shared<BoundedGenerator>(seed != 0 ? seed : random_seed());
  return [generator](std::uint32_t bound) { return (*generator)(bound); };
}

}  // namespace polyglot::book
