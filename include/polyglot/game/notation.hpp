// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include <polyglot/chess/notation.hpp>
#include <polyglot/game/position.hpp>

/// Functions that read and write moves. All moves are legal moves of `position`.
namespace polyglot::game {

using chess::CastlingNotation;

/// Writes a move as UCI engines do.
[[nodiscard]] std::string to_uci(const Position& position, const Move& move, CastlingNotation castling);
/// Writes a move as XBoard does. With king_takes_rook castling is O-O, as XBoard writes it in Chess960.
[[nodiscard]] std::string to_xboard(const Position& position, const Move& move, CastlingNotation castling);
/// Writes a move in standard algebraic notation with + or #.
[[nodiscard]] std::string to_san(const Position& position, const Move& move);
/// Writes a move in SAN as XBoard does: on boards of ten ranks the ranks count from 0.
[[nodiscard]] std::string to_xboard_san(const Position& position, const Move& move);

/// These read a move. They return nothing if the text fits no legal move, or several. Castling has any form.
[[nodiscard]] std::optional<Move> move_from_uci(const Position& position, std::string_view text);
[[nodiscard]] std::optional<Move> move_from_xboard(const Position& position, std::string_view text);
[[nodiscard]] std::optional<Move> move_from_san(const Position& position, std::string_view text);
/// Reads XBoard's coordinates, or else SAN.
[[nodiscard]] std::optional<Move> move_from_text(const Position& position, std::string_view text);

}  // namespace polyglot::game
