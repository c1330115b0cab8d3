// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <polyglot/game/position.hpp>

namespace polyglot::book {

struct BookMoves;

/// What games with a move have brought the side that played it.
struct LearnedResult {
  std::uint16_t games = 0;   ///< n
  std::uint16_t points = 0;  ///< s: half points; more than two a game count as all won

  friend constexpr bool operator==(const LearnedResult&, const LearnedResult&) noexcept = default;
};

/// So many games and half points as a record can hold: both are halved, rounded down, until they fit, so that
/// points per game keep their meaning. Source: docs/book-format.md, "Learn".
[[nodiscard]] constexpr LearnedResult fitted(std::uint64_t games, std::uint64_t points) noexcept {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint16_t>::max();
  for (; games > kMost || points > kMost; points /= 2) games /= 2;
  return {.games = static_cast<std::uint16_t>(games), .points = static_cast<std::uint16_t>(points)};
}

/// What two stores know of a move.
[[nodiscard]] constexpr LearnedResult operator+(LearnedResult a, LearnedResult b) noexcept {
  return fitted(std::uint64_t{a.games} + b.games, std::uint64_t{a.points} + b.points);
}

/// What has been learned of one position.
struct LearnedMoves {
  std::vector<LearnedResult> results;  ///< one for each of BookMoves::moves, in their order
  std::uint64_t total_weight = 0;      ///< as BookMoves::total_weight, of their learned_weight()
};

/// Learned results, laid over a book: the book says what may be played, the store what became of it. How
/// results get into a store is its own business; those in a book's learn fields are written by try_learn().
class LearnStore {
 public:
  virtual ~LearnStore() = default;

  /// What is known of `moves`, which the book has for `position`. Moves without results have 0 of 0.
  [[nodiscard]] virtual LearnedMoves results(const game::Position& position,
                                             const BookMoves& moves) const = 0;
};

/// What a weight becomes when results are believed, in thousandths: a move that has scored half its points
/// keeps its weight, ten wins of ten games make it 6 times as heavy as that.
/// Source: docs/book-format.md, "Learn".
[[nodiscard]] std::uint64_t learned_weight(std::uint32_t weight, LearnedResult result) noexcept;

}  // namespace polyglot::book
