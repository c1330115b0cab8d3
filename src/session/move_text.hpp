// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/game/game.hpp>

namespace polyglot::session {

/// Reads a move of a UCI engine, in a game or a position. `add_queen`: also reads a promotion without a piece
/// (PromoteWorkAround).
template <class Read>
[[nodiscard]] std::optional<game::Move> read_uci_move(Read read, std::string_view text, bool add_queen) {
  std::optional<game::Move> move = read(text);
  if (move || !add_queen || text.size() != 4) return move;
  return read(std::string(text) + 'q');
}

/// A move in the last position of a game as a hint for an XBoard GUI: SAN in chess, coordinates in variants,
/// whose SAN the GUI might read differently.
[[nodiscard]] inline std::string hint_text(const game::Game& game, const game::Move& move) {
  return std::holds_alternative<chess::Move>(move)
             ? game.to_san(move)
             : game.to_xboard(move, game::CastlingNotation::king_to_destination);
}

}  // namespace polyglot::session
