// SPDX-License-Identifier: MIT
#include "variants/move_table.hpp"
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "variants/geometry.hpp"

namespace polyglot::variants {

namespace {

/// The king's steps that make up a leap, as files and ranks.
using Steps = std::vector<std::pair<int, int>>;

constexpr int sign(int number) noexcept {
  return (number > 0) - (number < 0);
}

}  // namespace

std::vector<std::vector<Square>> lame_ways(const Rules& rules, Square from, const Leap& leap, Color color) {
  const int ranks = forward(leap.ranks, color);
  const int straight = std::abs(std::abs(leap.files) - std::abs(ranks));
  const int diagonal = std::min(std::abs(leap.files), std::abs(ranks));
  const bool is_wide = std::abs(leap.files) > std::abs(ranks);
  const std::pair straight_step{is_wide ? sign(leap.files) : 0, is_wide ? 0 : sign(ranks)};
  const std::pair diagonal_step{sign(leap.files), sign(ranks)};

  // False stands for a straight step. The first order has all straight steps first.
  std::vector<bool> order(static_cast<std::size_t>(straight), false);
  order.insert(order.end(), static_cast<std::size_t>(diagonal), true);
  std::vector<std::vector<Square>> ways;
  do {
    std::vector<Square> way;
    std::optional<Square> square = from;
    for (std::size_t i = 0; i + 1 < order.size() && square; ++i) {
      const auto& [step_files, step_ranks] = order[i] ? diagonal_step : straight_step;
      square = shifted(rules, *square, step_files, step_ranks);
      if (square) way.push_back(*square);
    }
    if (square) ways.push_back(std::move(way));
  } while (leap.passage == Passage::any_lame && std::next_permutation(order.begin(), order.end()));
  return ways;
}

MoveTable::MoveTable(const Rules& rules)
    : squares_of_board_(static_cast<std::size_t>(rules.board.squares())) {
  starts_.reserve(2 * rules.kinds.size() * squares_of_board_ + 1);
  for (const PieceKind& kind : rules.kinds) {
    for (const Color color : {Color::white, Color::black}) {
      for (int i = 0; i < rules.board.squares(); ++i) {
        starts_.push_back(static_cast<std::uint32_t>(rays_.size()));
        add_rays(rules, kind, color, Square(i));
      }
    }
  }
  starts_.push_back(static_cast<std::uint32_t>(rays_.size()));
}

void MoveTable::add_rays(const Rules& rules, const PieceKind& kind, Color color, Square from) {
  for (const Leap& leap : kind.leaps) {
    if (!holds(leap.from_ranks, rules.board, from, color)) continue;
    const int ranks = forward(leap.ranks, color);
    std::vector<Square> line = line_from(rules, from, leap.files, ranks, leap.range);
    const auto end =
        std::ranges::find_if(line, [&](Square square) { return !may_stand(rules, kind, color, square); });
    line.erase(end, line.end());
    if (line.empty()) continue;
    if (leap.passage == Passage::lame || leap.passage == Passage::any_lame) {
      for (std::vector<Square>& way : lame_ways(rules, from, leap, color)) {
        way.push_back(line.front());
        add_ray(leap, way);
      }
    } else {
      add_ray(leap, line);
    }
  }
}

void MoveTable::add_ray(const Leap& leap, std::span<const Square> squares) {
  rays_.push_back({static_cast<std::uint32_t>(squares_.size()), static_cast<std::uint8_t>(squares.size()),
                   leap.passage, leap.quiet, leap.captures, leap.en_passant});
  squares_.insert(squares_.end(), squares.begin(), squares.end());
}

}  // namespace polyglot::variants
