// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/variants/position.hpp>

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

}  // namespace polyglot::variants
