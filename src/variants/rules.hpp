// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/result.hpp>
#include <polyglot/variants/history.hpp>
#include <polyglot/variants/types.hpp>

/// The rules of a variant as config/variants.ini gives them; docs/variants.md explains every name.
namespace polyglot::variants {

/// A set of ranks as the moving side counts them: bit 0 is its first rank.
using RankSet = std::uint16_t;
inline constexpr RankSet kAllRanks = 0xffff;

/// What may stand between a piece and its target.
enum class Passage : std::uint8_t {
  free,      ///< nothing on the steps of a slide; anything under a single leap
  lame,      ///< nothing on the way of a leap; its orthogonal part comes first
  any_lame,  ///< nothing on at least one of the shortest ways in king's steps
  hopping,   ///< exactly one piece, as for a cannon
};

/// One direction of a piece, seen by White: a leap and the number of its repetitions.
struct Leap {
  int files = 0;
  int ranks = 0;
  int range = 1;  ///< 0: to the edge of the board
  bool quiet = true;
  bool captures = true;
  bool en_passant = false;  ///< captures: also en passant; quiet moves: the piece may then be taken en
                            ///< passant
  Passage passage = Passage::free;
  RankSet from_ranks = kAllRanks;

  friend bool operator==(const Leap&, const Leap&) = default;
};

/// True if a piece with both leaps can reach one square by either, for example with R and D.
[[nodiscard]] bool meet(const Leap& leap, const Leap& other) noexcept;

/// Reads a piece in Betza's notation: `fmWfcF`, `mRcpR`, `FfW`.
///
/// Atoms are W F D N A H L (C) J (Z) G, K = WF, and R, B, Q as slides. A digit limits or extends the range. A
/// letter twice (NN) has no limit. Modifiers for directions are f b l r v s, and ff, bb, fs, bs for leaps
/// that are neither orthogonal nor diagonal. Others are m quiet only, c captures only, n lame, nn lame with
/// any shortest way, p hopping. Our own modifier e allows captures en passant (ceF), and double steps after
/// which they are possible (fmenD). `@2-3` after a part limits it to these ranks.
[[nodiscard]] Result<std::vector<Leap>> read_betza(std::string_view text);

/// Reads `8`, `1-3` or `1-2,8` as ranks.
[[nodiscard]] Result<RankSet> read_ranks(std::string_view text);

/// A set of kinds: bit n is kind n.
using KindSet = std::uint64_t;

constexpr KindSet set_of(Kind kind) noexcept {
  return KindSet{1} << index(kind);
}

/// Files and ranks of a board, and how its squares are numbered.
struct BoardSize {
  int files = 8;
  int ranks = 8;

  [[nodiscard]] constexpr int squares() const noexcept { return files * ranks; }
  [[nodiscard]] constexpr int file(Square square) const noexcept { return square.index() % files; }
  [[nodiscard]] constexpr int rank(Square square) const noexcept { return square.index() / files; }
  [[nodiscard]] constexpr Square square(int file, int rank) const noexcept {
    return Square(rank * files + file);
  }
  /// The rank as the side `color` counts it, from 0.
  [[nodiscard]] constexpr int rank(Square square, Color color) const noexcept {
    return color == Color::white ? rank(square) : ranks - 1 - rank(square);
  }
  [[nodiscard]] constexpr int rank(int relative, Color color) const noexcept {
    return color == Color::white ? relative : ranks - 1 - relative;
  }
};

/// A rectangle that a piece may not leave. It is White's; Black's is its mirror image.
struct Area {
  int first_file = 0;
  int last_file = kMaxFiles - 1;
  int first_rank = 0;
  int last_rank = kMaxRanks - 1;

  [[nodiscard]] constexpr bool contains(int file, int rank) const noexcept {
    return file >= first_file && file <= last_file && rank >= first_rank && rank <= last_rank;
  }
};

struct PieceKind {
  std::string letter;        ///< capital, as XBoard writes it in a FEN: "N", "+P", "Q~"
  std::string other_letter;  ///< as Fairy-Stockfish writes it, if it differs
  int book_number = 0;       ///< base number of the book key
  bool book_mark = false;    ///< for promoted pieces of chu shogi that share another piece's number
  std::vector<Leap> leaps;   ///< moves
  std::vector<Leap> lion;    ///< steps of which two may be made in one move
  bool is_royal = false;     ///< may not be left attacked
  bool is_pawn = false;      ///< its moves reset the clock, and its captures name the file
  std::vector<Kind> promotes_to;
  Kind held_as = Kind::none;  ///< the kind that it becomes in hand
  RankSet drop_ranks = kAllRanks;
  Area area;

  /// True for a full Lion, which may make its two steps in any directions. Falcons and eagles may make two
  /// steps in some directions only.
  [[nodiscard]] bool is_lion() const noexcept { return lion.size() == 8; }
};

struct Castling {
  /// A file from which the king castles, and his target files on the king's and the queen's side.
  struct Way {
    std::optional<int> from;  ///< nothing: any file
    std::array<int, 2> to{};
  };
  bool has_rights = false;       ///< FEN and key include castling rights, even if nobody can castle
  std::optional<int> king_file;  ///< the file where kings must stand to have rights; nothing: any file
  std::vector<Way> ways;
  int rank = 0;                  ///< the rank of castling, seen by the player
  bool king_takes_rook = false;  ///< in texts and codes
  Kind rook = Kind::none;
  Kind king = Kind::none;

