// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/variants/position.hpp>

namespace polyglot::variants {

/// Tests in one position which pseudo-legal moves the rules forbid, mostly because of checks.
class Legality {
 public:
  explicit Legality(const Position& position) noexcept : position_(position) {}

  /// True if the move that led to this position was legal: the mover still has the royal pieces, and has left
  /// none of them attacked against the rules.
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
