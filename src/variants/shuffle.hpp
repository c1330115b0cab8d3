// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/variants/position.hpp>

#include "variants/rules.hpp"

namespace polyglot::variants {

/// The first ranks that the shuffle of a variant makes from that of its start position.
class Shuffle {
 public:
  struct Array {
    std::vector<Kind> rank;   ///< by file; Kind::none on an empty square
    std::vector<Kind> held;   ///< the pieces that were not chosen, for either side's hand
    std::uint32_t count = 1;  ///< how many numbers there are
  };

  explicit Shuffle(const Position& start);

  /// Why the steps do not fit the start position; nothing if they do. Call array() only if they do.
  [[nodiscard]] std::optional<std::string> misfit() const;
  [[nodiscard]] Array array(std::uint32_t number) const;

 private:
  const std::vector<ShuffleStep>& steps_;
  std::vector<Kind> rank_;  ///< of the start position
  std::vector<int> free_;   ///< files of the shuffled pieces, ascending
};

}  // namespace polyglot::variants
