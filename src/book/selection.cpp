#include <algorithm>
#include <numeric>

#include <polyglot/book/learning.hpp>
#include <polyglot/book/selection.hpp>

namespace polyglot::book {
namespace {

/// Shares are counted in ten-thousandths, the threshold in thousandths.
constexpr std::uint64_t kWhole = 10000;
constexpr std::int64_t kSharePerMille = 10;

const Candidate& draw(const std::vector<Candidate>& candidates, const RandomSource& random) {
  const auto add = [](std::uint32_t sum, const Candidate& candidate) { return sum + candidate.share; };
  std::uint32_t left = random(std::accumulate(candidates.begin(), candidates.end(), std::uint32_t{0}, add));
  for (const Candidate& candidate : candidates) {
    if (left < candidate.share) return candidate;
    left -= candidate.share;
  }
  return candidates.back();
}

}  // namespace

std::vector<Candidate> with_shares(const BookMoves& moves, const SelectionPolicy& policy) {
  std::vector<Candidate> result;
  const std::uint64_t total = policy.learn ? moves.total_learned_weight : moves.total_weight;
  for (const BookMove& entry : moves.moves) {
    const std::uint64_t weight =
        policy.learn ? learned_weight(entry.weight, entry.learn_games, entry.learn_points) : entry.weight;
    const std::uint64_t share = total == 0 ? 0 : kWhole * weight / total;
    result.push_back({.entry = entry, .share = static_cast<std::uint32_t>(share)});
  }
  return result;
}

bool passes(const Candidate& candidate, const SelectionPolicy& policy) noexcept {
  return std::int64_t{candidate.share} > kSharePerMille * std::max(policy.threshold, 0);
}

std::vector<Candidate> eligible(const BookMoves& moves, const SelectionPolicy& policy) {
  std::vector<Candidate> result = with_shares(moves, policy);
  std::erase_if(result, [&](const Candidate& candidate) { return !passes(candidate, policy); });
  return result;
}

std::optional<Candidate> select(const std::vector<Candidate>& candidates, const SelectionPolicy& policy,
                                const RandomSource& random) {
  if (candidates.empty()) return std::nullopt;
  if (policy.random) return draw(candidates, random);
  return *std::ranges::max_element(candidates, {}, &Candidate::share);  // the first one on a tie
}

}  // namespace polyglot::book
