// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/chess/move.hpp>
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
/// Copies are cheap. No other thread may use it while make() runs.
class Position {
 public:
  /// The start position of chess.
  Position();

  /// Reads a FEN: four to six fields, X-FEN or Shredder-FEN castling, counters optional (0 and 1).
  /// Castling rights that contradict the pieces, and en-passant squares without a matching double push, are
  /// ignored, as other readers do. Error: what is wrong, and where in the text (field and column). Source:
  /// PGN standard 16.1; X-FEN and Shredder-FEN conventions.
  [[nodiscard]] static Result<Position> from_fen(std::string_view fen);
  [[nodiscard]] std::string to_fen(FenStyle style = FenStyle::x_fen) const;
  /// A FEN without its counters, the first four fields of an EPD record. Source: PGN standard 16.2.
  [[nodiscard]] std::string to_epd() const;

  /// The book key, which make() updates. It has an en-passant term only if a pawn of the side to move stands
  /// beside the pushed pawn, even if it is pinned. Source: docs/book-format.md, "Key".
  [[nodiscard]] Key key() const noexcept { return key_; }
  [[nodiscard]] Color side_to_move() const noexcept { return side_to_move_; }
  [[nodiscard]] Piece piece_on(Square square) const noexcept;
  /// PieceType::none on an empty square.
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
  /// The pieces of `by` that attack a square if the pieces on `occupied` squares block the lines.
  [[nodiscard]] Bitboard attackers(Square square, Color by, Bitboard occupied) const noexcept;
  /// The pieces that give check to the side to move.
  [[nodiscard]] Bitboard checkers() const noexcept {
    return attackers(king(side_to_move_), ~side_to_move_, occupied());
  }
  [[nodiscard]] bool in_check() const noexcept { return checkers() != 0; }
  /// Plies since the last capture or pawn move.
  [[nodiscard]] int halfmove_clock() const noexcept { return halfmove_clock_; }
  /// Starts at 1 and counts up after Black's move.
  [[nodiscard]] int fullmove_number() const noexcept { return fullmove_number_; }
  /// True while neither king nor rook has moved, even if castling is not possible now.
  [[nodiscard]] bool can_castle(Color color, CastlingSide side) const noexcept {
    return (castling_rights_ & right(color, side)) != 0;
  }
  /// The square of the rook of a castling right. Valid only if can_castle().
  [[nodiscard]] Square castling_rook(Color color, CastlingSide side) const noexcept {
    return castling_rooks_[right_index(color, side)];
  }
  /// The square behind a pawn that has just moved two squares, if a pawn of the side to move stands beside
  /// that pawn, even if it is pinned.
  [[nodiscard]] std::optional<Square> en_passant() const noexcept {
    return en_passant_ == kNoSquare ? std::nullopt : std::optional(en_passant_);
  }
  /// True if some en-passant capture is legal here.
  [[nodiscard]] bool has_legal_en_passant() const;
  /// The key for counting repetitions: key() without the en-passant term when no such capture is legal, as
  /// FIDE 9.2.3 calls two positions the same if the same moves are possible.
  [[nodiscard]] Key repetition_key() const;
  /// True if a castling right belongs to a king or rook that does not start where it does in chess, so
  /// that e1g1-style castling could be misread.
  [[nodiscard]] bool needs_chess960() const noexcept;

  /// Every legal move. Order is not specified.
  [[nodiscard]] MoveList legal_moves() const;
  /// True exactly for the moves of legal_moves(). Takes any Move, even one made of arbitrary bits, and makes
  /// no list.
  [[nodiscard]] bool is_legal(Move move) const;
  /// Whether a move leaves its own king safe: the last test of a move that is otherwise legal. Not for
  /// castling.
  [[nodiscard]] bool leaves_king_safe(Move move) const noexcept;
  [[nodiscard]] bool has_legal_move() const;
  /// Neither side can mate by any sequence of moves: bare kings, one minor piece, or bishops of one colour.
  [[nodiscard]] bool has_insufficient_material() const noexcept;

  /// Plays a legal move (is_legal() must hold).
  void make(Move move);

 private:
  friend class PositionBuilder;

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
  Bitboard castling_squares_ = 0;  ///< of kings and rooks with a castling right; most moves touch none
  std::array<Square, 4> castling_rooks_{};
  std::uint8_t castling_rights_ = 0;
  Square en_passant_ = kNoSquare;
  Color side_to_move_ = Color::white;
  std::int32_t halfmove_clock_ = 0;
  std::int32_t fullmove_number_ = 1;
};

/// How many ways there are to play `depth` legal moves from `position`: the measure by which move generators
/// are compared. The last ply is counted without being played. 1 for a depth of 0 or less.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth);

}  // namespace polyglot::chess
