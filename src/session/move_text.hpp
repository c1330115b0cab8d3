#pragma once

#include <optional>
#include <string_view>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>

namespace polyglot::session {

/// Reads a move as UCI engines write it. `add_queen`: also a promotion that names no piece
/// (PromoteWorkAround).
[[nodiscard]] std::optional<chess::Move> read_uci_move(const chess::Position& position, std::string_view text,
                                                       bool add_queen);

}  // namespace polyglot::session
