// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/game/game.hpp>

namespace polyglot::session {

/// Whose move it is, and its number as PGN counts.
struct MoveNumber {
  game::Color side = game::Color::white;
  int number = 1;
};

/// Of the move to come in a game.
[[nodiscard]] inline MoveNumber next_move(const game::Game& game) noexcept {
  return {.side = game.turn(), .number = game.move_number()};
}

}  // namespace polyglot::session
