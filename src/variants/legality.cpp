// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdlib>

#include <polyglot/variants/position.hpp>

#include "variants/rules.hpp"
#include "variants/tables.hpp"

namespace polyglot::variants {

/// Tests which pseudo-legal moves of a position the rules forbid, mostly because of checks.
class Legality {
 public:
  explicit Legality(const Position& position) noexcept : position_(position) {}

  /// True if the move that led to this position was legal. The mover must still have the royal pieces, and
  /// must not leave them attacked against the rules.
  [[nodiscard]] bool may_stay(Color mover) const {
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

  /// True if a royal piece of that side could be taken.
  [[nodiscard]] bool is_royal_attacked(Color color) const {
    return position_.royals_[index(color)].any_of([&](Square square) { return is_attacked(square, color); });
  }

  /// True if a royal piece of that side could be taken on a square.
  [[nodiscard]] bool is_attacked(Square royal, Color color) const {
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

  [[nodiscard]] bool allows(const Move& move) const {
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

 private:
  /// True if two kings face each other on an open file.
  [[nodiscard]] bool sees_king(Square king, Color color) const {
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
  [[nodiscard]] bool is_forbidden_escape(const Move& move) const {
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
  [[nodiscard]] bool is_forbidden_lion_trade(const Move& move, const Position& after) const {
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

  const Position& position_;
};

class GameEnd {
 public:
  explicit GameEnd(const Position& position) noexcept
      : position_(position), rules_(position.variant().rules()) {}

  /// Finds an end that does not depend on the legal moves: a goal, or the loss of the last piece. If there is
  /// none, Ending::none.
  [[nodiscard]] Outcome variant_end() const {
    const Color us = position_.side_to_move();
    for (const Color color : {~us, us}) {
      if (rules_.ends.checks != 0 && position_.checks_given_[index(color)] >= rules_.ends.checks)
        return {Ending::variant_end, color};
      if (const std::optional<Outcome> lost = lost_pieces(color)) return *lost;
    }
    if (const std::optional<Outcome> bare = bare_king()) return *bare;
    if (const std::optional<Outcome> goal = goal_reached()) return *goal;
    return {};
  }

  /// The outcome if the side to move has no legal move.
  [[nodiscard]] Outcome without_moves() const {
    const Color us = position_.side_to_move();
    if (position_.in_check()) {
      const bool is_forbidden = rules_.holdings.pawn_drop_mate_loses && position_.pawn_was_dropped_;
      return judge(Ending::checkmate, is_forbidden ? Judgement::win : rules_.ends.checkmate, us);
    }
    return judge(Ending::stalemate, rules_.ends.stalemate, us);
  }

 private:
  [[nodiscard]] std::optional<Outcome> lost_pieces(Color color) const {
    const SquareSet& pieces = position_.pieces(color);
    const bool loses_king = rules_.explodes || rules_.ends.royals == RoyalSafety::none;
    if (loses_king && position_.royals_[index(color)].empty()) return Outcome{Ending::variant_end, ~color};
    if (rules_.ends.no_pieces && pieces.empty())
      return judge(Ending::variant_end, *rules_.ends.no_pieces, color);
    const bool has_lost_a_kind = std::ranges::any_of(rules_.ends.last_of, [&](Kind kind) {
      int left = 0;
      pieces.for_each([&](Square square) { left += position_.piece_on(square).kind() == kind ? 1 : 0; });
      return left <= rules_.ends.last_of_left;
    });
    if (has_lost_a_kind) return judge(Ending::variant_end, rules_.ends.last_of_result, color);
    return std::nullopt;
  }

  /// A side with a bare king may still draw if its next move bares the other king.
  [[nodiscard]] std::optional<Outcome> bare_king() const {
    if (!rules_.ends.bare_king) return std::nullopt;
    const Color us = position_.side_to_move();
    const int ours = position_.pieces(us).size();
    const int theirs = position_.pieces(~us).size();
    if (ours > 1 && theirs > 1) return std::nullopt;
    if (ours == theirs) return Outcome{Ending::variant_end, std::nullopt};
    const bool can_answer = *rules_.ends.bare_king == Judgement::loss && ours == 1 && theirs == 2;
    if (can_answer) return std::nullopt;
    return judge(Ending::variant_end, *rules_.ends.bare_king, ours == 1 ? us : ~us);
  }

  [[nodiscard]] std::optional<Outcome> goal_reached() const {
    const Color us = position_.side_to_move();
    const bool white = is_at_goal(Color::white);
    const bool black = is_at_goal(Color::black);
    if (white && black) return Outcome{Ending::variant_end, std::nullopt};
    if (!white && !black) return std::nullopt;
    if (white && us == Color::black && rules_.ends.goal_is_answered) {
      std::vector<Move> moves;
      position_.pseudo_legal_moves(moves);
      const bool has_answer = std::ranges::any_of(moves, [&](const Move& move) {
        return is_goal_piece(position_.piece_on(move.from), us) && rules_.ends.goal.contains(move.to) &&
               position_.is_allowed(move);
      });
      if (has_answer) return std::nullopt;
    }
    return Outcome{Ending::variant_end, white ? Color::white : Color::black};
  }

  [[nodiscard]] bool is_at_goal(Color color) const {
    if (rules_.ends.goal_is_held && position_.side_to_move() != color) return false;
    const BoardSize& board = rules_.board;
    return rules_.ends.goal.any_of([&](Square square) {
      const int rank = rules_.ends.goal_is_mirrored ? board.rank(square, color) : board.rank(square);
      return is_goal_piece(position_.piece_on(board.square(board.file(square), rank)), color);
    });
  }

  [[nodiscard]] bool is_goal_piece(Piece piece, Color color) const {
    return piece.is(color) && (rules_.ends.goal_kinds & set_of(piece.kind())) != 0;
  }

  [[nodiscard]] Outcome judge(Ending ending, Judgement judgement, Color color) const {
    switch (judgement) {
      case Judgement::win:
        return {ending, color};
      case Judgement::loss:
        return {ending, ~color};
      case Judgement::fewer_pieces: {
        const int surplus = position_.pieces(color).size() - position_.pieces(~color).size();
        if (surplus != 0) return {ending, surplus < 0 ? color : ~color};
        break;
      }
      case Judgement::draw:
        break;
    }
    return {ending, std::nullopt};
  }

  const Position& position_;
  const Rules& rules_;
};

bool Position::in_check() const {
  return Legality(*this).is_royal_attacked(side_to_move_);
}

bool Position::is_attacked(Square royal, Color color) const {
  return Legality(*this).is_attacked(royal, color);
}

bool Position::is_allowed(const Move& move) const {
  return Legality(*this).allows(move);
}

std::vector<Move> Position::legal_moves() const {
  std::vector<Move> moves;
  legal_moves(moves);
  return moves;
}

void Position::legal_moves(std::vector<Move>& moves) const {
  moves.clear();
  if (GameEnd(*this).variant_end().ending != Ending::none) return;
  pseudo_legal_moves(moves);
  std::erase_if(moves, [this](const Move& move) { return !is_allowed(move); });
  const auto is_quiet = [this](const Move& move) { return !is_capture(move); };
  if (variant_->rules().must_capture && !std::ranges::all_of(moves, is_quiet)) std::erase_if(moves, is_quiet);
}

bool Position::has_legal_move() const {
  if (GameEnd(*this).variant_end().ending != Ending::none) return false;
  std::vector<Move> moves;
  pseudo_legal_moves(moves);
  return std::ranges::any_of(moves, [this](const Move& move) { return is_allowed(move); });
}

Outcome Position::outcome() const {
  const Outcome end = GameEnd(*this).variant_end();
  if (end.ending != Ending::none || has_legal_move()) return end;
  return GameEnd(*this).without_moves();
}

std::uint64_t perft(const Position& position, int depth) {
  if (depth <= 0) return 1;
  const std::vector<Move> moves = position.legal_moves();
  if (depth == 1) return moves.size();
  std::uint64_t leaves = 0;
  for (const Move& move : moves) {
    Position next = position;
    next.make(move);
    leaves += perft(next, depth - 1);
  }
  return leaves;
}

}  // namespace polyglot::variants
