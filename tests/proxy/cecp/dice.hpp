// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace polyglot::proxy::testing {

/// Random choices that are the same on every machine (the distributions of <random> are not).
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed) {}

  /// 0 … sides - 1
  [[nodiscard]] std::size_t roll(std::size_t sides) { return static_cast<std::size_t>(random_() % sides); }
  [[nodiscard]] int between(int low, int high) {
    return low + static_cast<int>(roll(static_cast<std::size_t>(high - low + 1)));
  }
  [[nodiscard]] bool percent(int chance) { return between(0, 99) < chance; }
  template <class Range>
  [[nodiscard]] auto pick(const Range& range) {
    return range[roll(range.size())];
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace polyglot::proxy::testing
