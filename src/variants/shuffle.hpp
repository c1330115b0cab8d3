// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/variants/position.hpp>

#include "variants/rules.hpp"

namespace polyglot::variants {

/// Computes the first ranks that a variant's shuffle makes from the first rank of its start position.
class Shuffle {
 public:
  struct Array {
    std::vector<Kind> rank;   ///< by file; Kind::none on an empty square
    std::vector<Kind> held;   ///< the pieces that were not chosen, for either side's hand
    std::uint32_t count = 1;  ///< the number of different arrays
  };

  explicit Shuffle(const Position& start);

  /// Returns why the steps do not fit the start position; nothing if they fit. Call array() only if they fit.
  [[nodiscard]] std::optional<std::string> misfit() const;
  [[nodiscard]] Array array(std::uint32_t number) const;

 private:
  const std::vector<ShuffleStep>& steps_;
  std::vector<Kind> rank_;  ///< of the start position
  std::vector<int> free_;   ///< files of the shuffled pieces, ascending
};

}  // namespace polyglot::variants
