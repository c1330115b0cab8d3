// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <polyglot/book/raw_entry.hpp>

namespace polyglot::book::test {

/// The parameters of a random book.
struct RandomBook {
  std::uint64_t seed = 1;
  int games = 20;
  int plies = 12;
  /// How many of the moves of a position are played. The number is small, so that games meet again.
  int choices = 3;
  /// One record in this number is damaged: an illegal move, weight 0, a second record of the move, or a gap.
  int damage = 6;
};

/// Sorted records of random games, the same for the same seed on any machine.
[[nodiscard]] std::vector<RawEntry> make_random_book(const RandomBook& settings);

}  // namespace polyglot::book::test
