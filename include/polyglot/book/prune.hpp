// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/reached.hpp>
#include <polyglot/chess/types.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// The rule for what remains of a book.
struct PruneRule {
  static constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();

  // In each position, in this order:
  std::string subtract = {};     ///< a book whose moves are removed, whatever their weights are; empty: none
  std::uint16_t min_weight = 0;  ///< of a move
  double min_share = 0;  ///< minimum share of a move, in percent of the weights that remain after subtracting
  std::size_t most_moves = kAny;  ///< so many of the heaviest moves remain; of equal ones the first
  // Of the rest, by the games that lead to a position:
  std::optional<chess::Color> color = {};  ///< the side whose moves remain
  std::size_t max_ply = kAny;              ///< moves that can be played up to this ply remain
  /// True: only positions that games reach remain; implied by `color` and `max_ply`.
  bool drop_unreached = false;

  [[nodiscard]] bool asks_for_games() const noexcept { return color || max_ply != kAny || drop_unreached; }
};

/// The result for the entries, without header and XBoard's closing record. Each entry is kept, or counts
/// under the first reason to drop it.
struct PruneReport {
  std::uint64_t entries = 0;  ///< number of entries before
  std::uint64_t kept = 0;
  std::uint64_t positions = 0;  ///< positions with kept entries
  std::uint64_t subtracted = 0;
  std::uint64_t light = 0;   ///< those below the minimum weight or share
  std::uint64_t excess = 0;  ///< those not among the heaviest
  std::uint64_t unreached = 0;
  std::uint64_t other_color = 0;
  std::uint64_t late = 0;
  std::vector<Error> notes = {};  ///< see LoadedBook::note()
};

/// Writes what remains of a book to `out`, which may be the book itself. Header, order and learn fields stay.
/// Pruning again changes nothing. It needs constant memory, except in two cases: the rule needs `games`, or
/// the two books seem to write a castling in two ways, e1h1 and e1g1. Then it takes 20 bytes for each
/// remaining entry and about 170 for each position. Error: a book is unreadable or damaged, or `out` cannot
/// be written.
[[nodiscard]] Result<PruneReport> prune_book(const std::string& path, const PruneRule& rule,
                                             const BookGames& games, const std::string& out);

}  // namespace polyglot::book
