// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/selection.hpp>
#include <polyglot/chess/types.hpp>

namespace polyglot::book {

/// All moves of a Crafty book: those that Crafty itself may play, the best first, with the shares of its
/// draw, then the others, dropped. To be settled as ChoiceMode::weighted or best.
///
/// Crafty's random mode with its own settings: frequency and learned values count alike, five moves at most,
/// `?` and `??` are not played. What its engine thinks of a move is left out. Moves of books of other formats
/// are dropped.
/// Source: docs/crafty-book.md, "Choosing a move".
[[nodiscard]] std::vector<Candidate> judge_as_crafty(const BookMoves& moves, chess::Color mover);

}  // namespace polyglot::book
