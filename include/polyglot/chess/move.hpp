// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <polyglot/chess/types.hpp>

namespace polyglot::chess {

enum class MoveKind : std::uint8_t { normal, promotion, en_passant, castling };

/// A move in 16 bits. Castling is stored as the king taking his own rook (e1h1), in chess and in Chess960
/// alike: the only form that is unambiguous in both. The default value is the null move a1a1.
class Move {
 public:
  constexpr Move() noexcept = default;
  constexpr Move(Square from, Square to, MoveKind kind = MoveKind::normal,
                 PieceType promotion = PieceType::knight) noexcept
      : bits_(static_cast<std::uint16_t>(to.index() | (from.index() << 6) |
                                         ((static_cast<int>(promotion) - 1) << 12) |
                                         (static_cast<int>(kind) << 14))) {}

  [[nodiscard]] constexpr Square from() const noexcept { return Square((bits_ >> 6) & 63); }
  /// Where the piece goes; for castling the square of the rook.
  [[nodiscard]] constexpr Square to() const noexcept { return Square(bits_ & 63); }
  [[nodiscard]] constexpr MoveKind kind() const noexcept { return static_cast<MoveKind>(bits_ >> 14); }
  /// The piece promoted to, PieceType::none unless kind() is promotion.
  [[nodiscard]] constexpr PieceType promotion() const noexcept {
    return kind() == MoveKind::promotion ? static_cast<PieceType>(((bits_ >> 12) & 3) + 1) : PieceType::none;
  }
  [[nodiscard]] constexpr bool is_null() const noexcept { return from() == to(); }

  friend constexpr bool operator==(Move, Move) noexcept = default;

 private:
  std::uint16_t bits_ = 0;
};

}  // namespace polyglot::chess
