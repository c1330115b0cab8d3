// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/result.hpp>
#include <polyglot/variants/types.hpp>
#include <polyglot/variants/variant.hpp>

namespace polyglot::variants {

enum class MoveKind : std::uint8_t {
  normal,       ///< from one square to another, a capture included
  double_step,  ///< of a pawn, which can be taken en passant
  en_passant,
  castling,  ///< `to` is the square of the rook
  drop,      ///< of a piece in hand: `piece` onto `to`
  two_leg,   ///< of a Lion: over `via`, what stands there is taken; `to` may be `from`
};

/// What a move says about promotion.
enum class PromotionChoice : std::uint8_t { none, promotes, declines };

/// A move of any variant. Which fields mean something depends on the kinds.
struct Move {
  Square from{};
  Square to{};
  Square via{};                                    ///< the middle square of `two_leg`
  MoveKind kind = MoveKind::normal;                ///< how it is made
  PromotionChoice choice = PromotionChoice::none;  ///< `declines`: promotion was possible
  Kind piece = Kind::none;                         ///< what is dropped, or promoted to
  Kind gated = Kind::none;                         ///< what enters from the hand on a square that was left
  bool gates_on_rook = false;                      ///< castling: on the rook's square, not the king's

  friend constexpr bool operator==(const Move&, const Move&) noexcept = default;
};

/// Who writes a FEN: they differ in letters, in the holdings and in the fields after the side to move.
enum class FenStyle : std::uint8_t {
  xboard,  ///< fields that a variant does not need are left out
  uci,     ///< Fairy-Stockfish's: all fields, no rights without a rook, checks left, `N` and `B` in xiangqi
};

/// Why a game is over, as far as its rules say: by its position alone, or by its course, see history.hpp.
enum class Ending : std::uint8_t {
  none,
  checkmate,
  stalemate,
  variant_end,  ///< a goal that the variant has: a king on its hill, the third check, no piece left
  insufficient_material,
  quiet_moves,  ///< in chess a halfmove clock of 100 plies or more
  repetition,   ///< in chess the third occurrence of the position
  perpetual_check,
};

/// How a game stands.
struct Outcome {
  Ending ending = Ending::none;
  std::optional<Color> winner;  ///< nobody: a draw, or the game goes on

  [[nodiscard]] bool is_over() const noexcept { return ending != Ending::none; }
};

/// A position of a variant. A value: copying is how moves are taken back. Its variant must outlive it.
class Position {
 public:
  /// Types of pieces that can be in hand.
  static constexpr std::size_t kMaxHeld = 24;

  /// Where games of the variant begin.
  explicit Position(const Variant& variant);

  /// Reads a FEN as XBoard, Fairy-Stockfish, Lichess and Cute Chess write it, and SFEN for shogi. Castling
  /// letters are taken literally, even if there is no rook to castle with: they are part of XBoard's keys.
  /// Error: what is wrong, and where.
  [[nodiscard]] static Result<Position> from_fen(const Variant& variant, std::string_view fen);
  [[nodiscard]] std::string to_fen(FenStyle style = FenStyle::xboard) const;

  [[nodiscard]] const Variant& variant() const noexcept { return *variant_; }
  [[nodiscard]] Color side_to_move() const noexcept { return side_to_move_; }
  [[nodiscard]] Piece piece_on(Square square) const noexcept { return board_[at(square)]; }
  [[nodiscard]] const SquareSet& pieces(Color color) const noexcept { return pieces_[index(color)]; }
  /// How many pieces of a kind a side has in hand.
  [[nodiscard]] int held(Color color, Kind kind) const noexcept;
  [[nodiscard]] int halfmove_clock() const noexcept { return halfmove_clock_; }
  [[nodiscard]] int fullmove_number() const noexcept { return fullmove_number_; }

  /// The same with the keys of another form of its variant: see Variant::with_plain_keys().
  [[nodiscard]] Position with_keys_of(const Variant& form) const;

  /// The key of XBoard's books, or the plain one of a variant that has such. Source: docs/variant-books.md.
  [[nodiscard]] Key key() const noexcept;
  /// False if a piece on the board has no number in XBoard's keys, as some promoted ones of chu shogi: such a
  /// position has no place in a book.
  [[nodiscard]] bool has_key() const noexcept;
  /// The key that XBoard has for it in a game that began with a FEN, where the variant has no castling: by
  /// mistake all four rights are in it. Nothing in other variants. Worth a look into the book where key() is
  /// not found.
  [[nodiscard]] std::optional<Key> key_of_fen_game() const noexcept;
  /// The same for two positions if the same can come of them, as the counting of repetitions asks.
  [[nodiscard]] Key repetition_key() const;
  /// Without castling rights of which king or rook are not there: what XBoard makes of a FEN that it loads.
  [[nodiscard]] Position with_real_castling_rights() const;

