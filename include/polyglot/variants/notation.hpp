// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/variants/position.hpp>

namespace polyglot::variants {

/// Functions that read and write moves. All moves are legal moves of `position`.

/// Writes a move as Fairy-Stockfish does under UCI: `e7e8q`, `P@e4`, `b2h8+`, `g1f3h`. Castling is the king's
/// move, or king takes rook, as the variant has it. Ranks count from 1.
[[nodiscard]] std::string to_uci(const Position& position, const Move& move);
/// Writes a move as XBoard does. It differs from to_uci(): ranks count from 0 on boards of ten ranks; a
/// declined promotion is `b2h8=`; two steps of a Lion are `f4e5,e5d6`; castling is `O-O` if the variant has
/// king takes rook.
[[nodiscard]] std::string to_xboard(const Position& position, const Move& move);
/// Writes a move in standard algebraic notation with + or #. Pieces have the variant's letters; promoted
/// pieces of crazyhouse have the letter of their kind. A drop is `N@f3`. Gating is `Bd3/H`, or `O-O/Hh1` on
/// the square of the rook. Ranks count from 1.
[[nodiscard]] std::string to_san(const Position& position, const Move& move);

/// These read a move. They return nothing if the text fits no legal move, or several. They read any form of
/// castling, and squares of shogi also in USI's form (7g7f, P*5e). SAN may mark a promoted piece, `Q~xf8`,
/// and name the square of the king for a gated piece, `O-O/He1`.
[[nodiscard]] std::optional<Move> move_from_uci(const Position& position, std::string_view text);
[[nodiscard]] std::optional<Move> move_from_xboard(const Position& position, std::string_view text);
[[nodiscard]] std::optional<Move> move_from_san(const Position& position, std::string_view text);

}  // namespace polyglot::variants
