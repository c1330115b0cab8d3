// SPDX-License-Identifier: MIT
#include "builder/entry_selector.hpp"
#include <cmath>

#include <polyglot/book/learned_results.hpp>
#include <polyglot/book/raw_entry.hpp>

namespace polyglot::builder {
namespace {

/// The score rule's weights are hundredths of a percent.
constexpr double kFullScore = 10000;

double score_of(const PolyglotTally& tally) noexcept {
  return static_cast<double>(tally.half_points) / static_cast<double>(tally.games) / 2;
}

template <class Number>
double games_of(const BasicWeightedTally<Number>& tally) noexcept {
  return static_cast<double>(tally.wins + tally.draws + tally.losses) / kUnit;
}

template <class Number>
double points_of(const BasicWeightedTally<Number>& tally) noexcept {
  return (static_cast<double>(tally.wins) + static_cast<double>(tally.draws) / 2) / kUnit;
}

template <class Number>
double score_of(const BasicWeightedTally<Number>& tally) noexcept {
  const double games = games_of(tally);
  return games == 0 ? 0 : points_of(tally) / games;
}

double value_of(const EntryRule&, const PolyglotTally& tally) noexcept {
  return tally.half_points;
}

template <class Number>
double value_of(const EntryRule& rule, const BasicWeightedTally<Number>& tally) noexcept {
  const Factors& factors = rule.factors;
  switch (rule.rule) {
    case WeightRule::polyglot:
    case WeightRule::points:
      return (factors.win * static_cast<double>(tally.wins) +
              factors.draw * static_cast<double>(tally.draws) +
              factors.loss * static_cast<double>(tally.losses)) /
             kUnit;
    case WeightRule::frequency:
      return games_of(tally);
    case WeightRule::score: {
      const double games = games_of(tally) + rule.prior.games;
      const double points = points_of(tally) + rule.prior.games * rule.prior.percent / 100;
      return games == 0 ? 0 : kFullScore * points / games;
    }
  }
  return 0;
}

/// Returns the learn field: the games, and their half points by the score of the move. If games have
/// different weights, these half points may differ from the results.
template <class Tally>
std::uint32_t learn_of(const Tally& tally) noexcept {
  const auto result = book::halved_to_fit(
      tally.games,
      static_cast<std::uint64_t>(std::round(2 * score_of(tally) * static_cast<double>(tally.games))));
  return book::encode_learn(result.games, result.points);
}

/// A weight above 0 does not become 0.
std::uint16_t weight_of(double value, double scale) noexcept {
  if (value == 0) return 0;
  return static_cast<std::uint16_t>(std::max(1.0, std::round(value * scale)));
}

}  // namespace

template <class Tally>
std::span<const book::RawEntry> EntrySelector::select(std::span<const Tally> tallies) {
  candidates_.clear();
  left_out_ = {};
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    const Tally& tally = tallies[i];
    std::optional<double> stated;  // the weight that a comment gives
    bool is_bad = false;
    if constexpr (requires { tally.is_weighed; }) {
      if (tally.is_weighed) stated = tally.weight;
      is_bad = tally.is_bad();
    }
    if (!stated && tally.games < rule_.min_games) {
      ++left_out_.rare;
      continue;
    }
    const double value = stated.value_or(is_bad ? 0 : std::max(0.0, rule_.scale * value_of(rule_, tally)));
    if (value == 0 && !rule_.keep_zero && !stated && !is_bad) {
      ++left_out_.weightless;
      continue;
    }
    // We divide, because 0.29 * 100 is less than 29.
    if (!stated && rule_.min_score > 0 && score_of(tally) < rule_.min_score / 100) {
      ++left_out_.weak;
      continue;
    }
    // Polyglot 2.0.4 sets uniform weights before it sorts.
    const double used = rule_.uniform && value > 0 ? 1 : value;
    candidates_.push_back(
        {tally.key, used, static_cast<std::uint32_t>(i), tally.move, rule_.learn ? learn_of(tally) : 0});
  }
  std::ranges::sort(candidates_, [](const Candidate& a, const Candidate& b) {
    if (a.key != b.key) return a.key < b.key;
    return a.value != b.value ? a.value > b.value : a.order < b.order;
  });
  weigh();
  return entries_;
}

template std::span<const book::RawEntry> EntrySelector::select(std::span<const PolyglotTally>);
template std::span<const book::RawEntry> EntrySelector::select(std::span<const WeightedTally>);
template std::span<const book::RawEntry> EntrySelector::select(std::span<const SummedTally>);
template std::span<const book::RawEntry> EntrySelector::select(
    std::span<const AnnotatedTally<PolyglotTally>>);
template std::span<const book::RawEntry> EntrySelector::select(
    std::span<const AnnotatedTally<WeightedTally>>);

/// The heaviest move of a position comes first. If its weight exceeds 16 bits, all weights are scaled down.
void EntrySelector::weigh() {
  entries_.clear();
  double scale = 1;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    const Candidate& candidate = candidates_[i];
    if (i == 0 || candidates_[i - 1].key != candidate.key)
      scale = candidate.value > book::kMostWeight ? book::kMostWeight / candidate.value : 1;
    entries_.push_back({.key = candidate.key,
                        .move = candidate.move,
                        .weight = weight_of(candidate.value, scale),
                        .learn = candidate.learn});
  }
}

book::CraftyContent CraftySelector::select(std::span<const CraftyTally> tallies) {
  constexpr double kHundred = 100;
  book::CraftyContent content;
  left_out_ = {};
  for (const CraftyTally& tally : tallies) {
    const std::uint32_t number =
        rule_.start_book ? tally.percent : std::min(tally.games, book::CraftyRecord::kMostCount);
    const book::CraftyRecord record{.key = tally.key, .status = tally.status, .count = number};
    content.clusters.set(record.cluster());
    if (tally.games < min_games_)
      ++left_out_.rare;
    else if (tally.wins < tally.losses * (rule_.min_win_percent / kHundred))
      ++left_out_.weak;
    else
      content.records.push_back(record);
  }
  std::ranges::sort(content.records, {}, &book::CraftyRecord::key);
  return content;
}

}  // namespace polyglot::builder
