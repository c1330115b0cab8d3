// SPDX-License-Identifier: MIT
#pragma once

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

/// The squares from which a square is attacked. Each square has lines outward, with the kinds that attack
/// along them. Only the first piece on a line matters, or the second one for pieces that hop. Therefore a
/// test for check costs the same in all variants.
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
  /// Steps from the attacked square outward, as a part of steps_.
  struct Line {
    std::uint32_t first = 0;
    std::uint8_t length = 0;
    bool is_hopping = false;  ///< the second piece on the line attacks, not the first
  };
  /// A lame leap of a piece on a square. It is possible if the squares between are empty.
  struct LameLeap {
    Square from;
    Piece piece;
    std::vector<Square> between;
  };
  /// What may attack a square.
  struct Attacks {
    std::vector<Line> lines;
    std::vector<LameLeap> lame_leaps;
  };

  struct Direction;

  static void add_attacker(std::vector<Direction>& directions, Piece piece, const Leap& leap);
  void add_line(const Rules& rules, const Direction& direction, Square target);
  void add_lame_leaps(const Rules& rules, Piece piece, const Leap& leap);
  [[nodiscard]] bool attacks_along(std::span<const Piece> board, const Line& line, Color by) const noexcept;

  std::vector<Attacks> attacks_on_;  ///< by square
  std::vector<Step> steps_;          ///< of all lines
};

/// The numbers of pieces from which keys are computed. Source: docs/variant-books.md.
class KeyTerms {
 public:
  explicit KeyTerms(const Rules& rules);

  [[nodiscard]] Key on_board(Piece piece, Square square) const noexcept {
    return board_[piece.index() * squares_ + static_cast<std::size_t>(square.index())];
  }
  /// The term of one piece in hand, by its index in Holdings::kinds.
  [[nodiscard]] Key in_hand(Color color, std::size_t number) const noexcept {
    return hand_[2 * number + index(color)];
  }

 private:
  std::size_t squares_;
  std::vector<Key> board_;
  std::vector<Key> hand_;
};

}  // namespace polyglot::variants
