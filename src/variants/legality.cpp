// SPDX-License-Identifier: MIT
#include "variants/legality.hpp"
#include <algorithm>
#include <cstdlib>

#include "variants/attack_table.hpp"
#include "variants/rules.hpp"

namespace polyglot::variants {

bool Legality::allows(const Move& move) const {
  // The move must be legal even without the entering piece, because that piece may not shield its king.
  if (move.gated != Kind::none) {
    Move without = move;
    without.gated = Kind::none;
    without.gates_on_rook = false;
    return allows(without);
  }
  Position after = position_;
  after.make(move);
  const Color mover = position_.side_to_move_;
  const Rules& rules = position_.variant_->rules();
  if (!Legality(after).may_stay(mover)) return false;
  if (rules.kings_stay_in_check && is_forbidden_escape(move)) return false;
  if (rules.gives_no_check && after.in_check()) return false;
  return !rules.lions_are_protected || !is_forbidden_lion_trade(move, after);
}

bool Legality::may_stay(Color mover) const {
  const Rules& rules = position_.variant_->rules();
  const SquareSet& royals = position_.royals_[index(mover)];
  if (rules.explodes) {
    if (royals.empty()) return false;
    if (position_.royals_[index(~mover)].empty()) return true;
  }
  const auto is_safe = [&](Square square) { return !is_attacked(square, mover); };
  switch (rules.ends.royals) {
    case RoyalSafety::none:
      return true;
    case RoyalSafety::last:
      return royals.size() != 1 || royals.any_of(is_safe);
    case RoyalSafety::one:
      return royals.empty() || royals.any_of(is_safe);
    case RoyalSafety::all:
      break;
  }
  return !is_royal_attacked(mover);
}

bool Legality::is_royal_attacked(Color color) const {
  return position_.royals_[index(color)].any_of([&](Square square) { return is_attacked(square, color); });
}

bool Legality::is_attacked(Square royal, Color color) const {
  const Rules& rules = position_.variant_->rules();
  if (rules.explodes) {
    // Adjacent kings cannot be taken, because both would explode.
    const BoardSize& board = rules.board;
    const bool touches = position_.royals_[index(~color)].any_of([&](Square other) {
      return std::abs(board.file(other) - board.file(royal)) <= 1 &&
             std::abs(board.rank(other) - board.rank(royal)) <= 1;
    });
    if (touches) return false;
  }
  return position_.variant_->attacks().is_attacked(position_.board_, royal, ~color) ||
         (rules.kings_see_each_other && sees_king(royal, color));
}

/// True if two kings face each other on an open file.
bool Legality::sees_king(Square king, Color color) const {
  const BoardSize& board = position_.variant_->rules().board;
  return position_.royals_[index(~color)].any_of([&](Square other) {
    if (board.file(other) != board.file(king)) return false;
    const auto [low, high] = std::minmax({king.index(), other.index()});
    for (int square = low + board.files; square < high; square += board.files) {
      if (!position_.piece_on(Square(square)).is_none()) return false;
    }
    return true;
  });
}

/// Makpong: a king in check may move only to take the checking piece.
bool Legality::is_forbidden_escape(const Move& move) const {
  const Color us = position_.side_to_move_;
  if (!position_.royals_[index(us)].contains(move.from) || !position_.in_check()) return false;
  if (!position_.is_capture(move)) return true;
  Position without_taken = position_;
  without_taken.remove(move.to);
  return without_taken.in_check();
}

/// Chu shogi: a Lion may not take a distant protected Lion, unless it also takes something of value on the
/// way. If a piece other than a Lion has just taken a Lion, no such piece may take a Lion back on another
/// square.
bool Legality::is_forbidden_lion_trade(const Move& move, const Position& after) const {
  const Rules& rules = position_.variant_->rules();
  const auto is_lion = [&](Square square) {
    const Piece piece = position_.piece_on(square);
    return !piece.is_none() && rules.of(piece.kind()).is_lion();
  };
  const Color us = position_.side_to_move_;
  const bool takes_lion = position_.piece_on(move.to).is(~us) && is_lion(move.to);
  if (!takes_lion) return false;
  if (!is_lion(move.from)) return position_.lion_taken_ && *position_.lion_taken_ != move.to;
  const BoardSize& board = rules.board;
  const bool is_near = std::abs(board.file(move.to) - board.file(move.from)) <= 1 &&
                       std::abs(board.rank(move.to) - board.rank(move.from)) <= 1;
  if (is_near) return false;
  if (move.kind == MoveKind::two_leg) {
    const PieceKind& bonus = rules.of(position_.piece_on(move.via).kind());
    if (!bonus.is_pawn && bonus.letter != "I") return false;
  }
  return position_.variant_->attacks().is_attacked(after.board_, move.to, ~us);
}

}  // namespace polyglot::variants
