// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include <polyglot/chess/types.hpp>

namespace polyglot::book {

/// The places [first, last) of which nothing is known yet, and the keys at their borders: what comes before
/// them is less than the wanted key, what comes behind them is not.
struct KeyRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  chess::Key low = 0;
  chess::Key high = std::numeric_limits<chess::Key>::max();

  /// Where to look next, `tries` times having been in vain. Keys are evenly spread: a few guesses by
  /// proportion find any. Halving is for books made to defeat them.
  [[nodiscard]] std::uint64_t place_of(chess::Key wanted, int tries) const noexcept {
    constexpr int kGuesses = 8;
    if (tries >= kGuesses) return first + (last - first) / 2;
    const double part = static_cast<double>(wanted - low) / static_cast<double>(high - low);
    const auto ahead = static_cast<std::uint64_t>(part * static_cast<double>(last - first));
    return std::min(first + ahead, last - 1);
  }
};

}  // namespace polyglot::book
