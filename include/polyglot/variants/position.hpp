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
  double_step,  ///< of a pawn, which can then be taken en passant
  en_passant,
  castling,  ///< `to` is the square of the rook
  drop,      ///< of `piece` from the hand onto `to`
  two_leg,   ///< of a Lion: captures on `via`, then goes to `to`, which may be `from`
};

/// The choice of a move about promotion.
enum class PromotionChoice : std::uint8_t { none, promotes, declines };

/// A move of any variant. Its kind decides which fields are used.
struct Move {
  Square from{};
  Square to{};
  Square via{};                                    ///< the middle square of `two_leg`
  MoveKind kind = MoveKind::normal;                ///< the kind of move
  PromotionChoice choice = PromotionChoice::none;  ///< `declines`: promotion was possible
  Kind piece = Kind::none;                         ///< the dropped piece, or the new piece of a promotion
  Kind gated = Kind::none;                         ///< the piece that enters from the hand on the square left
  bool gates_on_rook = false;                      ///< castling: it enters on the rook's square, not the
                                                   ///< king's

  friend constexpr bool operator==(const Move&, const Move&) noexcept = default;
};

/// The style of a FEN. Styles differ in letters, in holdings and in the fields after the side to move.
enum class FenStyle : std::uint8_t {
  xboard,  ///< XBoard's, without fields that a variant does not need
  uci,     ///< Fairy-Stockfish's: all fields, no rights without a rook, remaining checks, `N` and `B` in
           ///< xiangqi
};

/// Why a game is over by its rules: by its position alone, or by its course, see history.hpp.
enum class Ending : std::uint8_t {
  none,
  checkmate,
  stalemate,
  variant_end,  ///< a goal of the variant: a king on the hill, the third check, no piece left
  insufficient_material,
  quiet_moves,  ///< in chess a halfmove clock of 100 plies or more
  repetition,   ///< in chess the third occurrence of the position
  perpetual_check,
};

/// The state of a game.
struct Outcome {
  Ending ending = Ending::none;
  std::optional<Color> winner;  ///< no winner: a draw, or the game goes on

  [[nodiscard]] bool is_over() const noexcept { return ending != Ending::none; }
};

/// A position of a variant. A value type: to take back a move, keep a copy. Its variant must outlive it.
class Position {
 public:
  /// The maximum number of kinds of pieces in hand.
  static constexpr std::size_t kMaxHeld = 24;

  /// The start position of the variant.
  explicit Position(const Variant& variant);

  /// Reads a FEN of XBoard, Fairy-Stockfish, Lichess or Cute Chess, and SFEN for shogi. Castling letters
  /// count even if there is no rook to castle with, because they are part of XBoard's keys. Error: what is
  /// wrong, and where.
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

  /// The same position with the keys of another form of its variant, see Variant::with_plain_keys().
  [[nodiscard]] Position with_keys_of(const Variant& form) const;

  /// The key in XBoard's books, or the plain key if the variant has plain keys. Source:
  /// docs/variant-books.md.
  [[nodiscard]] Key key() const noexcept;
  /// False if a piece on the board has no number in XBoard's keys, for example some promoted pieces of chu
  /// shogi. A book cannot have such a position.
  [[nodiscard]] bool has_key() const noexcept;
  /// XBoard's key in a game that began with a FEN, in a variant without castling: by mistake it includes all
  /// four castling rights. Nothing in other variants. Look it up if the book does not have key().
  [[nodiscard]] std::optional<Key> key_of_fen_game() const noexcept;
  /// The key for counting repetitions. Two positions have the same one if all that later moves depend on is
  /// the same.
  [[nodiscard]] Key repetition_key() const;
  /// The position without castling rights whose king or rook is missing: XBoard drops them when it loads a
  /// FEN.
  [[nodiscard]] Position with_real_castling_rights() const;

  /// Every legal move; none if the game has ended. Order is not specified.
  [[nodiscard]] std::vector<Move> legal_moves() const;
  /// Replaces the contents of `moves` by the legal moves. Reusing a list saves allocations.
  void legal_moves(std::vector<Move>& moves) const;
  [[nodiscard]] bool is_legal(const Move& move) const;
  [[nodiscard]] bool has_legal_move() const;
  /// True if the move captures something on the board.
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
  /// The index of a castling right, in the order of the book key: White's king side and queen side, then
  /// Black's.
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
  /// The castling rights whose king and rook are present, as bits like castling_rights_.
  [[nodiscard]] unsigned real_castling_rights() const noexcept;
  [[nodiscard]] Key en_passant_key() const noexcept;
  [[nodiscard]] Key key_with_rights(unsigned rights) const noexcept;

  /// A pawn that has just made a double step.
  struct EnPassant {
    Square passed;                 ///< the square of the en-passant capture
    Square pawn;                   ///< the square of the pawn
    bool from_lower_file = false;  ///< a diagonal step of a Berolina pawn to a higher file

    friend constexpr bool operator==(const EnPassant&, const EnPassant&) noexcept = default;
  };

  /// The rook's square of a castling right; the right itself is a bit of castling_rights_.
  struct CastlingRook {
    Square square;
    bool is_there = false;  ///< false: the right is only a part of the key
  };

  const Variant* variant_;
  std::array<Piece, kMaxSquares> board_{};
  std::array<SquareSet, 2> pieces_{};
  std::array<SquareSet, 2> royals_{};
  std::array<std::array<std::uint8_t, kMaxHeld>, 2> held_{};
  Key board_key_ = 0;     ///< pieces on the board
  Key holdings_key_ = 0;  ///< pieces in hand; terms are added, not XORed
  std::optional<EnPassant> en_passant_;
  std::array<CastlingRook, 4> castling_rooks_{};
  std::array<Square, 2> castling_kings_{};
  std::array<std::uint16_t, 2> unmoved_files_{};  ///< files of unmoved back-rank pieces that let a piece
                                                  ///< enter
  std::array<std::uint8_t, 2> checks_given_{};
  std::optional<Square> lion_taken_;  ///< where the last move captured a Lion with another piece
  bool pawn_was_dropped_ = false;     ///< by the last move
  std::uint8_t castling_rights_ = 0;
  Color side_to_move_ = Color::white;
  std::int32_t halfmove_clock_ = 0;
  std::int32_t fullmove_number_ = 1;
};

/// The number of ways to play `depth` legal moves from `position`; 1 for a depth of 0 or less. After the end
/// of the game there are none.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth);

/// The letters of castling rights in the FENs of a variant.
enum class CastlingLetters : std::uint8_t {
  none,   ///< there is no such field
  sides,  ///< `K` and `Q`
  files,  ///< also the files of rooks, or of pieces that let others enter
};

/// The letters in XBoard's FENs of a variant.
struct FenLetters {
  std::vector<std::string> pieces;  ///< White's on the board: "N", "+P", "Q~"
  std::vector<std::string> held;    ///< letters of pieces that can be in hand; none if FENs have no brackets
  CastlingLetters castling = CastlingLetters::none;
};

[[nodiscard]] FenLetters fen_letters(const Variant& variant);

}  // namespace polyglot::variants
