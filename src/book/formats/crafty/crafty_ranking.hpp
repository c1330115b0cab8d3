// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/crafty_selection.hpp>
#include <polyglot/chess/types.hpp>

namespace polyglot::book {

/// A move as Crafty ranks it for its choice.
struct RankedMove {
  BookMove entry;
  CraftyFacts facts;  ///< with the marks that the ranking has added
  double value = 0;
};

/// All moves of a position, the best first. Source: docs/crafty-book.md, "Choosing a move", 1 to 6.
[[nodiscard]] std::vector<RankedMove> crafty_ranking(const BookMoves& moves, chess::Color mover);
/// The moves that may be played; their values are the weights of the random choice. Source:
/// docs/crafty-book.md, "Choosing a move", 7 to 11.
[[nodiscard]] std::vector<RankedMove> crafty_kept(std::vector<RankedMove> ranked);

}  // namespace polyglot::book
