// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/variants/history.hpp>
#include <polyglot/variants/types.hpp>

#include "variants/betza.hpp"

/// The rules of a variant as config/variants.ini gives them; docs/variants.md explains every name.
namespace polyglot::variants {

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
  /// The rank as the player counts it, from 0.
  [[nodiscard]] constexpr int rank(Square square, Color color) const noexcept {
    return color == Color::white ? rank(square) : ranks - 1 - rank(square);
  }
  [[nodiscard]] constexpr int rank(int relative, Color color) const noexcept {
    return color == Color::white ? relative : ranks - 1 - relative;
  }
};

/// A rectangle that a piece does not leave, seen by White: Black's is its mirror image.
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
  std::string letter;        ///< capital as XBoard writes it in a FEN: "N", "+P", "Q~"
  std::string other_letter;  ///< as Fairy-Stockfish writes it, if otherwise
  int book_number = 0;       ///< base number of the book key
  bool book_mark = false;    ///< promoted pieces of chu that share the number of another
  std::vector<Leap> leaps;   ///< moves
  std::vector<Leap> lion;    ///< steps of which two may be made in one move
  bool is_royal = false;     ///< may not be left attacked
  bool is_pawn = false;      ///< its moves reset the clock, its captures are written with the file
  std::vector<Kind> promotes_to;
  Kind held_as = Kind::none;  ///< what it becomes in hand
  RankSet drop_ranks = kAllRanks;
  Area area;

  /// A whole Lion, who may change his direction: falcons and eagles have two steps in some.
  [[nodiscard]] bool is_lion() const noexcept { return lion.size() == 8; }
};

struct Castling {
  /// One square of the king from which he castles, by file; to which files, to the king's and the queen's
  /// side.
  struct Way {
    std::optional<int> from;  ///< nothing: any file
    std::array<int, 2> to{};
  };
  bool has_rights = false;       ///< FEN and key have them, even where nobody can castle
  std::optional<int> king_file;  ///< where kings begin, and the rights with them; nothing: where they stand
  std::vector<Way> ways;
  int rank = 0;                  ///< where it happens, from the player's side
  bool king_takes_rook = false;  ///< as texts and codes have it
  Kind rook = Kind::none;
  Kind king = Kind::none;

  /// The file to which a king castles from another; nothing if he cannot.
  [[nodiscard]] std::optional<int> king_target(int from, bool queen_side) const noexcept;
};

/// When a piece that can promote may do it.
enum class PromotionMoment : std::uint8_t {
  arriving,             ///< with moves into the zone, those inside it included
  arriving_or_leaving,  ///< shogi: also with moves out of it
  entering,             ///< chu: with moves into it from outside, and with captures inside
};

/// What pieces may promote to.
enum class PromotionSource : std::uint8_t {
  anywhere,
  hand,           ///< only what their owner has lost, and has in hand
  hand_if_there,  ///< anything; what he has in hand is taken from there
};

struct Promotion {
  std::vector<Kind> pieces;  ///< what pawns become, if they do not say otherwise: the usual one first
  RankSet zone = 0;
  RankSet forced = 0;  ///< ranks of the zone where it is a must
  PromotionMoment moment = PromotionMoment::arriving;
  PromotionSource from = PromotionSource::anywhere;
};

/// Who has a captured piece in hand.
enum class CaptureGoesTo : std::uint8_t { nobody, capturer, owner };

struct Holdings {
  std::vector<Kind> kinds;  ///< in the order of XBoard's keys
  CaptureGoesTo captured = CaptureGoesTo::nobody;
  bool has_drops = false;
  std::vector<Kind> gating;      ///< what may enter beside a piece that moves first
  bool one_pawn_a_file = false;  ///< shogi
  bool no_stuck_pieces = false;  ///< shogi: nothing is dropped or stays unpromoted where it could never move
  bool pawn_drop_mate_loses = false;  ///< shogi: who mates by a pawn from the hand has lost

