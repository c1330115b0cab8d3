// SPDX-License-Identifier: MIT
#include <polyglot/chess/position.hpp>

#include "chess/attacks.hpp"
#include "chess/castling.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#endif

namespace polyglot::chess {

/// Finds the legal moves in groups. For each group it calls one of these functions of a visitor:
///   piece(from, targets)        one piece and all its target squares
///   pawns(targets, step)        pawns without promotion; each came from `target - step`
///   promotions(targets, step)   pawns that reach the last rank, four moves for each target
///   single(move)                castling and en passant
/// The generator finds the pinned pieces and the squares that answer a check once per position. Therefore no
/// move has to be played for a test.
template <Color us, class Visitor>
class MoveGenerator {
 public:
  MoveGenerator(const Position& position, Visitor& visitor) noexcept
      : position_(position),
        visitor_(visitor),
        own_(position.pieces(us)),
        enemy_(position.pieces(kThem)),
        occupied_(own_ | enemy_),
        king_(position.king(us)),
        diagonal_enemies_(enemy_ & (position.pieces(PieceType::bishop) | position.pieces(PieceType::queen))),
        straight_enemies_(enemy_ & (position.pieces(PieceType::rook) | position.pieces(PieceType::queen))) {}

  void run() {
    find_checkers_and_pins();
    king_steps();
    if (has_several(checkers_)) return;
    const Bitboard answers = checkers_ == 0 ? kAllSquares : checkers_ | between(king_, lowest(checkers_));
    all_pawns(answers);
    knights(answers & ~own_);
    sliders(answers & ~own_);
    if (checkers_ == 0) castling();
  }

 private:
  static constexpr Color kThem = ~us;
  static constexpr int kForward = us == Color::white ? 8 : -8;
  static constexpr Bitboard kDoubleStepRank = rank_mask(us == Color::white ? 2 : 5);
  static constexpr Bitboard kLastRank = us == Color::white ? kRank8 : kRank1;

  void find_checkers_and_pins() {
    checkers_ = (knight_attacks(king_) & enemy_ & position_.pieces(PieceType::knight)) |
                (pawn_attacks(us, king_.bit()) & enemy_ & position_.pieces(PieceType::pawn));
    const Lines& lines = lines_of(king_);
    Bitboard aligned = ((lines.rank | lines.file) & straight_enemies_) |
                       ((lines.diagonal | lines.anti_diagonal) & diagonal_enemies_);
    while (aligned != 0) {
      const Square slider = pop_lowest(aligned);
      const Bitboard blockers = between(king_, slider) & occupied_;
      if (blockers == 0) {
        checkers_ |= slider.bit();
      } else if (!has_several(blockers)) {
        pinned_ |= blockers & own_;
      }
    }
  }

  [[nodiscard]] bool is_hit_by_slider(Square square, Bitboard occupied) const noexcept {
    return (bishop_attacks(square, occupied) & diagonal_enemies_) != 0 ||
           (rook_attacks(square, occupied) & straight_enemies_) != 0;
  }

  [[nodiscard]] bool is_attacked(Square square, Bitboard occupied) const noexcept {
    return (knight_attacks(square) & enemy_ & position_.pieces(PieceType::knight)) != 0 ||
           (pawn_attacks(us, square.bit()) & enemy_ & position_.pieces(PieceType::pawn)) != 0 ||
           (king_attacks(square) & enemy_ & position_.pieces(PieceType::king)) != 0 ||
           is_hit_by_slider(square, occupied);
  }

  void king_steps() {
    // A slider attacks through the king's present square, because he leaves it.
    const Bitboard occupied = occupied_ ^ king_.bit();
    Bitboard safe = 0;
    for (Bitboard steps = king_attacks(king_) & ~own_; steps != 0;) {
      const Square to = pop_lowest(steps);
      if (!is_attacked(to, occupied)) safe |= to.bit();
    }
    visitor_.piece(king_, safe);
  }

