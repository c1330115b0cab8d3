// SPDX-License-Identifier: MIT
#include "variants/game_end.hpp"
#include <algorithm>

namespace polyglot::variants {

Outcome GameEnd::variant_end() const {
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

std::optional<Outcome> GameEnd::lost_pieces(Color color) const {
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
std::optional<Outcome> GameEnd::bare_king() const {
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

std::optional<Outcome> GameEnd::goal_reached() const {
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

bool GameEnd::is_at_goal(Color color) const {
  if (rules_.ends.goal_is_held && position_.side_to_move() != color) return false;
  const BoardSize& board = rules_.board;
  return rules_.ends.goal.any_of([&](Square square) {
    const int rank = rules_.ends.goal_is_mirrored ? board.rank(square, color) : board.rank(square);
    return is_goal_piece(position_.piece_on(board.square(board.file(square), rank)), color);
  });
}

bool GameEnd::is_goal_piece(Piece piece, Color color) const {
  return piece.is(color) && (rules_.ends.goal_kinds & set_of(piece.kind())) != 0;
}

Outcome GameEnd::without_moves() const {
  const Color us = position_.side_to_move();
  if (position_.in_check()) {
    const bool is_forbidden = rules_.holdings.pawn_drop_mate_loses && position_.pawn_was_dropped_;
    return judge(Ending::checkmate, is_forbidden ? Judgement::win : rules_.ends.checkmate, us);
  }
  return judge(Ending::stalemate, rules_.ends.stalemate, us);
}

Outcome GameEnd::judge(Ending ending, Judgement judgement, Color color) const {
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

}  // namespace polyglot::variants
