// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/selection.hpp>
#include <polyglot/chess/types.hpp>

namespace polyglot::book {

/// The data of a move in a Crafty book, which BookMove::facts hold.
struct CraftyFacts {
  /// Number of games with the move; a percentage if a start book is opened as the book.
  std::uint32_t count = 0;
  std::uint8_t status = 0;    ///< see crafty_status
  float learn = 0;            ///< learned value in pawns
  std::uint32_t percent = 0;  ///< percentage from the start book beside the book; 0: none

  /// Reads the facts of a move. Returns nothing if it comes from another format.
  [[nodiscard]] static std::optional<CraftyFacts> of(const BookMove& move);
};

/// Judges all moves of a Crafty book. The moves that Crafty itself may play come first, the best one first,
/// with the shares of Crafty's random choice. The others follow as dropped moves. Call settle() with
/// ChoiceMode::weighted or best afterwards.
///
/// This is Crafty's random mode with its default settings: frequency and learned values count equally, at
/// most five moves, never `?` and `??`. It does not use the engine's evaluation. Moves of other formats are
/// dropped. Source: docs/crafty-book.md, "Choosing a move".
[[nodiscard]] std::vector<Candidate> judge_as_crafty(const BookMoves& moves, chess::Color mover);

}  // namespace polyglot::book
