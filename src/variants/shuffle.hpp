// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/variants/position.hpp>

#include "variants/rules.hpp"

namespace polyglot::variants {

/// First ranks that the shuffle of a variant makes of that of its start.
class Shuffle {
 public:
  struct Array {
    std::vector<Kind> rank;   ///< by file; Kind::none on an empty square
    std::vector<Kind> held;   ///< what a choice has left over, for either hand
    std::uint32_t count = 1;  ///< of numbers that there are
  };

  explicit Shuffle(const Position& start);

  /// Why the steps do not fit the start; nothing if they do. Only then there are arrays.
  [[nodiscard]] std::optional<std::string> misfit() const;
  [[nodiscard]] Array array(std::uint32_t number) const;

 private:
  const std::vector<ShuffleStep>& steps_;
  std::vector<Kind> rank_;  ///< of the start
  std::vector<int> free_;   ///< files of what is shuffled, ascending
};

}  // namespace polyglot::variants
