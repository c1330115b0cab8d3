// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <polyglot/chess/notation.hpp>

namespace polyglot::book {

/// Returns the legal move between two squares. Castling is the king's step. `promotion` is a letter, or 0 for
/// none.
[[nodiscard]] inline std::optional<chess::Move> move_between(const chess::Position& position,
                                                             chess::Square from, chess::Square to,
                                                             char promotion) {
  std::string text = from.to_string() + to.to_string();
  if (promotion != 0) text += promotion;
  return chess::move_from_uci(position, text);
}

}  // namespace polyglot::book