  /// Every legal move; none if the game has ended. Order is not specified.
  [[nodiscard]] std::vector<Move> legal_moves() const;
  /// The same into a list that is used again: what it held is lost.
  void legal_moves(std::vector<Move>& moves) const;
  [[nodiscard]] bool is_legal(const Move& move) const;
  [[nodiscard]] bool has_legal_move() const;
  /// True if the move takes something from the board.
  [[nodiscard]] bool is_capture(const Move& move) const noexcept;
  /// True if a royal piece of the side to move is attacked.
  [[nodiscard]] bool in_check() const;
  [[nodiscard]] Outcome outcome() const;

  /// Plays a legal move.
  void make(const Move& move);

 private:
  friend class FenReader;
  friend class FenWriter;
  friend class GameEnd;
  friend class Legality;
  friend class MoveGenerator;

  static constexpr std::size_t at(Square square) noexcept { return static_cast<std::size_t>(square.index()); }
  /// Rights, in the order of the book key: White's to the king's side, to the queen's side, Black's.
  static constexpr std::size_t right_index(Color color, bool queen_side) noexcept {
    return 2 * index(color) + (queen_side ? 1 : 0);
  }

  struct EmptyBoard {};
  Position(const Variant& variant, EmptyBoard) noexcept : variant_(&variant) {}

  void pseudo_legal_moves(std::vector<Move>& moves) const;
  [[nodiscard]] bool is_allowed(const Move& move) const;
  void put(Piece piece, Square square) noexcept;
  void remove(Square square) noexcept;
  void change_held(Color color, Kind kind, int by) noexcept;
  void take(Square square, Color by) noexcept;
  void explode_around(Square square) noexcept;
  void move_piece(const Move& move);
  void castle(const Move& move);
  void drop_castling_rights(Square from, Square to) noexcept;
  void finish_move(bool resets_clock);
  /// Those whose king and rook are there, as bits of castling_rights_.
  [[nodiscard]] unsigned real_castling_rights() const noexcept;
  [[nodiscard]] Key en_passant_key() const noexcept;
  [[nodiscard]] Key key_with_rights(unsigned rights) const noexcept;

  /// A pawn that has just made a double step.
  struct EnPassant {
    Square passed;                 ///< where it can be taken
    Square pawn;                   ///< where it stands
    bool from_lower_file = false;  ///< a diagonal step, as Berolina's pawns make them, to a higher file

    friend constexpr bool operator==(const EnPassant&, const EnPassant&) noexcept = default;
  };

  /// Where a castling right belongs to; the right itself is a bit of castling_rights_.
  struct CastlingRook {
    Square square;
    bool is_there = false;  ///< false: the right is only a number in the key
  };

  const Variant* variant_;
  std::array<Piece, kMaxSquares> board_{};
  std::array<SquareSet, 2> pieces_{};
  std::array<SquareSet, 2> royals_{};
  std::array<std::array<std::uint8_t, kMaxHeld>, 2> held_{};
  Key board_key_ = 0;     ///< pieces on the board
  Key holdings_key_ = 0;  ///< pieces in hand: added, not XORed
  std::optional<EnPassant> en_passant_;
  std::array<CastlingRook, 4> castling_rooks_{};
  std::array<Square, 2> castling_kings_{};
  std::array<std::uint16_t, 2> unmoved_files_{};  ///< back-rank pieces beside which a piece may be gated
  std::array<std::uint8_t, 2> checks_given_{};
  std::optional<Square> lion_taken_;  ///< where a Lion was taken by another piece in the last move
  bool pawn_was_dropped_ = false;     ///< by the last move
  std::uint8_t castling_rights_ = 0;
  Color side_to_move_ = Color::white;
  std::int32_t halfmove_clock_ = 0;
  std::int32_t fullmove_number_ = 1;
};

/// How many ways there are to play `depth` legal moves from `position`; 1 for a depth of 0 or less. A game
/// that has ended has none.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth);

/// How the FENs of a variant name castling rights.
enum class CastlingLetters : std::uint8_t {
  none,   ///< they have no such field
  sides,  ///< `K` and `Q`
  files,  ///< also the files of rooks, or of pieces beside which others may enter
};

/// What XBoard's FENs of a variant are made of.
struct FenLetters {
  std::vector<std::string> pieces;  ///< White's on the board: "N", "+P", "Q~"
  std::vector<std::string> held;    ///< those that can be in hand; none where FENs have no brackets
  CastlingLetters castling = CastlingLetters::none;
};

[[nodiscard]] FenLetters fen_letters(const Variant& variant);

}  // namespace polyglot::variants
