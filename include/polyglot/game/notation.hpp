// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <polyglot/chess/notation.hpp>
#include <polyglot/game/position.hpp>

/// How moves are written: legal moves of `position`, or in a Game of its last position.
namespace polyglot::game {

using chess::CastlingNotation;

/// As engines of UCI have it.
[[nodiscard]] std::string to_uci(const Position& position, const Move& move, CastlingNotation castling);
/// As XBoard has it. King takes rook: O-O, as it castles in Chess960.
[[nodiscard]] std::string to_xboard(const Position& position, const Move& move, CastlingNotation castling);
/// Standard algebraic notation with + or #.
[[nodiscard]] std::string to_san(const Position& position, const Move& move);
/// The same as XBoard has it: boards of ten ranks count from 0.
[[nodiscard]] std::string to_xboard_san(const Position& position, const Move& move);

/// Readers: nothing if no legal move is meant, or several. Castling is read in any of its forms.
[[nodiscard]] std::optional<Move> move_from_uci(const Position& position, std::string_view text);
[[nodiscard]] std::optional<Move> move_from_xboard(const Position& position, std::string_view text);
[[nodiscard]] std::optional<Move> move_from_san(const Position& position, std::string_view text);
/// XBoard's coordinates or SAN, coordinates first.
[[nodiscard]] std::optional<Move> move_from_text(const Position& position, std::string_view text);

}  // namespace polyglot::game
