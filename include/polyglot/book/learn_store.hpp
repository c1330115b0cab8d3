#pragma once

#include <cstdint>
#include <vector>

#include <polyglot/game/position.hpp>

namespace polyglot::book {

struct BookMoves;

/// What games with a move have brought the side that played it.
struct LearnedResult {
  std::uint16_t games = 0;   ///< n
  std::uint16_t points = 0;  ///< s: half points; more than two a game count as all won
};

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
