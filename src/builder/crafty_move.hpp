// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>

namespace polyglot::builder {

/// The move that Crafty takes a text for, its marks cut off; nothing where it sees an error: no legal move
/// fits, or more than one.
/// Source: docs/crafty-book.md, "How Crafty reads games".
[[nodiscard]] std::optional<chess::Move> read_crafty_move(const chess::Position& position,
                                                          std::string_view text);

}  // namespace polyglot::builder
