// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/chess/notation.hpp>
#include <polyglot/game/game.hpp>

namespace polyglot::game {

/// How castling is written in a position of which nobody has said whether it is one of Chess960: king takes
/// rook only where the other could be misread.
[[nodiscard]] inline chess::CastlingNotation castling_notation(const Position& position) noexcept {
  return position.needs_chess960() ? chess::CastlingNotation::king_takes_rook
                                   : chess::CastlingNotation::king_to_destination;
}

/// The same in the last position of a game.
[[nodiscard]] inline chess::CastlingNotation castling_notation(const Game& game, bool chess960) noexcept {
  if (chess960) return chess::CastlingNotation::king_takes_rook;
  const Position* const position = game.position();
  return position != nullptr ? castling_notation(*position) : chess::CastlingNotation::king_to_destination;
}

}  // namespace polyglot::game
