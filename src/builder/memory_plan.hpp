// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace polyglot::builder {

/// Bytes of a single game's text. Not a share of the memory: the book must not depend on that.
inline constexpr std::size_t kLongestGame = std::size_t{8} << 20;

/// How a run shares out its memory. What reading takes comes on top: a few chunks for each thread.
struct MemoryPlan {
  std::size_t pending = 0;     ///< records that wait to be added up
  std::size_t tallies = 0;     ///< what records are added to; with the pending ones it must not grow beyond
  std::size_t finish = 0;      ///< for each thread, while a partition is made entries of the book
  std::size_t chunk = 0;       ///< text handed to a worker at once
  std::size_t duplicates = 0;  ///< games remembered

  [[nodiscard]] static MemoryPlan of(std::uint64_t limit, unsigned threads) noexcept {
    const auto share = [&](std::uint64_t percent) { return static_cast<std::size_t>(limit / 100 * percent); };
    return {.pending = share(30),
            .tallies = share(60),
            .finish = share(20) / threads,
            .chunk = std::clamp<std::size_t>(share(1) / threads, std::size_t{1} << 16, std::size_t{1} << 20),
            .duplicates = share(10)};
  }
};

}  // namespace polyglot::builder
