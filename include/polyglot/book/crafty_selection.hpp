// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/selection.hpp>
#include <polyglot/chess/types.hpp>

namespace polyglot::book {

/// What a Crafty book keeps of a move, as the facts of a BookMove have it.
struct CraftyFacts {
  std::uint32_t count = 0;    ///< games with the move; per cent in a start book that is opened itself
  std::uint8_t status = 0;    ///< see crafty_status
  float learn = 0;            ///< in pawns
  std::uint32_t percent = 0;  ///< of the start book beside the book; 0: none

  /// Nothing if the move is of a book of another format.
  [[nodiscard]] static std::optional<CraftyFacts> of(const BookMove& move);
};

/// All moves of a Crafty book: those that Crafty itself may play, the best first, with the shares of its
/// draw, then the others, dropped. To be settled as ChoiceMode::weighted or best.
///
/// Crafty's random mode with its own settings: frequency and learned values count alike, five moves at most,
/// `?` and `??` are not played. What its engine thinks of a move is left out. Moves of books of other formats
/// are dropped.
/// Source: docs/crafty-book.md, "Choosing a move".
[[nodiscard]] std::vector<Candidate> judge_as_crafty(const BookMoves& moves, chess::Color mover);

}  // namespace polyglot::book
