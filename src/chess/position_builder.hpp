#pragma once

#include <optional>
#include <string>

#include <polyglot/chess/position.hpp>

namespace polyglot::chess {

/// Puts a Position together from the parts a FEN names, dropping what the pieces contradict.
/// Order: pieces, side to move, then check_pieces(), then rights, en passant and counters.
class PositionBuilder {
 public:
  void put(Piece piece, Square square);
  void set_side_to_move(Color color);

  /// What makes the placement illegal for the side to move; nothing if it may stand.
  [[nodiscard]] std::optional<std::string> check_pieces() const;

  /// `K`/`Q` of X-FEN: the outermost rook on that side of a king on his back rank.
  void allow_castling(Color color, CastlingSide side);
  /// The rook's file, as X-FEN and Shredder-FEN write it.
  void allow_castling(Color color, int rook_file);
  void set_en_passant(Square square);
  void set_counters(int halfmove_clock, int fullmove_number);

  [[nodiscard]] const Position& position() const noexcept { return position_; }

 private:
  [[nodiscard]] bool king_may_castle(Color color) const;

  Position position_{Position::EmptyBoard{}};
};

/// The outermost rook of `color` on one side of its king along the back rank, if there is one.
[[nodiscard]] std::optional<Square> outermost_rook(const Position& position, Color color, CastlingSide side);

}  // namespace polyglot::chess
