// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "variants/rules.hpp"

namespace polyglot::variants {

/// The squares from which a square is attacked. Each square has lines outward, with the kinds that attack
/// along them. Only the first piece on a line matters, so that a test for check costs the same in all
/// variants.
class AttackTable {
 public:
  explicit AttackTable(const Rules& rules);

  /// True if a piece of `by` attacks a square of this board (an array of pieces by square).
  [[nodiscard]] bool is_attacked(std::span<const Piece> board, Square square, Color by) const noexcept;

 private:
  /// A square of a line, and the kinds that attack from it, by colour.
  struct Step {
    Square square;
    std::array<KindSet, 2> kinds{};
  };
  /// Steps from the attacked square outward.
  struct Line {
    std::uint32_t first = 0;
    std::uint8_t length = 0;
    bool is_hopping = false;
  };
  /// A lame leap from a square. It is possible if the squares between are empty.
  struct LameLeap {
    Square from;
    std::uint32_t first_between = 0;
    std::uint8_t between = 0;
    std::array<KindSet, 2> kinds{};
  };
  struct Range {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };

  struct Direction;

  /// Each direction in which some kind captures, as White or as Black.
  [[nodiscard]] static std::vector<Direction> directions(const Rules& rules);
  void add_lines(const Rules& rules, std::span<const Direction> directions, Square target);
  void add_lame_leaps(const Rules& rules);
  [[nodiscard]] bool attacks_along(std::span<const Piece> board, const Line& line, Color by) const noexcept;

  std::vector<Range> lines_of_;
  std::vector<Line> lines_;
  std::vector<Step> steps_;
  std::vector<std::vector<LameLeap>> lame_leaps_of_;
  std::vector<Square> between_;
};

}  // namespace polyglot::variants
