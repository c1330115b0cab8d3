// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <polyglot/chess/notation.hpp>
#include <polyglot/game/position.hpp>

/// Reads and writes moves, which are legal moves of `position`.
namespace polyglot::game {

using chess::CastlingNotation;

/// As UCI engines write it.
[[nodiscard]] std::string to_uci(const Position& position, const Move& move, CastlingNotation castling);
/// As XBoard writes it. With king_takes_rook castling is O-O, as XBoard writes it in Chess960.
[[nodiscard]] std::string to_xboard(const Position& position, const Move& move, CastlingNotation castling);
/// Standard algebraic notation with + or #.
[[nodiscard]] std::string to_san(const Position& position, const Move& move);
/// SAN as XBoard writes it: on boards of ten ranks the ranks count from 0.
[[nodiscard]] std::string to_xboard_san(const Position& position, const Move& move);

/// Readers: nothing if the text fits no legal move, or several. Castling may have any of its forms.
[[nodiscard]] std::optional<Move> move_from_uci(const Position& position, std::string_view text);
[[nodiscard]] std::optional<Move> move_from_xboard(const Position& position, std::string_view text);
[[nodiscard]] std::optional<Move> move_from_san(const Position& position, std::string_view text);
/// Reads XBoard's coordinates or else SAN.
[[nodiscard]] std::optional<Move> move_from_text(const Position& position, std::string_view text);

}  // namespace polyglot::game
