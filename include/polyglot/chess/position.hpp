// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/types.hpp>
#include <polyglot/result.hpp>

namespace polyglot::chess {

inline constexpr std::string_view kStartFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

enum class CastlingSide : std::uint8_t { king_side, queen_side };

/// How castling rights are written in a FEN.
enum class FenStyle : std::uint8_t {
  x_fen,     ///< KQkq where that is unambiguous, otherwise the rook's file (X-FEN). The usual form.
  shredder,  ///< always the rook's file, HAha (Shredder-FEN)
};

/// A legal position of chess or Chess960: each side has one king, and the side not to move is not in check.
/// Copies are cheap. Threads may read it at once, but not while make() runs.
class Position {
 public:
  /// The start position of chess.
  Position();

  /// Reads a FEN of four to six fields, with castling as in X-FEN or Shredder-FEN. Missing counters become 0
  /// and 1. As in other readers, castling rights that contradict the pieces, and en-passant squares without a
  /// matching double push, are ignored. Error: what is wrong, and where in the text (field and column).
  /// Source: PGN standard 16.1; X-FEN and Shredder-FEN conventions.
  [[nodiscard]] static Result<Position> from_fen(std::string_view fen);
  [[nodiscard]] std::string to_fen(FenStyle style = FenStyle::x_fen) const;
  /// Returns the FEN without its counters: the first four fields of an EPD record. Source: PGN standard 16.2.
  [[nodiscard]] std::string to_epd() const;

  /// Returns the book key, which make() updates. It has an en-passant term only if a pawn of the side to move
  /// stands beside the pushed pawn, even if it is pinned. Source: docs/book-format.md, "Key".
  [[nodiscard]] Key key() const noexcept { return key_; }
  [[nodiscard]] Color side_to_move() const noexcept { return side_to_move_; }
  [[nodiscard]] Piece piece_on(Square square) const noexcept;
  /// Returns PieceType::none for an empty square.
  [[nodiscard]] PieceType type_on(Square square) const noexcept;
  [[nodiscard]] Square king(Color color) const noexcept {
    return Square(std::countr_zero(pieces(color, PieceType::king)));
  }
  [[nodiscard]] Bitboard pieces(Color color) const noexcept { return by_color_[index(color)]; }
  [[nodiscard]] Bitboard pieces(PieceType type) const noexcept { return by_type_[index(type)]; }
  [[nodiscard]] Bitboard pieces(Color color, PieceType type) const noexcept {
    return pieces(color) & pieces(type);
  }
  [[nodiscard]] Bitboard occupied() const noexcept { return by_color_[0] | by_color_[1]; }
  /// Returns the pieces of `by` that attack a square if the pieces on `occupied` squares block the lines.
  [[nodiscard]] Bitboard attackers(Square square, Color by, Bitboard occupied) const noexcept;
  /// Returns the pieces that give check to the side to move.
  [[nodiscard]] Bitboard checkers() const noexcept {
    return attackers(king(side_to_move_), ~side_to_move_, occupied());
  }
  [[nodiscard]] bool in_check() const noexcept { return checkers() != 0; }
  /// Returns the number of plies since the last capture or pawn move.
  [[nodiscard]] int halfmove_clock() const noexcept { return halfmove_clock_; }
  /// Returns the move number, which begins with 1 and grows after Black's move.
  [[nodiscard]] int fullmove_number() const noexcept { return fullmove_number_; }
  /// Returns true while neither king nor rook has moved, even if castling is not possible now.
  [[nodiscard]] bool can_castle(Color color, CastlingSide side) const noexcept {
    return (castling_rights_ & right(color, side)) != 0;
  }
  /// Returns the square of the rook of a castling right. Call this only if can_castle().
  [[nodiscard]] Square castling_rook(Color color, CastlingSide side) const noexcept {
    return castling_rooks_[right_index(color, side)];
  }
  /// Returns the square behind a pawn that has just moved two squares, if a pawn of the side to move stands
  /// beside it, even if it is pinned. Nothing otherwise.
  [[nodiscard]] std::optional<Square> en_passant() const noexcept {
    return en_passant_ == kNoSquare ? std::nullopt : std::optional(en_passant_);
  }
  /// Returns true if an en-passant capture is legal.
  [[nodiscard]] bool has_legal_en_passant() const;
  /// Returns the key for counting repetitions: key() without the en-passant term if no such capture is legal.
  /// By FIDE 9.2.3 two positions are the same if the same moves are possible.
  [[nodiscard]] Key repetition_key() const;
  /// Returns true if a castling right belongs to a king or rook that does not start where it does in chess.
  /// Then castling written as e1g1 could be misread.
  [[nodiscard]] bool needs_chess960() const noexcept;

