// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <polyglot/variants/position.hpp>

namespace polyglot::variants {

/// How a move is written: legal moves of `position` alone.

/// As Fairy-Stockfish has it under UCI: `e7e8q`, `P@e4`, `b2h8+`, `g1f3h`; castling as the king moves, or as
/// he takes his rook where that is the variant's way; ranks from 1.
[[nodiscard]] std::string to_uci(const Position& position, const Move& move);
/// As XBoard has it: the same but that boards of ten ranks count from 0, that a promotion not taken is
/// `b2h8=`, and that a Lion's two steps are `f4e5,e5d6`; `O-O` where castling is the king taking his rook.
[[nodiscard]] std::string to_xboard(const Position& position, const Move& move);
/// Standard algebraic notation with + or #: pieces by the variant's letters, promoted ones of crazyhouse as
/// others of their kind, drops `N@f3`, gating `Bd3/H`, or `O-O/Hh1` on the square of the rook; ranks from 1.
[[nodiscard]] std::string to_san(const Position& position, const Move& move);

/// Readers: nothing if no legal move is meant, or several. Castling is read in any of its forms, and squares
/// of shogi as USI has them (7g7f, P*5e). SAN may mark a promoted piece, `Q~xf8`, and name the square of the
/// king for a gated piece, `O-O/He1`.
[[nodiscard]] std::optional<Move> move_from_uci(const Position& position, std::string_view text);
[[nodiscard]] std::optional<Move> move_from_xboard(const Position& position, std::string_view text);
[[nodiscard]] std::optional<Move> move_from_san(const Position& position, std::string_view text);

}  // namespace polyglot::variants
