#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>
#include <random>
#include <span>

#include <polyglot/book/selection.hpp>
#include <polyglot/os/entropy.hpp>

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

/// Two proxies started in the same instant must not play alike. The time alone where there is no entropy.
std::uint64_t random_seed() {
  std::uint64_t seed = 0;
  if (os::fill_with_entropy(std::as_writable_bytes(std::span(&seed, 1)))) return seed;
  return static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
}

/// Not std::uniform_int_distribution, whose results differ between standard libraries: a seed must give the
/// same moves everywhere. Multiply-and-shift with rejection of the few values that would favour some numbers.
/// Source: D. Lemire, "Fast random integer generation in an interval", 2019.
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

std::uint64_t learned_weight(std::uint32_t weight, LearnedResult result) noexcept {
  constexpr std::uint64_t kThousand = 1000;
  constexpr std::uint64_t kPrior = 4;  // two drawn games, so that a first result does not decide
  const std::uint64_t most = 2 * std::uint64_t{result.games};
  const std::uint64_t won = std::min<std::uint64_t>(result.points, most);
  return kThousand * weight * (won + kPrior) / (most - won + kPrior);
}

std::vector<Candidate> with_shares(const BookMoves& moves, const LearnedMoves* learned) {
  std::vector<Candidate> result;
  const std::uint64_t total = learned != nullptr ? learned->total_weight : moves.total_weight;
  for (std::size_t i = 0; i < moves.moves.size(); ++i) {
    const BookMove& entry = moves.moves[i];
    std::uint64_t weight = entry.weight;
    // A book that can no longer be read has results of none.
    if (learned != nullptr)
      weight = i < learned->results.size() ? learned_weight(entry.weight, learned->results[i]) : 0;
    const std::uint64_t share = total == 0 ? 0 : kWhole * weight / total;
    result.push_back({.entry = entry, .share = static_cast<std::uint32_t>(share)});
  }
  return result;
}

bool passes(const Candidate& candidate, const SelectionPolicy& policy) noexcept {
  return std::int64_t{candidate.share} > kSharePerMille * std::max(policy.threshold, 0);
}

std::vector<Candidate> eligible(const BookMoves& moves, const SelectionPolicy& policy,
                                const LearnedMoves* learned) {
  std::vector<Candidate> result = with_shares(moves, learned);
  std::erase_if(result, [&](const Candidate& candidate) { return !passes(candidate, policy); });
  return result;
}

std::optional<Candidate> select(const std::vector<Candidate>& candidates, const SelectionPolicy& policy,
                                const RandomSource& random) {
  if (candidates.empty()) return std::nullopt;
  if (policy.random) return draw(candidates, random);
  return *std::ranges::max_element(candidates, {}, &Candidate::share);  // the first one on a tie
}

RandomSource make_random_source(std::uint64_t seed) {
  // Shared: copies of the function go on with one sequence instead of repeating it.
  auto generator = std::make_shared<BoundedGenerator>(seed != 0 ? seed : random_seed());
  return [generator](std::uint32_t bound) { return (*generator)(bound); };
}

}  // namespace polyglot::book
