// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/result.hpp>

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

/// The program that may have written the learn fields of a book. Source: docs/book-format.md, "Learn".
enum class LearnLayout : std::uint8_t { none, polyglot, xboard, prodeo, unknown };

/// Guesses the layout from records of a book, because the file does not store it.
class LearnLayoutGuess {
 public:
  void add(const RawEntry& entry) noexcept;
  [[nodiscard]] LearnLayout result() const noexcept;
  /// Returns the result for callers that act on it: polyglot if too few have learn fields.
  [[nodiscard]] LearnLayout confident() const noexcept;

 private:
  std::uint64_t used_ = 0;      ///< number of records with learn fields
  std::uint64_t as_games_ = 0;  ///< those that may be games and half points
  std::uint64_t as_score_ = 0;  ///< those that may be a score and a depth
  std::uint64_t small_ = 0;     ///< those with both halves below kManyGames
};

/// Returns its name in JSON: "polyglot".
[[nodiscard]] std::string_view name_of(LearnLayout layout) noexcept;
/// Returns its description: "games and half points, as Polyglot writes them".
[[nodiscard]] std::string_view describe(LearnLayout layout) noexcept;

/// Returns true if another program wrote the fields. Then they are neither used nor changed.
[[nodiscard]] constexpr bool is_foreign(LearnLayout layout) noexcept {
  return layout != LearnLayout::none && layout != LearnLayout::polyglot;
}
/// Returns the error about learn fields of another program, with what to do.
[[nodiscard]] Error foreign_results(const std::string& path, LearnLayout layout);

}  // namespace polyglot::book
