// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <polyglot/result.hpp>
#include <polyglot/variants/types.hpp>
#include <polyglot/variants/variant.hpp>

namespace polyglot::variants {

enum class MoveKind : std::uint8_t {
  normal,       ///< from one square to another, with or without a capture
  double_step,  ///< a pawn's step that allows an en-passant capture
  en_passant,
  castling,  ///< `to` is the square of the rook
  drop,      ///< puts `piece` from the hand onto `to`
  two_leg,   ///< two steps of a Lion: captures on `via`, then goes to `to`, which may be `from`
};

/// Whether a move promotes, if it could.
enum class PromotionChoice : std::uint8_t { none, promotes, declines };

/// A move of any variant. Its kind decides which fields are used.
struct Move {
  Square from{};
  Square to{};
  Square via{};                                    ///< the middle square of `two_leg`
  MoveKind kind = MoveKind::normal;                ///< the kind of move
  PromotionChoice choice = PromotionChoice::none;  ///< `declines`: promotion would be possible
  Kind piece = Kind::none;                         ///< the dropped piece, or the new piece of a promotion
  Kind gated = Kind::none;     ///< the piece that enters from the hand on the square `from`
  bool gates_on_rook = false;  ///< castling: true: it enters on the rook's square, not the king's

  friend constexpr bool operator==(const Move&, const Move&) noexcept = default;
};

/// The style of a FEN. Styles differ in letters, in holdings and in the fields after the side to move.
enum class FenStyle : std::uint8_t {
  xboard,  ///< as XBoard writes it, without fields that a variant does not need
  uci,  ///< Fairy-Stockfish's: all fields, no rights without a rook, remaining checks, `N` and `B` in xiangqi
};

/// Why a game is over by its rules. history.hpp has the ends that depend on earlier moves.
enum class Ending : std::uint8_t {
  none,
  checkmate,
  stalemate,
  variant_end,  ///< a goal of the variant: a king on the hill, the third check, no piece left
  insufficient_material,
  quiet_moves,  ///< in chess: a halfmove clock of 100 plies or more
  repetition,   ///< in chess: the third occurrence of the position
  perpetual_check,
};

/// The state of a game.
struct Outcome {
  Ending ending = Ending::none;
  std::optional<Color> winner;  ///< nothing: a draw, or the game continues

  [[nodiscard]] bool is_over() const noexcept { return ending != Ending::none; }
};

/// A position of a variant. A value type: to take back a move, keep a copy. The variant must outlive it.
class Position {
 public:
  /// The maximum number of kinds of pieces in hand.
  static constexpr std::size_t kMaxHeld = 24;

  /// Makes the start position of the variant.
  explicit Position(const Variant& variant);

  /// Reads a FEN of XBoard, Fairy-Stockfish, Lichess or Cute Chess, and SFEN for shogi. Castling letters
  /// count even without a rook, as in XBoard's keys. Error: what is wrong, and where.
  [[nodiscard]] static Result<Position> from_fen(const Variant& variant, std::string_view fen);
  [[nodiscard]] std::string to_fen(FenStyle style = FenStyle::xboard) const;

  [[nodiscard]] const Variant& variant() const noexcept { return *variant_; }
  [[nodiscard]] Color side_to_move() const noexcept { return side_to_move_; }
  [[nodiscard]] Piece piece_on(Square square) const noexcept { return board_[at(square)]; }
  [[nodiscard]] const SquareSet& pieces(Color color) const noexcept { return pieces_[index(color)]; }
  /// Returns how many pieces of a kind a side has in hand.
  [[nodiscard]] int held(Color color, Kind kind) const noexcept;
  [[nodiscard]] int halfmove_clock() const noexcept { return halfmove_clock_; }
  [[nodiscard]] int fullmove_number() const noexcept { return fullmove_number_; }

  /// Returns the same position with the keys of another form of its variant, see Variant::with_plain_keys().
  [[nodiscard]] Position with_keys_of(const Variant& form) const;