  /// The target file of a king that castles from a file; nothing if he cannot.
  [[nodiscard]] std::optional<int> king_target(int from, bool queen_side) const noexcept;
};

/// When a piece may promote.
enum class PromotionMoment : std::uint8_t {
  arriving,             ///< with moves into the zone, and inside it
  arriving_or_leaving,  ///< shogi: also with moves out of it
  entering,             ///< chu: with moves into it from outside, and with captures inside
};

/// What pieces may promote to.
enum class PromotionSource : std::uint8_t {
  anywhere,
  hand,           ///< only lost pieces, which their owner has in hand
  hand_if_there,  ///< any piece; it is taken from the hand if it is there
};

struct Promotion {
  std::vector<Kind> pieces;  ///< the promotions of pawns without a list of their own, the usual one first
  RankSet zone = 0;
  RankSet forced = 0;  ///< ranks of the zone where promotion is compulsory
  PromotionMoment moment = PromotionMoment::arriving;
  PromotionSource from = PromotionSource::anywhere;
};

/// Who gets a captured piece in hand.
enum class CaptureGoesTo : std::uint8_t { nobody, capturer, owner };

struct Holdings {
  std::vector<Kind> kinds;  ///< kinds that can be in hand, in the order of XBoard's keys
  CaptureGoesTo captured = CaptureGoesTo::nobody;
  bool has_drops = false;
  std::vector<Kind> gating;      ///< kinds that may enter when a piece moves for the first time
  bool one_pawn_a_file = false;  ///< shogi
  bool no_stuck_pieces = false;  ///< shogi: no piece is dropped, or stays unpromoted, where it could never
                                 ///< move
  bool pawn_drop_mate_loses = false;  ///< shogi: mating with a dropped pawn loses

  [[nodiscard]] bool exist() const noexcept { return !kinds.empty(); }
  /// The index of a kind in `kinds`; nothing if it cannot be in hand.
  [[nodiscard]] std::optional<std::size_t> place(Kind kind) const noexcept;
};

/// Which royal pieces a player may leave attacked.
enum class RoyalSafety : std::uint8_t {
  all,   ///< none
  last,  ///< all of them, while there are several
  one,   ///< spartan: all except one
  none,  ///< any; the loss of the last one loses the game
};

enum class Judgement : std::uint8_t { draw, loss, win, fewer_pieces };

struct Ends {
  RoyalSafety royals = RoyalSafety::all;
  Judgement checkmate = Judgement::loss;
  Judgement stalemate = Judgement::draw;
  std::optional<Judgement> no_pieces;  ///< for a side without pieces
  std::optional<Judgement> bare_king;  ///< for a side with only its king, unless the other side is bare one
                                       ///< move later
  SquareSet goal;                      ///< a piece that reaches one of these squares wins
  KindSet goal_kinds = 0;              ///< the kinds that can reach the goal; royal ones by default
  bool goal_is_answered = false;       ///< Black may still draw by reaching the goal with the next move
  bool goal_is_mirrored = false;       ///< Black's squares are the mirror image of White's
  bool goal_is_held = false;           ///< wins only if the piece is still there when its side moves again
  int checks = 0;                      ///< the number of checks that wins
  std::vector<Kind> last_of;           ///< the loss of all pieces of one of these kinds ends the game
  int last_of_left = 0;                ///< this number of remaining pieces counts as none
  Judgement last_of_result = Judgement::loss;
};

/// One step of a shuffle: some pieces, and the free files to which they may go.
struct ShuffleStep {
  enum class Placing : std::uint8_t {
    anywhere,         ///< on any free files, in their order
    on_both_colours,  ///< the first on a light square, the second on a dark one
    chosen,           ///< one of them for each free file; the others begin in hand
  };
  Placing placing = Placing::anywhere;
  std::vector<Kind> kinds;
};

struct Rules {
  std::string name;
  std::vector<std::string> other_names;
  BoardSize board;
  bool wraps = false;  ///< the first and the last file are neighbours
  int key_number = 0;
  std::string start;
  bool uci_needs_start = false;      ///< UCI engines have another start, and always get the position
  std::vector<ShuffleStep> shuffle;  ///< of the first rank; empty: games begin with `start`
  std::vector<PieceKind> kinds;
  KindSet royal_kinds = 0;
  bool has_several_ways = false;  ///< some piece may reach a square in more than one way
  Castling castling;
  Promotion promotion;
  Holdings holdings;
  Ends ends;
  HistoryRules history;
  bool must_capture = false;
  bool explodes = false;                     ///< atomic
  bool gives_no_check = false;               ///< racing kings
  bool kings_stay_in_check = false;          ///< makpong: a king in check may only take the checking piece
  bool kings_see_each_other = false;         ///< xiangqi: along an open file
  bool lions_are_protected = false;          ///< chu: rules against trading Lions
  bool has_no_en_passant = false;            ///< XBoard's FEN has no field for it
  bool key_has_no_en_passant = false;        ///< boards of ten ranks: XBoard looks at a wrong rank
  bool declined_promotion_has_code = false;  ///< shogi: 7 in the move codes of books
  bool has_plain_keys = false;  ///< book keys and codes as in chess, see Variant::with_plain_keys()
  bool berolina = false;        ///< the en-passant squares of XBoard's FENs name the file that the pawn
                                ///< reached

  /// The same rules with plain keys; nothing if the board or a piece differs from chess.
  [[nodiscard]] std::optional<Rules> with_plain_keys() const;
  /// True for each name of the variant. Only letters, in any case, and digits count.
  [[nodiscard]] bool is_called(std::string_view any_name) const;
  /// The kind with a capital letter of XBoard or Fairy-Stockfish; Kind::none if there is none.
  [[nodiscard]] Kind find(std::string_view letter) const noexcept;
  [[nodiscard]] const PieceKind& of(Kind kind) const noexcept { return kinds[index(kind)]; }
};

}  // namespace polyglot::variants
