// SPDX-License-Identifier: MIT
#include "variants/attack_table.hpp"
#include <algorithm>

#include "variants/geometry.hpp"
#include "variants/move_table.hpp"

namespace polyglot::variants {

namespace {

bool is_lame(const Leap& leap) noexcept {
  return leap.passage == Passage::lame || leap.passage == Passage::any_lame;
}

}  // namespace

/// A direction, and the kinds that capture in it.
struct AttackTable::Direction {
  /// A kind that captures by a leap, as White or as Black.
  struct Attacker {
    std::size_t kind;
    Color color;
    const Leap* leap;

    /// True if the leap, repeated `distance` times, takes a piece on `target`.
    [[nodiscard]] bool reaches(const Rules& rules, Square from, int distance, Square target) const {
      return (leap->range == 0 || distance <= leap->range) &&
             holds(leap->from_ranks, rules.board, from, color) &&
             may_stand(rules, rules.kinds[kind], color, target);
    }
  };

  int files;
  int ranks;
  bool is_hopping;
  std::vector<Attacker> attackers = {};
};

std::vector<AttackTable::Direction> AttackTable::directions(const Rules& rules) {
  std::vector<Direction> all;
  for (std::size_t kind = 0; kind < rules.kinds.size(); ++kind) {
    for (const Leap& leap : rules.kinds[kind].leaps) {
      if (!leap.captures || is_lame(leap)) continue;
      for (const Color color : {Color::white, Color::black}) {
        const int ranks = forward(leap.ranks, color);
        const bool is_hopping = leap.passage == Passage::hopping;
        auto direction = std::ranges::find_if(all, [&](const Direction& known) {
          return known.files == leap.files && known.ranks == ranks && known.is_hopping == is_hopping;
        });
        if (direction == all.end())
          direction = all.insert(all.end(), {.files = leap.files, .ranks = ranks, .is_hopping = is_hopping});
        direction->attackers.push_back({kind, color, &leap});
      }
    }
  }
  return all;
}

AttackTable::AttackTable(const Rules& rules)
    : lines_of_(static_cast<std::size_t>(rules.board.squares())), lame_leaps_of_(lines_of_.size()) {
  const std::vector<Direction> all = directions(rules);
  for (int i = 0; i < rules.board.squares(); ++i) add_lines(rules, all, Square(i));
  add_lame_leaps(rules);
}

void AttackTable::add_lines(const Rules& rules, std::span<const Direction> directions, Square target) {
  Range& range = lines_of_[static_cast<std::size_t>(target.index())];
  range.first = static_cast<std::uint32_t>(lines_.size());
  for (const Direction& direction : directions) {
    const auto first = static_cast<std::uint32_t>(steps_.size());
    std::size_t length = 0;
    for (const Square from : line_from(rules, target, -direction.files, -direction.ranks, 0)) {
      Step step{from};
      const auto distance = static_cast<int>(steps_.size() - first) + 1;
      for (const Direction::Attacker& attacker : direction.attackers) {
        if (attacker.reaches(rules, from, distance, target))
          step.kinds[index(attacker.color)] |= set_of(static_cast<Kind>(attacker.kind));
      }
      steps_.push_back(step);
      if (step.kinds[0] != 0 || step.kinds[1] != 0) length = steps_.size() - first;
    }
    steps_.resize(first + length);
    if (length != 0) lines_.push_back({first, static_cast<std::uint8_t>(length), direction.is_hopping});
  }
  range.last = static_cast<std::uint32_t>(lines_.size());
}

void AttackTable::add_lame_leaps(const Rules& rules) {
  for (std::size_t i = 0; i < rules.kinds.size(); ++i) {
    const PieceKind& kind = rules.kinds[i];
    for (const Leap& leap : kind.leaps) {
      if (!leap.captures || !is_lame(leap)) continue;
      for (const Color color : {Color::white, Color::black}) {
        for (int number = 0; number < rules.board.squares(); ++number) {
          const Square from(number);
          const std::optional<Square> target = shifted(rules, from, leap.files, forward(leap.ranks, color));
          if (!target || !may_stand(rules, kind, color, *target) ||
              !holds(leap.from_ranks, rules.board, from, color))
            continue;
          for (const std::vector<Square>& way : lame_ways(rules, from, leap, color)) {
            LameLeap attack{from, static_cast<std::uint32_t>(between_.size()),
                            static_cast<std::uint8_t>(way.size())};
            attack.kinds[index(color)] = set_of(static_cast<Kind>(i));
            between_.insert(between_.end(), way.begin(), way.end());
            lame_leaps_of_[static_cast<std::size_t>(target->index())].push_back(attack);
          }
        }
      }
    }
  }
}

bool AttackTable::is_attacked(std::span<const Piece> board, Square square, Color by) const noexcept {
  const auto number = static_cast<std::size_t>(square.index());
  const Range& range = lines_of_[number];
  for (std::uint32_t i = range.first; i != range.last; ++i) {
    if (attacks_along(board, lines_[i], by)) return true;
  }
  return std::ranges::any_of(lame_leaps_of_[number], [&](const LameLeap& leap) {
    const Piece piece = board[static_cast<std::size_t>(leap.from.index())];
    if (!piece.is(by) || (leap.kinds[index(by)] & set_of(piece.kind())) == 0) return false;
    const auto between = std::span(between_).subspan(leap.first_between, leap.between);
    return std::ranges::all_of(
        between, [&](Square passed) { return board[static_cast<std::size_t>(passed.index())].is_none(); });
  });
}

bool AttackTable::attacks_along(std::span<const Piece> board, const Line& line, Color by) const noexcept {
  int pieces_to_pass = line.is_hopping ? 1 : 0;
  for (std::uint32_t i = line.first; i != line.first + line.length; ++i) {
    const Step& step = steps_[i];
    const Piece piece = board[static_cast<std::size_t>(step.square.index())];
    if (piece.is_none() || pieces_to_pass-- > 0) continue;
    return piece.color() == by && (step.kinds[index(by)] & set_of(piece.kind())) != 0;
  }
  return false;
}

}  // namespace polyglot::variants
