// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <vector>

#include <polyglot/chess/listing.hpp>
#include <polyglot/game/notation.hpp>

namespace polyglot::session {

/// The legal moves in the order in which they are listed: in chess that of 2.0.4, in variants by their text.
[[nodiscard]] inline std::vector<game::Move> listed_moves(const game::Position& position) {
  if (position.chess() != nullptr) {
    const auto moves = chess::listed_moves(*position.chess());
    return {moves.begin(), moves.end()};
  }
  std::vector<game::Move> moves = position.legal_moves();
  std::ranges::sort(moves, {}, [&](const game::Move& move) { return game::to_san(position, move); });
  return moves;
}

}  // namespace polyglot::session
