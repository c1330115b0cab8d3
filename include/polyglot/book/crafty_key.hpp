// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/chess/types.hpp>

namespace polyglot::book {

/// Returns Crafty's hash of a position: its pieces, castling rights and en-passant square, without the side
/// to move. Source: docs/crafty-book.md, "Signature".
[[nodiscard]] std::uint64_t crafty_signature(const chess::Position& position) noexcept;

/// Returns the signature after a legal move from the one before it, several times as fast as
/// crafty_signature().
[[nodiscard]] std::uint64_t crafty_signature_after(const chess::Position& before, std::uint64_t signature,
                                                   chess::Move move) noexcept;

/// Returns the key of the record of a move that `mover` made. The upper 16 bits come from the position before
/// the move, the others from the position after it and the mover. Source: docs/crafty-book.md, "Record key".
[[nodiscard]] constexpr std::uint64_t crafty_record_key(std::uint64_t signature_before,
                                                        std::uint64_t signature_after,
                                                        chess::Color mover) noexcept {
  constexpr std::uint64_t kOfPositionBefore = 0xffff'0000'0000'0000;
  const std::uint64_t after = mover == chess::Color::white ? signature_after : ~signature_after;
  return (signature_before & kOfPositionBefore) | (after & ~kOfPositionBefore);
}

/// Returns the key of the record of a legal move.
[[nodiscard]] std::uint64_t crafty_record_key(const chess::Position& position, chess::Move move) noexcept;

}  // namespace polyglot::book
