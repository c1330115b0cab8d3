#pragma once

#include <vector>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/selection.hpp>
#include <polyglot/chess/types.hpp>

namespace polyglot::book {

/// The moves of a Crafty book that Crafty itself may play, the best first, with the shares of its draw.
///
/// Crafty's random mode with its own settings: frequency and learned values count alike, five moves at most,
/// `?` and `??` are not played. What its engine thinks of a move is left out. Moves of books of other formats
/// are not among them.
/// Source: docs/crafty-book.md, "Choosing a move".
[[nodiscard]] std::vector<Candidate> crafty_candidates(const BookMoves& moves, chess::Color mover);

/// All moves with those shares; 0 if Crafty would not play them.
[[nodiscard]] std::vector<Candidate> with_crafty_shares(const BookMoves& moves, chess::Color mover);

}  // namespace polyglot::book
