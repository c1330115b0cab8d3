#pragma once

#include <array>
#include <cstddef>

#include <polyglot/chess/move.hpp>

namespace polyglot::chess {

/// The moves of one position, on the stack. No position has more than 218.
class MoveList {
 public:
  using const_iterator = const Move*;

  void push_back(Move move) noexcept { moves_[size_++] = move; }
  [[nodiscard]] const_iterator begin() const noexcept { return moves_.data(); }
  [[nodiscard]] const_iterator end() const noexcept { return moves_.data() + size_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] Move operator[](std::size_t index) const noexcept { return moves_[index]; }
  [[nodiscard]] bool contains(Move move) const noexcept;

 private:
  std::array<Move, 256> moves_;
  std::size_t size_ = 0;
};

}  // namespace polyglot::chess
