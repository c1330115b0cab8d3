// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdlib>

#include <polyglot/chess/zobrist.hpp>

#include "variants/geometry.hpp"
#include "variants/tables.hpp"

namespace polyglot::variants {
namespace {

constexpr int sign(int number) noexcept {
  return (number > 0) - (number < 0);
}

bool is_lame(const Leap& leap) noexcept {
  return leap.passage == Passage::lame || leap.passage == Passage::any_lame;
}

/// A way of a lame leap: the squares between its ends, which have to be empty. It leads over them in steps of
/// a king, for example over one straight and one diagonal step for a Horse of Xiangqi. The order of the steps
/// is fixed, straight ones first, or with Passage::any_lame every order is a way of its own.
using Way = std::vector<Square>;

/// The ways of a leap that stay on the board.
std::vector<Way> ways_of(const Leap& leap, const Rules& rules, Square from, Color color) {
  const int ranks = forward(leap.ranks, color);
  const int straight = std::abs(std::abs(leap.files) - std::abs(ranks));
  const int diagonal = std::min(std::abs(leap.files), std::abs(ranks));
  const bool is_wide = std::abs(leap.files) > std::abs(ranks);
  const std::pair straight_step{is_wide ? sign(leap.files) : 0, is_wide ? 0 : sign(ranks)};
  const std::pair diagonal_step{sign(leap.files), sign(ranks)};
  std::vector<bool> is_diagonal(static_cast<std::size_t>(straight), false);
  is_diagonal.insert(is_diagonal.end(), static_cast<std::size_t>(diagonal), true);
  std::vector<Way> ways;
  do {
    Way way;
    std::optional<Square> square = from;
    for (std::size_t i = 0; i + 1 < is_diagonal.size() && square; ++i) {
      const auto& [files_ahead, ranks_ahead] = is_diagonal[i] ? diagonal_step : straight_step;
      square = shifted(rules, *square, files_ahead, ranks_ahead);
      if (square) way.push_back(*square);
    }
    if (square) ways.push_back(std::move(way));
  } while (leap.passage == Passage::any_lame &&
           std::next_permutation(is_diagonal.begin(), is_diagonal.end()));
  return ways;
}

/// Extends the numbers for 64 squares and 12 pieces to 96 pieces and 256 squares, which include the hand.
Key piece_term(const PieceKind& kind, Color color, std::size_t square) noexcept {
  // Some pieces have no number in keys, because XBoard reads memory before its table for them.
  if (kind.book_number < 0) return 0;
  const std::size_t number =
      2 * static_cast<std::size_t>(kind.book_number) + (color == Color::white ? std::size_t{1} : 0);
  const std::size_t group = number / 12;
  Key term = chess::kZobristNumbers[64 * (number % 12) + square % 64];
  if ((group & 4) != 0) term *= 987'654'321;
  term = std::rotl(term, static_cast<int>(16 * (group & 3)));
  if (kind.book_mark) term ^= 123'456'789 * chess::kZobristNumbers[square % 64];
  if ((square & 64) != 0) term = std::rotl(term, 8);
  if ((square & 128) != 0) term = std::rotl(term, 4);
  return term;
}

}  // namespace

// ---- Moves by piece and square --------------------------------------------------------------------------

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
      for (Way& way : ways_of(leap, rules, from, color)) {
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

// ---- Attacks by square ----------------------------------------------------------------------------------

/// A direction, and the kinds that capture in it.
struct AttackTable::Direction {
  /// A piece that captures by a leap.
  struct Attacker {
    Piece piece;
    const Leap* leap;

    /// True if the leap, repeated `distance` times, takes a piece on `target`.
    [[nodiscard]] bool reaches(const Rules& rules, Square from, int distance, Square target) const {
      return (leap->range == 0 || distance <= leap->range) &&
             holds(leap->from_ranks, rules.board, from, piece.color()) &&
             may_stand(rules, rules.of(piece.kind()), piece.color(), target);
    }
  };

  int files;
  int ranks;
  bool is_hopping;
  std::vector<Attacker> attackers = {};
};

AttackTable::AttackTable(const Rules& rules) : attacks_on_(static_cast<std::size_t>(rules.board.squares())) {
  std::vector<Direction> directions;
  for (std::size_t i = 0; i < rules.kinds.size(); ++i) {
    for (const Leap& leap : rules.kinds[i].leaps) {
      if (!leap.captures) continue;
      for (const Color color : {Color::white, Color::black}) {
        const Piece piece(static_cast<Kind>(i), color);
        if (is_lame(leap))
          add_lame_leaps(rules, piece, leap);
        else
          add_attacker(directions, piece, leap);
      }
    }
  }
  for (int i = 0; i < rules.board.squares(); ++i)
    for (const Direction& direction : directions) add_line(rules, direction, Square(i));
}

void AttackTable::add_attacker(std::vector<Direction>& directions, Piece piece, const Leap& leap) {
  const int ranks = forward(leap.ranks, piece.color());
  const bool is_hopping = leap.passage == Passage::hopping;
  auto direction = std::ranges::find_if(directions, [&](const Direction& known) {
    return known.files == leap.files && known.ranks == ranks && known.is_hopping == is_hopping;
  });
  if (direction == directions.end())
    direction = directions.insert(direction, {.files = leap.files, .ranks = ranks, .is_hopping = is_hopping});
  direction->attackers.push_back({piece, &leap});
}

void AttackTable::add_line(const Rules& rules, const Direction& direction, Square target) {
  const std::size_t first = steps_.size();
  std::size_t end = first;  // of the last step from which a piece attacks
  for (const Square from : line_from(rules, target, -direction.files, -direction.ranks, 0)) {
    Step& step = steps_.emplace_back(Step{from});
    const auto distance = static_cast<int>(steps_.size() - first);
    for (const Direction::Attacker& attacker : direction.attackers) {
      if (!attacker.reaches(rules, from, distance, target)) continue;
      step.kinds[index(attacker.piece.color())] |= set_of(attacker.piece.kind());
      end = steps_.size();
    }
  }
  steps_.resize(end);
  if (end == first) return;
  attacks_on_[static_cast<std::size_t>(target.index())].lines.push_back(
      {static_cast<std::uint32_t>(first), static_cast<std::uint8_t>(end - first), direction.is_hopping});
}

void AttackTable::add_lame_leaps(const Rules& rules, Piece piece, const Leap& leap) {
  const Color color = piece.color();
  for (int i = 0; i < rules.board.squares(); ++i) {
    const Square from(i);
    const auto target = shifted(rules, from, leap.files, forward(leap.ranks, color));
    if (!target || !may_stand(rules, rules.of(piece.kind()), color, *target) ||
        !holds(leap.from_ranks, rules.board, from, color))
      continue;
    for (Way& way : ways_of(leap, rules, from, color))
      attacks_on_[static_cast<std::size_t>(target->index())].lame_leaps.push_back(
          {from, piece, std::move(way)});
  }
}

bool AttackTable::is_attacked(std::span<const Piece> board, Square square, Color by) const noexcept {
  const auto piece_on = [board](Square on) { return board[static_cast<std::size_t>(on.index())]; };
  const Attacks& attacks = attacks_on_[static_cast<std::size_t>(square.index())];
  return std::ranges::any_of(attacks.lines,
                             [&](const Line& line) { return attacks_along(board, line, by); }) ||
         std::ranges::any_of(attacks.lame_leaps, [&](const LameLeap& leap) {
           return leap.piece.color() == by && piece_on(leap.from) == leap.piece &&
                  std::ranges::all_of(leap.between, [&](Square on) { return piece_on(on).is_none(); });
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

// ---- Terms of keys ---------------------------------------------------------------------------------------

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