  /// Returns all legal moves, in no particular order.
  [[nodiscard]] MoveList legal_moves() const;
  /// Returns true exactly for the moves of legal_moves(). Takes any Move, even of arbitrary bits, and makes
  /// no list.
  [[nodiscard]] bool is_legal(Move move) const;
  /// Returns true if a move leaves its own king safe. This is the last test of a move. Not for castling.
  [[nodiscard]] bool leaves_king_safe(Move move) const noexcept;
  [[nodiscard]] bool has_legal_move() const;
  /// Returns true if neither side can mate by any moves: bare kings, one minor piece, bishops of one colour.
  [[nodiscard]] bool has_insufficient_material() const noexcept;

  /// Plays a move, for which is_legal() must be true.
  void make(Move move);

 private:
  friend class FenReader;

  static constexpr Square kNoSquare = Square(64);

  struct EmptyBoard {};
  explicit Position(EmptyBoard) noexcept {}

  static constexpr std::size_t index(Color color) noexcept { return static_cast<std::size_t>(color); }
  static constexpr std::size_t index(PieceType type) noexcept { return static_cast<std::size_t>(type); }
  static constexpr std::size_t right_index(Color color, CastlingSide side) noexcept {
    return 2 * index(color) + static_cast<std::size_t>(side);
  }
  static constexpr unsigned right(Color color, CastlingSide side) noexcept {
    return 1U << right_index(color, side);
  }

  void toggle(PieceType type, Color color, Square square) noexcept;
  void move_piece(Move move, PieceType moved, Color us) noexcept;
  void castle(Move move, Color us) noexcept;
  void set_castling_right(Color color, CastlingSide side, Square rook) noexcept;
  void drop_castling_rights(Bitboard touched) noexcept;
  void set_en_passant(Square square) noexcept;
  [[nodiscard]] bool is_pseudo_legal(Move move) const noexcept;
  [[nodiscard]] bool is_pseudo_legal_pawn_move(Move move) const noexcept;
  [[nodiscard]] bool is_legal_castling(Move move) const noexcept;

  std::array<Bitboard, 6> by_type_{};
  std::array<Bitboard, 2> by_color_{};
  Key key_ = 0;
  /// Squares of kings and rooks with a castling right; most moves touch none.
  Bitboard castling_squares_ = 0;
  std::array<Square, 4> castling_rooks_{};
  std::uint8_t castling_rights_ = 0;
  Square en_passant_ = kNoSquare;
  Color side_to_move_ = Color::white;
  std::int32_t halfmove_clock_ = 0;
  std::int32_t fullmove_number_ = 1;
};

/// Returns the number of ways to play `depth` legal moves from `position`. Move generators are compared by
/// this number. The last ply is counted without being played. Returns 1 for a depth of 0 or less.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth);

/// The number of start positions of Chess960. They have the numbers of Reinhard Scharnagl; 518 is chess.
inline constexpr int kChess960Positions = 960;

/// Returns the start position with a number from 0 to 959.
[[nodiscard]] Position chess960_start(int number);

/// Returns true if a castling rook is not the outermost on its side of the king. Book keys name the side and
/// not the rook. Therefore such a position has the key of the one whose outermost rook may castle.
[[nodiscard]] bool has_inner_castling_rook(const Position& position);

}  // namespace polyglot::chess
