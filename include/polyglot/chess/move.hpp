// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>

#include <polyglot/chess/types.hpp>

namespace polyglot::chess {

enum class MoveKind : std::uint8_t { normal, promotion, en_passant, castling };

/// A move in 16 bits. Castling is stored as the king taking his own rook (e1h1), because only this form is
/// unambiguous both in chess and in Chess960. The default value is the null move a1a1.
class Move {
 public:
  constexpr Move() noexcept = default;
  constexpr Move(Square from, Square to, MoveKind kind = MoveKind::normal,
                 PieceType promotion = PieceType::knight) noexcept
      : bits_(static_cast<std::uint16_t>(to.index() | (from.index() << 6) |
                                         ((static_cast<int>(promotion) - 1) << 12) |
                                         (static_cast<int>(kind) << 14))) {}

  [[nodiscard]] constexpr Square from() const noexcept { return Square((bits_ >> 6) & 63); }
  /// Returns the square that the piece goes to; for castling, the square of the rook.
  [[nodiscard]] constexpr Square to() const noexcept { return Square(bits_ & 63); }
  [[nodiscard]] constexpr MoveKind kind() const noexcept { return static_cast<MoveKind>(bits_ >> 14); }
  /// Returns the new piece of a promotion; PieceType::none for all other moves.
  [[nodiscard]] constexpr PieceType promotion() const noexcept {
    return kind() == MoveKind::promotion ? static_cast<PieceType>(((bits_ >> 12) & 3) + 1) : PieceType::none;
  }
  [[nodiscard]] constexpr bool is_null() const noexcept { return from() == to(); }

  friend constexpr bool operator==(Move, Move) noexcept = default;

 private:
  std::uint16_t bits_ = 0;
};

/// The moves of one position, on the stack. No position that a game can reach has more than 218 moves. The
/// capacity is enough for any sixteen pieces that a FEN may have (fifteen queens and a king: 15 * 27 + 8).
class MoveList {
 public:
  using const_iterator = const Move*;

  static constexpr std::size_t kCapacity = 15 * 27 + 8;

  // Slots are left unset until used: clearing them would cost more than finding the moves.
  MoveList() noexcept {}  // NOLINT(modernize-use-equals-default)

  void push_back(Move move) noexcept { std::construct_at(moves_ + size_++, move); }
  [[nodiscard]] const_iterator begin() const noexcept { return moves_; }
  [[nodiscard]] const_iterator end() const noexcept { return moves_ + size_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] Move operator[](std::size_t index) const noexcept { return moves_[index]; }
  [[nodiscard]] bool contains(Move move) const noexcept { return std::find(begin(), end(), move) != end(); }

 private:
  union {
    Move moves_[kCapacity];
  };
  std::size_t size_ = 0;
};

}  // namespace polyglot::chess