  [[nodiscard]] bool exist() const noexcept { return !kinds.empty(); }
  /// The place of a kind among them; nothing if it cannot be in hand.
  [[nodiscard]] std::optional<std::size_t> place(Kind kind) const noexcept;
};

/// Which royal pieces a player may leave attacked.
enum class RoyalSafety : std::uint8_t {
  all,   ///< none
  last,  ///< all, as long as there are several
  one,   ///< all but one: spartan
  none,  ///< any: who loses the last one has lost
};

enum class Judgement : std::uint8_t { draw, loss, win, fewer_pieces };

struct Ends {
  RoyalSafety royals = RoyalSafety::all;
  Judgement checkmate = Judgement::loss;
  Judgement stalemate = Judgement::draw;
  std::optional<Judgement> no_pieces;  ///< for who has none
  std::optional<Judgement> bare_king;  ///< for who has only his king, unless the other is bare one move later
  SquareSet goal;                      ///< who comes here wins
  KindSet goal_kinds = 0;              ///< with one of these pieces; royal ones if not said
  bool goal_is_answered = false;       ///< Black may still draw by coming there as well
  bool goal_is_mirrored = false;       ///< Black's squares are the mirror image of White's
  bool goal_is_held = false;           ///< won only once its side is to move again
  int checks = 0;                      ///< that many checks given win
  std::vector<Kind> last_of;           ///< who has lost all pieces of one of these kinds has lost
  int last_of_left = 0;                ///< so many pieces of such a kind are as good as none
  Judgement last_of_result = Judgement::loss;
};

/// One step of a shuffle: some pieces, and on which of the files that are free they go.
struct ShuffleStep {
  enum class Placing : std::uint8_t {
    anywhere,         ///< in their order
    on_both_colours,  ///< the first on a light square, the second on a dark one
    chosen,           ///< one for each free file; the others begin in hand
  };
  Placing placing = Placing::anywhere;
  std::vector<Kind> kinds;
};

struct Rules {
  std::string name;
  std::vector<std::string> other_names;
  BoardSize board;
  bool wraps = false;  ///< files a and the last are neighbours
  int key_number = 0;
  std::string start;
  bool tells_start = false;          ///< UCI engines begin elsewhere, and are always given the position
  std::vector<ShuffleStep> shuffle;  ///< of the first rank; empty: games begin as `start` says
  std::vector<PieceKind> kinds;
  KindSet royal_kinds = 0;
  bool has_several_ways = false;  ///< some piece may come to a square in more than one way
  Castling castling;
  Promotion promotion;
  Holdings holdings;
  Ends ends;
  HistoryRules history;
  bool must_capture = false;
  bool explodes = false;                     ///< atomic
  bool gives_no_check = false;               ///< racing kings
  bool kings_stay_in_check = false;          ///< makpong: they may only take who gives it
  bool kings_see_each_other = false;         ///< xiangqi: along an open file
  bool lions_are_protected = false;          ///< chu: rules against trading Lions
  bool has_no_en_passant = false;            ///< XBoard's FEN has no field for it
  bool key_has_no_en_passant = false;        ///< boards of ten ranks: XBoard looks at the wrong one
  bool declined_promotion_has_code = false;  ///< shogi: 7 in the book's move code
  bool has_plain_keys = false;  ///< keys and codes of books as in chess: see Variant::with_plain_keys()
  bool berolina = false;        ///< e.p. squares of XBoard's FENs name the file that the pawn reached

  /// The same with plain keys; nothing if the board or a piece is not as in chess.
  [[nodiscard]] std::optional<Rules> with_plain_keys() const;
  /// True for its name and the other ones; only letters, in any case, and digits count.
  [[nodiscard]] bool is_called(std::string_view any_name) const;
  /// The kind of a letter as XBoard or Fairy-Stockfish writes it, capital; Kind::none if there is none.
  [[nodiscard]] Kind find(std::string_view letter) const noexcept;
  [[nodiscard]] const PieceKind& of(Kind kind) const noexcept { return kinds[index(kind)]; }
};

}  // namespace polyglot::variants
