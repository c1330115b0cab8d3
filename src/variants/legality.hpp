// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <polyglot/variants/position.hpp>

#include "variants/rules.hpp"

namespace polyglot::variants {

/// Tests which pseudo-legal moves of a position the rules forbid, mostly because of checks.
class Legality {
 public:
  explicit Legality(const Position& position) noexcept : position_(position) {}

  /// True if the move that led to this position was legal. The mover must still have the royal pieces, and
  /// must not leave them attacked against the rules.
  [[nodiscard]] bool may_stay(Color mover) const;
  /// True if a royal piece of that side could be taken.
  [[nodiscard]] bool is_royal_attacked(Color color) const;
  /// True if a royal piece of that side could be taken on a square.
  [[nodiscard]] bool is_attacked(Square royal, Color color) const;

  /// True if a pseudo-legal move is legal.
  [[nodiscard]] bool allows(const Move& move) const;

 private:
  [[nodiscard]] bool sees_king(Square king, Color color) const;
  [[nodiscard]] bool is_forbidden_escape(const Move& move) const;
  [[nodiscard]] bool is_forbidden_lion_trade(const Move& move, const Position& after) const;

  const Position& position_;
};

/// Judges a position by the rules of its variant.
class GameEnd {
 public:
  explicit GameEnd(const Position& position) noexcept
      : position_(position), rules_(position.variant().rules()) {}

  /// Finds an end that does not depend on the legal moves: a goal, or the loss of the last piece. If there is
  /// none, Ending::none.
  [[nodiscard]] Outcome variant_end() const;
  /// The outcome if the side to move has no legal move.
  [[nodiscard]] Outcome without_moves() const;

 private:
  [[nodiscard]] std::optional<Outcome> lost_pieces(Color color) const;
  [[nodiscard]] std::optional<Outcome> bare_king() const;
  [[nodiscard]] std::optional<Outcome> goal_reached() const;
  [[nodiscard]] bool is_at_goal(Color color) const;
  [[nodiscard]] bool is_goal_piece(Piece piece, Color color) const;
  [[nodiscard]] Outcome judge(Ending ending, Judgement judgement, Color color) const;

  const Position& position_;
  const Rules& rules_;
};

}  // namespace polyglot::variants
