// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdlib>
#include <utility>

#include <polyglot/chess/zobrist.hpp>

#include "variants/geometry.hpp"
#include "variants/tables.hpp"

namespace polyglot::variants {

namespace {

/// The king's steps that make up a leap, as files and ranks.
using Steps = std::vector<std::pair<int, int>>;

constexpr int sign(int number) noexcept {
  return (number > 0) - (number < 0);
}

bool is_lame(const Leap& leap) noexcept {
  return leap.passage == Passage::lame || leap.passage == Passage::any_lame;
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
    if (is_lame(leap)) {
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

namespace {

using chess::kZobristNumbers;

/// Extends the numbers for 64 squares and 12 pieces to 96 pieces and 256 squares, which include the hand.
Key piece_term(const PieceKind& kind, Color color, std::size_t square) noexcept {
  // Some pieces have no number in keys, because XBoard reads memory before its table for them.
  if (kind.book_number < 0) return 0;
  const std::size_t number =
      2 * static_cast<std::size_t>(kind.book_number) + (color == Color::white ? std::size_t{1} : 0);
  const std::size_t group = number / 12;
  Key term = kZobristNumbers[64 * (number % 12) + square % 64];
  if ((group & 4) != 0) term *= 987'654'321;
  term = std::rotl(term, static_cast<int>(16 * (group & 3)));
  if (kind.book_mark) term ^= 123'456'789 * kZobristNumbers[square % 64];
  if ((square & 64) != 0) term = std::rotl(term, 8);
  if ((square & 128) != 0) term = std::rotl(term, 4);
  return term;
}

}  // namespace

KeyTerms::KeyTerms(const Rules& rules) : squares_(static_cast<std::size_t>(rules.board.squares())) {
  for (const PieceKind& kind : rules.kinds) {
    for (const Color color : {Color::white, Color::black}) {
      for (std::size_t square = 0; square < squares_; ++square)
        board_.push_back(piece_term(kind, color, square));
    }
  }
  // Pieces in hand have squares after the board: first a column for Black from the top, then one for White.
  const auto ranks = static_cast<std::size_t>(rules.board.ranks);
  for (std::size_t i = 0; i < rules.holdings.kinds.size(); ++i) {
    if (rules.has_plain_keys) {
      hand_.insert(hand_.end(), {0, 0});
      continue;
    }
    const PieceKind& kind = rules.of(rules.holdings.kinds[i]);
    hand_.push_back(piece_term(kind, Color::white, squares_ + ranks + i));
    hand_.push_back(piece_term(kind, Color::black, squares_ + ranks - 1 - i));
  }
}

}  // namespace polyglot::variants