  void all_pawns(Bitboard answers) {
    const Bitboard pawns = own_ & position_.pieces(PieceType::pawn);
    some_pawns(pawns & ~pinned_, answers);
    for (Bitboard pinned = pawns & pinned_; pinned != 0;) {
      const Square from = pop_lowest(pinned);
      some_pawns(from.bit(), answers & line_through(king_, from));
    }
    if (position_.en_passant()) en_passant(pawns, *position_.en_passant());
  }

  void some_pawns(Bitboard pawns, Bitboard allowed) {
    const Bitboard one = shifted<kForward>(pawns) & ~occupied_;
    const Bitboard two = shifted<kForward>(one & kDoubleStepRank) & ~occupied_;
    visitor_.pawns(two & allowed, 2 * kForward);
    pawn_targets<kForward>(one & allowed);
    pawn_targets<kForward - 1>(shifted<kForward - 1>(pawns) & enemy_ & allowed);
    pawn_targets<kForward + 1>(shifted<kForward + 1>(pawns) & enemy_ & allowed);
  }

  template <int step>
  void pawn_targets(Bitboard targets) {
    visitor_.pawns(targets & ~kLastRank, step);
    if ((targets & kLastRank) != 0) visitor_.promotions(targets & kLastRank, step);
  }

  void en_passant(Bitboard pawns, Square to) {
    const Bitboard captured = shifted<-kForward>(to.bit());
    // A check by a knight or by another pawn remains. Any other check is along a line, and such a capture can
    // remove two pawns from a line at once.
    const Bitboard steppers = position_.pieces(PieceType::knight) | position_.pieces(PieceType::pawn);
    if ((checkers_ & steppers & ~captured) != 0) return;
    for (Bitboard capturers = pawn_attacks(kThem, to.bit()) & pawns; capturers != 0;) {
      const Square from = pop_lowest(capturers);
      const Bitboard after = occupied_ ^ captured ^ from.bit() ^ to.bit();
      if (!is_hit_by_slider(king_, after)) visitor_.single(Move(from, to, MoveKind::en_passant));
    }
  }

  void knights(Bitboard allowed) {
    for (Bitboard from_set = own_ & position_.pieces(PieceType::knight) & ~pinned_; from_set != 0;) {
      const Square from = pop_lowest(from_set);
      visitor_.piece(from, knight_attacks(from) & allowed);
    }
  }

  void sliders(Bitboard allowed) {
    const Bitboard queens = position_.pieces(PieceType::queen);
    for (Bitboard from_set = own_ & (position_.pieces(PieceType::bishop) | queens); from_set != 0;) {
      const Square from = pop_lowest(from_set);
      visitor_.piece(from, bishop_attacks(from, occupied_) & unpinned_targets(from, allowed));
    }
    for (Bitboard from_set = own_ & (position_.pieces(PieceType::rook) | queens); from_set != 0;) {
      const Square from = pop_lowest(from_set);
      visitor_.piece(from, rook_attacks(from, occupied_) & unpinned_targets(from, allowed));
    }
  }

  [[nodiscard]] Bitboard unpinned_targets(Square from, Bitboard allowed) const noexcept {
    return (pinned_ & from.bit()) == 0 ? allowed : allowed & line_through(king_, from);
  }

  void castling() {
    for (const CastlingSide side : {CastlingSide::king_side, CastlingSide::queen_side}) {
      if (!position_.can_castle(us, side)) continue;
      const Move move(king_, position_.castling_rook(us, side), MoveKind::castling);
      if (position_.is_legal(move)) visitor_.single(move);
    }
  }

  const Position& position_;
  Visitor& visitor_;
  const Bitboard own_;
  const Bitboard enemy_;
  const Bitboard occupied_;
  const Square king_;
  const Bitboard diagonal_enemies_;
  const Bitboard straight_enemies_;
  Bitboard checkers_ = 0;
  Bitboard pinned_ = 0;
};

/// Calls `visitor` for all legal moves of the side to move.
template <class Visitor>
void visit_legal_moves(const Position& position, Visitor& visitor) {
  if (position.side_to_move() == Color::white) {
    MoveGenerator<Color::white, Visitor>(position, visitor).run();
  } else {
    MoveGenerator<Color::black, Visitor>(position, visitor).run();
  }
}

namespace {

class Lister {
 public:
  explicit Lister(MoveList& moves) noexcept : moves_(moves) {}

