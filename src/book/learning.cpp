#include <algorithm>

#include <polyglot/book/learning.hpp>

namespace polyglot::book {

std::uint64_t learned_weight(std::uint16_t weight, std::uint16_t games, std::uint16_t points) noexcept {
  constexpr std::uint64_t kThousand = 1000;
  constexpr std::uint64_t kPrior = 4;  // two drawn games, so that a first result does not decide
  const std::uint64_t most = 2 * std::uint64_t{games};
  const std::uint64_t won = std::min<std::uint64_t>(points, most);
  return kThousand * weight * (won + kPrior) / (most - won + kPrior);
}

}  // namespace polyglot::book
