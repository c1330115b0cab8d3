// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <polyglot/variants/position.hpp>

namespace polyglot::variants {

/// What forbids moves that pieces could make: checks, mostly. Judges one position.
class Legality {
 public:
  explicit Legality(const Position& position) noexcept : position_(position) {}

  /// True if a move, which was made to come to this position, leaves its player with the royal pieces that he
  /// must have and may not leave attacked.
  [[nodiscard]] bool may_stay(Color mover) const;
  /// True if a royal piece of that side could be taken.
  [[nodiscard]] bool is_royal_attacked(Color color) const;
  /// True if a royal piece of that side could be taken on a square.
  [[nodiscard]] bool is_attacked(Square royal, Color color) const;

  /// True if a move that pieces can make is legal.
  [[nodiscard]] bool allows(const Move& move) const;

 private:
  [[nodiscard]] bool sees_king(Square king, Color color) const;
  [[nodiscard]] bool is_forbidden_escape(const Move& move) const;
  [[nodiscard]] bool is_forbidden_lion_trade(const Move& move, const Position& after) const;

  const Position& position_;
};

}  // namespace polyglot::variants
