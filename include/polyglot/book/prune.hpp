// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include <polyglot/book/book_games.hpp>
#include <polyglot/chess/types.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// What stays of a book.
struct PruneRule {
  static constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();

  // Of each position, in this order:
  std::string subtract = {};      ///< a book whose moves go, whatever they weigh there; empty: none
  std::uint16_t min_weight = 0;   ///< of a move
  double min_share = 0;           ///< of a move: percent of the weights that subtracting left
  std::size_t most_moves = kAny;  ///< the heaviest; of equal ones the first
  // Of what is left, by the games that lead to a position:
  std::optional<chess::Color> color = {};  ///< whose moves stay
  std::size_t max_ply = kAny;              ///< moves that can be played so early
  bool drop_unreached = false;             ///< see ReachedPositions; follows from the two before

  [[nodiscard]] bool asks_for_games() const noexcept { return color || max_ply != kAny || drop_unreached; }
};

/// What became of the entries, header and XBoard's closing record not counted: each is kept or counted by the
/// first reason to drop it.
struct PruneReport {
  std::uint64_t entries = 0;  ///< before
  std::uint64_t kept = 0;
  std::uint64_t positions = 0;  ///< that have some of them
  std::uint64_t subtracted = 0;
  std::uint64_t light = 0;   ///< under the weight or the share
  std::uint64_t excess = 0;  ///< beyond the heaviest
  std::uint64_t unreached = 0;
  std::uint64_t other_color = 0;
  std::uint64_t late = 0;
};

/// Writes what stays of a book to `out`, which may be the book itself. Header, order and learn fields stay.
/// Pruning again changes nothing. Constant memory; if the rule asks for games, which are those of `games`, 20
/// bytes for an entry that is left then, and some 170 for a position. The same where the book and the one
/// that is subtracted seem to write a castling in two ways, e1h1 and e1g1: it is one move. Error: a book that
/// cannot be read or is not sound, the output that cannot be written.
[[nodiscard]] Result<PruneReport> prune_book(const std::string& path, const PruneRule& rule,
                                             const BookGames& games, const std::string& out);

}  // namespace polyglot::book
