// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <polyglot/game/position.hpp>

namespace polyglot::book {

struct BookMoves;

/// The results of games with a move, for the side that played it.
struct LearnedResult {
  std::uint16_t games = 0;   ///< n
  std::uint16_t points = 0;  ///< s: half points; more than two for a game count as two

  friend constexpr bool operator==(const LearnedResult&, const LearnedResult&) noexcept = default;
};

/// Makes games and half points fit into a record: both are halved, rounded down, until they fit. Thus the
/// points per game stay the same. Source: docs/book-format.md, "Learn".
[[nodiscard]] constexpr LearnedResult fitted(std::uint64_t games, std::uint64_t points) noexcept {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint16_t>::max();
  for (; games > kMost || points > kMost; points /= 2) games /= 2;
  return {.games = static_cast<std::uint16_t>(games), .points = static_cast<std::uint16_t>(points)};
}

/// Adds up the results of a move from two stores.
[[nodiscard]] constexpr LearnedResult operator+(LearnedResult a, LearnedResult b) noexcept {
  return fitted(std::uint64_t{a.games} + b.games, std::uint64_t{a.points} + b.points);
}

/// The learned results of one position.
struct LearnedMoves {
  std::vector<LearnedResult> results;  ///< one for each of BookMoves::moves, in their order
  std::uint64_t total_weight = 0;      ///< as BookMoves::total_weight, but the sum of learned_weight()
};

/// Learned results of a book's moves. A store only returns results; try_learn() writes those in a book's
/// learn fields.
class LearnStore {
 public:
  virtual ~LearnStore() = default;

  /// Returns the results of `moves`, which are the book's moves of `position`. Those without results have 0
  /// games.
  [[nodiscard]] virtual LearnedMoves results(const game::Position& position,
                                             const BookMoves& moves) const = 0;
};

/// Returns a weight after learned results are applied, in thousandths. A move that has scored half of its
/// points keeps its weight; ten wins in ten games multiply it by 6. Source: docs/book-format.md, "Learn".
[[nodiscard]] std::uint64_t learned_weight(std::uint32_t weight, LearnedResult result) noexcept;

}  // namespace polyglot::book
