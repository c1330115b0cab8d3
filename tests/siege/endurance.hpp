// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "siege/player.hpp"

namespace polyglot::siege {

/// One proxy that plays game after game with a book that learns.
struct Endurance {
  Language language = Language::uci;
  std::size_t moves = 5000;  ///< that it is asked for
  std::string folder;        ///< for its files; must be there
};

struct EnduranceReport {
  /// What the proxy uses.
  struct Use {
    long memory = 0;  ///< that is no file's, KiB
    std::size_t descriptors = 0;
  };
  std::size_t games = 0;
  Use early;  ///< after a fifth of the moves
  Use late;   ///< after all
  std::vector<std::string> problems;
};

/// KiB by which memory may grow from `early` to `late`: what the allocator keeps.
inline constexpr long kMemoryGrowth = 128;

/// True if an engine is installed that is fast enough.
[[nodiscard]] bool can_endure();

[[nodiscard]] EnduranceReport run(const Endurance& endurance);

}  // namespace polyglot::siege
