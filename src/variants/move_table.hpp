// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "variants/rules.hpp"

namespace polyglot::variants {

/// The squares to which a piece may go in one direction.
struct Ray {
  std::uint32_t first = 0;  ///< index of its first square
  std::uint8_t length = 0;  ///< number of squares; for a lame leap, the squares that must be empty, then the
                            ///< target
  Passage passage = Passage::free;
  bool quiet = true;
  bool captures = true;
  bool en_passant = false;  ///< as in Leap
};

/// The moves of every piece from every square of the empty board.
class MoveTable {
 public:
  explicit MoveTable(const Rules& rules);

  [[nodiscard]] std::span<const Ray> rays(Piece piece, Square from) const noexcept {
    const std::size_t number = piece.index() * squares_of_board_ + static_cast<std::size_t>(from.index());
    return std::span(rays_).subspan(starts_[number], starts_[number + 1] - starts_[number]);
  }
  [[nodiscard]] std::span<const Square> squares(const Ray& ray) const noexcept {
    return std::span(squares_).subspan(ray.first, ray.length);
  }

 private:
  void add_rays(const Rules& rules, const PieceKind& kind, Color color, Square from);
  void add_ray(const Leap& leap, std::span<const Square> squares);

  std::size_t squares_of_board_;
  std::vector<std::uint32_t> starts_;
  std::vector<Ray> rays_;
  std::vector<Square> squares_;
};

/// Returns the ways of a lame leap. Each way lists the squares that have to be empty. Only Passage::any_lame
/// has several ways.
[[nodiscard]] std::vector<std::vector<Square>> lame_ways(const Rules& rules, Square from, const Leap& leap,
                                                         Color color);

}  // namespace polyglot::variants
