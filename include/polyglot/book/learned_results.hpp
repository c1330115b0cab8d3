// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

// ---- Results, and what they do to a weight --------------------------------------------------------------

/// The results of games with a move, for the side that played it.
struct LearnedResult {
  std::uint16_t games = 0;
  std::uint16_t points = 0;  ///< half points: 2 for a win, 1 for a draw; above 2 * games they count as that

  friend constexpr bool operator==(const LearnedResult&, const LearnedResult&) noexcept = default;
};

/// Makes games and half points fit into a record: both are halved, rounded down, until they fit. Thus the
/// points per game stay the same. Source: docs/book-format.md, "Learn".
[[nodiscard]] constexpr LearnedResult halved_to_fit(std::uint64_t games, std::uint64_t points) noexcept {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint16_t>::max();
  for (; games > kMost || points > kMost; points /= 2) games /= 2;
  return {.games = static_cast<std::uint16_t>(games), .points = static_cast<std::uint16_t>(points)};
}

/// Adds up the results of a move from two files.
[[nodiscard]] constexpr LearnedResult operator+(LearnedResult a, LearnedResult b) noexcept {
  return halved_to_fit(std::uint64_t{a.games} + b.games, std::uint64_t{a.points} + b.points);
}

/// Returns a weight after learned results are applied, in thousandths. A move that has scored half of its
/// points keeps its weight; ten wins in ten games multiply it by 6. Source: docs/book-format.md, "Learn".
[[nodiscard]] std::uint64_t learned_weight(std::uint32_t weight, LearnedResult result) noexcept;

/// What was learned of the moves of a position, see BookSource::learned().
struct LearnedMoves {
  std::vector<LearnedResult> results;  ///< one for each of BookMoves::moves, in their order
  std::uint64_t total_weight = 0;      ///< as BookMoves::total_weight, but the sum of learned_weight()
};

// ---- Which program wrote the learn fields of a book -----------------------------------------------------

/// The layout of learn fields is that of the program that wrote them; the file does not store which one it
/// was. Source: docs/book-format.md, "Learn".
enum class LearnLayout : std::uint8_t { none, polyglot, xboard, prodeo, unknown };

/// Guesses the layout from records of a book.
class LearnLayoutGuess {
 public:
  void add(const RawEntry& entry) noexcept;
  [[nodiscard]] LearnLayout result() const noexcept;
  /// Returns result(), or polyglot if too few records have learn fields to act on it.
  [[nodiscard]] LearnLayout or_polyglot() const noexcept;

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
