// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>

#include "book/ctg_position.hpp"

namespace polyglot::book {

/// The legal move that a code of a ChessBase book stands for: a piece, counted among those of its kind, and
/// its step. `stored` is `position` as the book has it. Source: docs/ctg-book.md, "Moves".
[[nodiscard]] std::optional<chess::Move> decode_ctg_move(const chess::Position& position,
                                                         const CtgPosition& stored, std::uint8_t code);

}  // namespace polyglot::book
