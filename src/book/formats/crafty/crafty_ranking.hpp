// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/crafty_selection.hpp>
#include <polyglot/chess/types.hpp>

namespace polyglot::book {

/// A move as Crafty sees it when it chooses.
struct RankedMove {
  BookMove entry;
  CraftyFacts facts;  ///< with the marks that the ranking has added
  double value = 0;
};

/// All moves of a position, the best first. Source: docs/crafty-book.md, "Choosing a move", 1 to 6.
[[nodiscard]] std::vector<RankedMove> crafty_ranking(const BookMoves& moves, chess::Color mover);
/// Those that may be played, with the weights of the draw as values. Source: the same, 7 to 11.
[[nodiscard]] std::vector<RankedMove> crafty_kept(std::vector<RankedMove> ranked);

}  // namespace polyglot::book
