// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include <polyglot/builder/review.hpp>

namespace polyglot::builder {

/// A gap that a game has reached.
struct GapVisit {
  std::uint64_t id = 0;  ///< hash of the position, the move and its side
  Gap gap;               ///< with the count and the score of this game
};

/// Counts gaps. It keeps the frequent ones, see kMostGaps.
class GapTable {
 public:
  /// `most`: maximum number of kept gaps, at least 2.
  explicit GapTable(std::size_t most = kMostGaps) : most_(most) {}

  /// The counts depend on the order of the calls.
  void add(GapVisit visit);
  /// Takes out all gaps, the most frequent first, then by the order in which they came.
  [[nodiscard]] std::vector<Gap> take_sorted();
  /// See Review::forgotten.
  [[nodiscard]] std::uint64_t forgotten() const noexcept { return forgotten_; }

 private:
  struct Known {
    Gap gap;
    std::uint64_t number;  ///< in the order in which they came
  };
  void make_room();

  std::size_t most_;
  boost::unordered_flat_map<std::uint64_t, Known> gaps_;
  std::uint64_t came_ = 0;
  std::uint64_t forgotten_ = 0;
};

}  // namespace polyglot::builder
