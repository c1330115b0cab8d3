// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/variants/position.hpp>

namespace polyglot::variants {

/// The rules that forbid moves which the pieces could make: mostly checks. For one position.
class Legality {
 public:
  explicit Legality(const Position& position) noexcept : position_(position) {}

  /// True if the move that led to this position was legal for its side: it still has its royal pieces, and
  /// has not left one attacked that it must not.
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
