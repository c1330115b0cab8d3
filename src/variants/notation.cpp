// SPDX-License-Identifier: MIT
#include <algorithm>

#include <polyglot/variants/notation.hpp>

#include "variants/coordinates.hpp"
#include "variants/rules.hpp"

namespace polyglot::variants {

namespace {

bool castles_to_king_side(const Move& move) noexcept {
  return move.from < move.to;
}

/// True if a text can mean a move. The text may leave out a `=` for a declined promotion.
bool means(const Position& position, const Move& move, const Coordinates& text) {
  Coordinates whole = coordinates_of(position, move);
  if (whole.suffix == '=' && text.suffix == '\0') whole.suffix = '\0';
  // The text may leave out the empty square that a Lion passes.
  if (move.kind == MoveKind::two_leg && move.from == move.to && !text.via &&
      position.piece_on(move.via).is_none())
    whole.via.reset();
  if (whole == text) return true;
  if (move.kind != MoveKind::castling) return false;
  return std::ranges::any_of(kCastlingTexts, [&](CastlingText castling) {
    // The order of king and rook shows on which square a piece is gated.
    const bool rook_first = castling == CastlingText::rook_takes_king;
    return (move.gated == Kind::none || rook_first == move.gates_on_rook) &&
           coordinates_of(position, move, castling) == text;
  });
}

std::optional<Move> find_move(const Position& position, std::string_view text, int first_rank) {
  std::optional<Coordinates> coordinates = read_coordinates(position.variant(), text, first_rank);
  if (!coordinates) return std::nullopt;
  const std::vector<Move> moves = position.legal_moves();
  // Look for the exact text first, because the king's plain move may look like castling.
  const auto exact = std::ranges::find_if(
      moves, [&](const Move& move) { return coordinates_of(position, move) == *coordinates; });
  // GUIs write a declined promotion even if no promotion is possible.
  if (coordinates->suffix == '=' && has_signs_of_promotion(position.variant().rules()))
    coordinates->suffix = '\0';
  const auto found = exact != moves.end() ? exact : std::ranges::find_if(moves, [&](const Move& move) {
    return means(position, move, *coordinates);
  });
  if (found == moves.end()) return std::nullopt;
  return *found;
}

}  // namespace

std::string to_uci(const Position& position, const Move& move) {
  Coordinates coordinates = coordinates_of(position, move);
  if (coordinates.suffix == '=') coordinates.suffix = '\0';
  return write_coordinates(position.variant(), coordinates, 1);
}

std::string to_xboard(const Position& position, const Move& move) {
  if (move.kind == MoveKind::castling && position.variant().rules().castling.king_takes_rook)
    return castles_to_king_side(move) ? "O-O" : "O-O-O";
  return write_coordinates(position.variant(), coordinates_of(position, move),
                           first_rank_of_xboard(position.variant()));
}

std::optional<Move> move_from_uci(const Position& position, std::string_view text) {
  return find_move(position, text, 1);
}

std::optional<Move> move_from_xboard(const Position& position, std::string_view text) {
  if (text.starts_with("O-O") || text.starts_with("0-0")) return move_from_san(position, text);
  return find_move(position, text, first_rank_of_xboard(position.variant()));
}

}  // namespace polyglot::variants
