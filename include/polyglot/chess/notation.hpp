// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>

namespace polyglot::chess {

/// How castling is written in coordinate notation.
enum class CastlingNotation : std::uint8_t {
  king_to_destination,  ///< e1g1, e1c1: UCI without UCI_Chess960
  king_takes_rook,      ///< e1h1, e1a1: UCI with UCI_Chess960, and books
};

/// Reads a move in coordinate notation ("e2e4", "e7e8q", promotion letter in either case), castling in
/// either notation; nothing if it is not legal in `position`.
[[nodiscard]] std::optional<Move> move_from_uci(const Position& position, std::string_view text);
[[nodiscard]] std::string to_uci(Move move, CastlingNotation notation);
/// Finds the legal castling of the side to move in which the king takes the rook on `to`, or else ends on
/// `to`. A reader of moves must first try the king's normal step to `to`, which is another move.
[[nodiscard]] std::optional<Move> castling_to(const Position& position, Square to);
/// The square on which the king ends.
[[nodiscard]] Square castled_king_of(Move castling) noexcept;

/// Reads SAN ("Nbd7", "exd5", "O-O", "e8=Q+") or its usual relaxations (missing or superfluous check marks,
/// "0-0", long algebraic "Ng1-f3" and "g1-f3", "e8Q", superfluous disambiguation, figurines and dashes in
/// UTF-8); nothing if no or several moves match. Source: PGN standard 8.2.3.
[[nodiscard]] std::optional<Move> move_from_san(const Position& position, std::string_view text);
/// move_from_san() for readers of millions of moves: it returns the null move instead of nothing. A processor
/// writes so small an optional in two parts and reads it in one, and waiting for that takes longer than the
/// rest of this function.
[[nodiscard]] Move read_san(const Position& position, std::string_view text);
/// The legal moves, castling excepted, that a SAN text may mean: several if it is ambiguous, for example
/// "Nd2" with two knights.
[[nodiscard]] MoveList san_matches(const Position& position, std::string_view text);
/// Reads a move in either notation, coordinates first.
[[nodiscard]] std::optional<Move> move_from_text(const Position& position, std::string_view text);
/// True if the text has the form of a move in either notation, whatever the position.
[[nodiscard]] bool looks_like_move(std::string_view text);
/// Minimal SAN with + or #. `move` must be legal.
[[nodiscard]] std::string to_san(const Position& position, Move move);
/// Appends the SAN of a move to `out`. `next` is the position after the move, which such callers have anyway.
void append_san(const Position& position, Move move, const Position& next, std::string& out);

}  // namespace polyglot::chess
