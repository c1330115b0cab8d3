// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <polyglot/variants/position.hpp>

#include "variants/rules.hpp"
#include "variants/tables.hpp"

namespace polyglot::variants {

/// Lists pseudo-legal moves, after which the king may be attacked.
class MoveGenerator {
 public:
  /// Appends to `moves`.
  MoveGenerator(const Position& position, std::vector<Move>& moves);

  void add_all();

 private:
  void add_moves_of(Square from);
  void add_ray(Square from, const Ray& ray);
  void add_lame(Square from, const Ray& ray);
  void add_hopping(Square from, const Ray& ray);
  void add_if_allowed(Square from, Square to, const Ray& ray);
  void add(Square from, Square to, MoveKind kind);
  void add_promotions(const Move& move, const PieceKind& kind, bool captures);
  void add_two_leg(Square from, const PieceKind& kind);
  void add_castling();
  void add_castling(Square king, Square rook, bool queen_side);
  void add_drops();
  void add_gating(std::size_t first);
  [[nodiscard]] bool can_promote(const Move& move, bool captures) const;
  [[nodiscard]] bool is_empty(Square square) const { return position_.piece_on(square).is_none(); }
  [[nodiscard]] bool is_stuck(Kind kind, Square square) const;
  [[nodiscard]] bool may_drop(Kind kind, Square square) const;

  const Position& position_;
  const Rules& rules_;
  const MoveTable& table_;
  const Color us_;
  std::vector<Move>& moves_;
  std::size_t first_of_piece_ = 0;  ///< index of the first move of the present piece
};

}  // namespace polyglot::variants
