// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include <polyglot/book/book_source.hpp>

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

}  // namespace polyglot::book
