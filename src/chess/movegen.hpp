// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/chess/position.hpp>

#include "chess/attacks.hpp"

/// Finds the legal moves in groups. For each group it calls one of these functions of a visitor:
///   piece(from, targets)        one piece and all its target squares
///   pawns(targets, step)        pawns without promotion; each came from `target - step`
///   promotions(targets, step)   pawns that reach the last rank, four moves for each target
///   single(move)                castling and en passant
/// The generator finds the pinned pieces and the squares that answer a check once per position. Therefore no
/// move has to be played for a test.
namespace polyglot::chess {

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

}  // namespace polyglot::chess
