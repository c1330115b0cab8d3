#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/move_list.hpp>
#include <polyglot/chess/types.hpp>
#include <polyglot/result.hpp>

namespace polyglot::chess {

inline constexpr std::string_view kStartFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

enum class CastlingSide : std::uint8_t { king_side, queen_side };

/// How castling rights are written in a FEN.
enum class FenStyle : std::uint8_t {
  x_fen,     ///< KQkq where unambiguous, else the rook's file (X-FEN). The usual form.
  shredder,  ///< always the rook's file, HAha (Shredder-FEN)
};

/// A legal position of chess or Chess960: each side has one king, the side not to move is not in check.
/// Cheap to copy. Not thread-safe while changed.
class Position {
 public:
  /// The start position of chess.
  Position();

  /// Reads a FEN: four to six fields, X-FEN or Shredder-FEN castling, counters optional (0 and 1).
  /// Castling rights that the pieces contradict and en-passant squares that no double push explains are
  /// dropped, as every reader does. Error: what is wrong, and where in the text (field and column).
  /// Source: PGN standard 16.1; X-FEN and Shredder-FEN conventions.
  [[nodiscard]] static Result<Position> from_fen(std::string_view fen);
  [[nodiscard]] std::string to_fen(FenStyle style = FenStyle::x_fen) const;

  /// Kept up to date by make(). The en-passant term is there only if a pawn of the side to move stands
  /// beside the pushed one, pinned or not. Source: docs/book-format.md, "Key".
  [[nodiscard]] Key key() const noexcept { return key_; }
  [[nodiscard]] Color side_to_move() const noexcept { return side_to_move_; }
  [[nodiscard]] Piece piece_on(Square square) const noexcept;
  [[nodiscard]] Square king(Color color) const noexcept;
  [[nodiscard]] bool in_check() const noexcept;
  /// Plies since the last capture or pawn move.
  [[nodiscard]] int halfmove_clock() const noexcept;
  /// Starts at 1, counts up after Black's move.
  [[nodiscard]] int fullmove_number() const noexcept;
  [[nodiscard]] bool can_castle(Color color, CastlingSide side) const noexcept;
  /// True if a castling right belongs to a king or rook that does not start where it does in chess, so
  /// that e1g1-style castling could be misread.
  [[nodiscard]] bool needs_chess960() const noexcept;

  /// Every legal move. Order is not specified.
  [[nodiscard]] MoveList legal_moves() const;
  [[nodiscard]] bool is_legal(Move move) const;
  [[nodiscard]] bool has_legal_move() const;
  /// Neither side can mate by any sequence of moves: bare kings, one minor piece, or bishops of one colour.
  [[nodiscard]] bool has_insufficient_material() const noexcept;

  /// Plays a legal move (is_legal() must hold).
  void make(Move move);
};

}  // namespace polyglot::chess
