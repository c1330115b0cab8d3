// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>

#include <polyglot/chess/move.hpp>

namespace polyglot::chess {

/// The moves of one position, on the stack. No position that a game can reach has more than 218; the room
/// is for any set of sixteen pieces a FEN may hold (fifteen queens and a king: 15 * 27 + 8).
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