  void piece(Square from, Bitboard targets) {
    while (targets != 0) moves_.push_back(Move(from, pop_lowest(targets)));
  }

  void pawns(Bitboard targets, int step) {
    while (targets != 0) {
      const Square to = pop_lowest(targets);
      moves_.push_back(Move(Square(to.index() - step), to));
    }
  }

  void promotions(Bitboard targets, int step) {
    while (targets != 0) {
      const Square to = pop_lowest(targets);
      const Square from(to.index() - step);
      for (const PieceType piece :
           {PieceType::queen, PieceType::knight, PieceType::rook, PieceType::bishop}) {
        moves_.push_back(Move(from, to, MoveKind::promotion, piece));
      }
    }
  }

  void single(Move move) { moves_.push_back(move); }

 private:
  MoveList& moves_;
};

class Noticer {
 public:
  void piece(Square, Bitboard targets) noexcept { seen_ |= targets; }
  void pawns(Bitboard targets, int) noexcept { seen_ |= targets; }
  void promotions(Bitboard targets, int) noexcept { seen_ |= targets; }
  void single(Move move) noexcept { seen_ |= move.to().bit(); }

  [[nodiscard]] bool has_seen_any() const noexcept { return seen_ != 0; }

 private:
  Bitboard seen_ = 0;
};

class Counter {
 public:
  void piece(Square, Bitboard targets) noexcept { count_ += count(targets); }
  void pawns(Bitboard targets, int) noexcept { count_ += count(targets); }
  void promotions(Bitboard targets, int) noexcept { count_ += 4 * count(targets); }
  void single(Move) noexcept { ++count_; }

  [[nodiscard]] std::uint64_t total() const noexcept { return count_; }

 private:
  static std::uint64_t count(Bitboard set) noexcept { return static_cast<std::uint64_t>(std::popcount(set)); }

