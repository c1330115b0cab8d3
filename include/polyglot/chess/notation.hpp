// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>

namespace polyglot::chess {

/// How castling is written in coordinate notation.
enum class CastlingNotation : std::uint8_t {
  king_to_destination,  ///< e1g1, e1c1: UCI without UCI_Chess960
  king_takes_rook,      ///< e1h1, e1a1: UCI with UCI_Chess960, and books
};

/// Reads a move in coordinate notation: "e2e4", "e7e8q" with the letter in either case, and castling in
/// either notation. Returns nothing if the move is not legal in `position`.
[[nodiscard]] std::optional<Move> move_from_uci(const Position& position, std::string_view text);
[[nodiscard]] std::string to_uci(Move move, CastlingNotation notation);
/// Finds the legal castling of the side to move in which the king takes the rook on `to`, or else ends on
/// `to`. A reader of moves must first try the king's normal move to `to`, because that is another move.
[[nodiscard]] std::optional<Move> castling_to(const Position& position, Square to);
/// Returns the square on which the king ends.
[[nodiscard]] Square castled_king_of(Move castling) noexcept;

/// Reads SAN ("Nbd7", "exd5", "O-O", "e8=Q+"). It also reads common deviations: missing or superfluous check
/// marks, "0-0", long algebraic "Ng1-f3" and "g1-f3", "e8Q", superfluous disambiguation, figurines and dashes
/// in UTF-8. Returns nothing if no move or several moves match. Source: PGN standard 8.2.3.
[[nodiscard]] std::optional<Move> move_from_san(const Position& position, std::string_view text);
/// Does the same as move_from_san(), for readers of millions of moves: it returns the null move instead of
/// nothing. Processors write so small an optional in two parts and read it in one. Waiting for that takes
/// longer than the rest of this function.
[[nodiscard]] Move read_san(const Position& position, std::string_view text);
/// Returns the legal moves, except castling, that a SAN text may mean. An ambiguous text has several, as
/// "Nd2" with two knights.
[[nodiscard]] MoveList san_matches(const Position& position, std::string_view text);
/// Reads a move in coordinates, or else in SAN. Returns nothing if neither matches one legal move.
[[nodiscard]] std::optional<Move> move_from_text(const Position& position, std::string_view text);
/// Returns true if the text has the form of a move in either notation, whatever the position is.
[[nodiscard]] bool looks_like_move(std::string_view text);
/// Returns minimal SAN with + or #. `move` must be legal.
[[nodiscard]] std::string to_san(const Position& position, Move move);
/// Appends the SAN of a move to `out`. `next` is the position after the move, which saves computing it again.
void append_san(const Position& position, Move move, const Position& next, std::string& out);

}  // namespace polyglot::chess
