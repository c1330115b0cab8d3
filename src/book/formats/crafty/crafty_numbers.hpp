// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <polyglot/chess/position.hpp>
#include <polyglot/chess/types.hpp>

/// The numbers from which signatures are computed. Source: docs/crafty-book.md, "Signature".
namespace polyglot::book {

[[nodiscard]] std::uint64_t crafty_number(chess::Piece piece, chess::Square square) noexcept;
/// The number of a missing castling right.
[[nodiscard]] std::uint64_t crafty_number(chess::Color color, chess::CastlingSide side) noexcept;
/// The number of an en-passant square.
[[nodiscard]] std::uint64_t crafty_number(chess::Square en_passant) noexcept;

}  // namespace polyglot::book
