#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <polyglot/chess/notation.hpp>

namespace polyglot::session {

/// Reads a move as UCI engines write it. `add_queen`: also a promotion that names no piece
/// (PromoteWorkAround).
[[nodiscard]] inline std::optional<chess::Move> read_uci_move(const chess::Position& position,
                                                              std::string_view text, bool add_queen) {
  const auto move = chess::move_from_uci(position, text);
  if (move || !add_queen || text.size() != 4) return move;
  return chess::move_from_uci(position, std::string(text) + 'q');
}

}  // namespace polyglot::session