  std::uint64_t count_ = 0;
};

std::uint64_t count_legal_moves(const Position& position) {
  Counter counter;
  visit_legal_moves(position, counter);
  return counter.total();
}

using Count = std::uint64_t (*)(const Position& position);

#if defined(__x86_64__) && defined(__GNUC__)
[[gnu::target("popcnt"), gnu::flatten]] std::uint64_t count_with_popcnt(const Position& position) {
  return count_legal_moves(position);
}

// Counting bits takes most of the time of counting moves, and baseline x86-64 has no instruction for it. We
// ask the processor about it at the first count and not at the start. In a virtual machine the answer takes
// microseconds, and the proxy counts no moves.
Count fastest_count() {
  unsigned int eax = 0;
  unsigned int ebx = 0;
  unsigned int ecx = 0;
  unsigned int edx = 0;
  const bool is_known = __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0;
  return is_known && (ecx & bit_POPCNT) != 0 ? count_with_popcnt : count_legal_moves;
}
#else
Count fastest_count() {
  return count_legal_moves;
}
#endif

std::uint64_t count_leaves(const Position& position, int depth, Count count) {
  if (depth == 1) return count(position);
  std::uint64_t leaves = 0;
  for (const Move move : position.legal_moves()) {
    Position next = position;
    next.make(move);
    leaves += count_leaves(next, depth - 1, count);
  }
  return leaves;
}

}  // namespace

MoveList Position::legal_moves() const {
  MoveList moves;
  Lister lister(moves);
  visit_legal_moves(*this, lister);
  return moves;
}

bool Position::has_legal_move() const {
  Noticer noticer;
  visit_legal_moves(*this, noticer);
  return noticer.has_seen_any();
}

std::uint64_t perft(const Position& position, int depth) {
  static const Count count = fastest_count();
  return depth <= 0 ? 1 : count_leaves(position, depth, count);
}

// Tests whether one given move is legal, without generating the others.
bool Position::is_legal(Move move) const {
  // Only a promotion may have bits for a promotion piece. In any other move they would give one move two
  // values.
  const bool canonical =
      move.kind() == MoveKind::promotion || move == Move(move.from(), move.to(), move.kind());
  if (!canonical) return false;
  if (move.kind() == MoveKind::castling) return is_legal_castling(move);
  return is_pseudo_legal(move) && leaves_king_safe(move);
}

bool Position::is_pseudo_legal(Move move) const noexcept {
  const Color us = side_to_move_;
  if ((pieces(us) & move.from().bit()) == 0 || (pieces(us) & move.to().bit()) != 0) return false;
  const PieceType type = type_on(move.from());
  if (type == PieceType::pawn) return is_pseudo_legal_pawn_move(move);
  return move.kind() == MoveKind::normal &&
         (piece_attacks(type, move.from(), occupied()) & move.to().bit()) != 0;
}

bool Position::is_pseudo_legal_pawn_move(Move move) const noexcept {
  const Color us = side_to_move_;
  const Bitboard to = move.to().bit();
  const bool captures = (pawn_attacks(us, move.from().bit()) & to) != 0;
  if (move.kind() == MoveKind::en_passant) return captures && move.to() == en_passant_;
  const bool reaches_last_rank = move.to().rank() == back_rank(~us);
  if (reaches_last_rank != (move.kind() == MoveKind::promotion)) return false;
  if (captures) return (pieces(~us) & to) != 0;

  const int forward = us == Color::white ? 8 : -8;
  const int distance = move.to().index() - move.from().index();
  if ((occupied() & to) != 0) return false;
  if (distance == forward) return true;
  const int start_rank = us == Color::white ? 1 : 6;
  return distance == 2 * forward && move.from().rank() == start_rank &&
         (occupied() & Square(move.from().index() + forward).bit()) == 0;
}

bool Position::leaves_king_safe(Move move) const noexcept {
  const Color us = side_to_move_;
  Bitboard captured = move.to().bit();
  if (move.kind() == MoveKind::en_passant) captured = Square(move.to().file(), move.from().rank()).bit();
  const Bitboard after = (occupied() & ~move.from().bit() & ~captured) | move.to().bit();
  const Square king_after = move.from() == king(us) ? move.to() : king(us);
  return (attackers(king_after, ~us, after) & ~captured) == 0;
}

bool Position::is_legal_castling(Move move) const noexcept {
  const Color us = side_to_move_;
  const Square from = king(us);
  if (move.from() != from) return false;
  const CastlingSide side = castling_side(from, move.to());
  if (!can_castle(us, side) || move.to() != castling_rook(us, side)) return false;

  const Square king_to = castled_king(us, side);
  const Square rook_to = castled_rook(us, side);
  const Bitboard king_path = span(from, king_to);
  const Bitboard rook_path = span(move.to(), rook_to);
  const Bitboard others = occupied() & ~from.bit() & ~move.to().bit();
  if (((king_path | rook_path) & others) != 0) return false;

  for (Bitboard path = king_path; path != 0;) {
    if (attackers(pop_lowest(path), ~us, occupied()) != 0) return false;
  }
  // In Chess960 the rook may have sheltered the king from a piece behind it (king c1, rook b1, rook a1).
  return attackers(king_to, ~us, others | king_to.bit() | rook_to.bit()) == 0;
}

bool Position::has_legal_en_passant() const {
  if (en_passant_ == kNoSquare) return false;
  Bitboard capturers =
      pawn_attacks(~side_to_move_, en_passant_.bit()) & pieces(side_to_move_, PieceType::pawn);
  while (capturers != 0) {
    if (leaves_king_safe(Move(pop_lowest(capturers), en_passant_, MoveKind::en_passant))) return true;
  }
  return false;
}

}  // namespace polyglot::chess