  /// Returns the key in XBoard's books, or the plain key if the variant has plain keys. Source:
  /// docs/variant-books.md.
  [[nodiscard]] Key key() const noexcept;
  /// Returns false if a piece on the board has no number in XBoard's keys, as some promoted pieces of chu
  /// shogi. A book cannot have such a position.
  [[nodiscard]] bool has_key() const noexcept;
  /// Returns XBoard's key in a game that began with a FEN, in a variant without castling. By mistake, XBoard
  /// includes all four castling rights in it. Nothing in other variants. Look it up if the book lacks key().
  [[nodiscard]] std::optional<Key> key_of_fen_game() const noexcept;
  /// Returns the key for counting repetitions. It is the same if all that later moves depend on is.
  [[nodiscard]] Key repetition_key() const;
  /// Returns the position as XBoard loads it from a FEN: without castling rights that lack king or rook.
  [[nodiscard]] Position with_real_castling_rights() const;

  /// Returns all legal moves, in no particular order; none if the game has ended.
  [[nodiscard]] std::vector<Move> legal_moves() const;
  /// Replaces the contents of `moves` by the legal moves. Reusing a list saves allocations.
  void legal_moves(std::vector<Move>& moves) const;
  [[nodiscard]] bool has_legal_move() const;
  /// Returns true if the move captures a piece on the board.
  [[nodiscard]] bool is_capture(const Move& move) const noexcept;
  /// Returns true if a royal piece of the side to move is attacked.
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
  /// Returns the index of a castling right in the book key: White's king side, queen side, then Black's.
  static constexpr std::size_t right_index(Color color, bool queen_side) noexcept {
    return 2 * index(color) + (queen_side ? 1 : 0);
  }

  struct EmptyBoard {};
  Position(const Variant& variant, EmptyBoard) noexcept : variant_(&variant) {}

  void pseudo_legal_moves(std::vector<Move>& moves) const;
  [[nodiscard]] bool is_allowed(const Move& move) const;
  /// True if a royal piece of that side could be taken on a square.
  [[nodiscard]] bool is_attacked(Square royal, Color color) const;
  void put(Piece piece, Square square) noexcept;
  void remove(Square square) noexcept;
  void change_held(Color color, Kind kind, int by) noexcept;
  void take(Square square, Color by) noexcept;
  void explode_around(Square square) noexcept;
  void move_piece(const Move& move);
  void castle(const Move& move);
  void drop_castling_rights(Square from, Square to) noexcept;
  void finish_move(bool resets_clock);
  /// Returns the castling rights whose king and rook are present, as bits like castling_rights_.
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
    bool is_there = false;  ///< false: the right only counts in the key
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
  std::optional<Square> lion_taken_;  ///< the square where the last move captured a Lion with another piece
  bool pawn_was_dropped_ = false;     ///< true: the last move dropped a pawn
  std::uint8_t castling_rights_ = 0;
  Color side_to_move_ = Color::white;
  std::int32_t halfmove_clock_ = 0;
  std::int32_t fullmove_number_ = 1;
};

/// Returns the number of ways to play `depth` legal moves from `position`; 1 for a depth of 0 or less. There
/// are none after the end of the game.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth);

/// How the FENs of a variant write castling rights.
enum class CastlingLetters : std::uint8_t {
  none,   ///< there is no field for them
  sides,  ///< by `K` and `Q`
  files,  ///< also by the files of rooks, or of pieces that let others enter
};

/// The letters in XBoard's FENs of a variant.
struct FenLetters {
  std::vector<std::string> pieces;  ///< White's letters on the board: "N", "+P", "Q~"
  std::vector<std::string> held;    ///< letters of pieces that can be in hand; empty if FENs have no brackets
  CastlingLetters castling = CastlingLetters::none;
};

[[nodiscard]] FenLetters fen_letters(const Variant& variant);

/// Returns the number of start positions of a variant, at most 2^32 - 1; 1 if nothing is shuffled.
[[nodiscard]] std::uint32_t start_count(const Variant& variant);
/// Returns start position `number`, which must be below start_count(). The numbers are XBoard's, and
/// Scharnagl's for fischerandom. Exception: in the variant super, two numbers may mean one position, and
/// XBoard's numbers differ.
[[nodiscard]] Position start_position(const Variant& variant, std::uint32_t number);

}  // namespace polyglot::variants
