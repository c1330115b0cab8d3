// SPDX-License-Identifier: MIT
#include <algorithm>

#include <polyglot/variants/position.hpp>

#include "variants/game_end.hpp"
#include "variants/legality.hpp"
#include "variants/move_generator.hpp"

namespace polyglot::variants {

void Position::pseudo_legal_moves(std::vector<Move>& moves) const {
  MoveGenerator(*this, moves).add_all();
}

bool Position::is_allowed(const Move& move) const {
  return Legality(*this).allows(move);
}

std::vector<Move> Position::legal_moves() const {
  std::vector<Move> moves;
  legal_moves(moves);
  return moves;
}

void Position::legal_moves(std::vector<Move>& moves) const {
  moves.clear();
  if (GameEnd(*this).variant_end().ending != Ending::none) return;
  pseudo_legal_moves(moves);
  std::erase_if(moves, [this](const Move& move) { return !is_allowed(move); });
  const auto is_quiet = [this](const Move& move) { return !is_capture(move); };
  if (variant_->rules().must_capture && !std::ranges::all_of(moves, is_quiet)) std::erase_if(moves, is_quiet);
}

bool Position::is_legal(const Move& move) const {
  const std::vector<Move> moves = legal_moves();
  return std::ranges::find(moves, move) != moves.end();
}

bool Position::has_legal_move() const {
  if (GameEnd(*this).variant_end().ending != Ending::none) return false;
  std::vector<Move> moves;
  pseudo_legal_moves(moves);
  return std::ranges::any_of(moves, [this](const Move& move) { return is_allowed(move); });
}

Outcome Position::outcome() const {
  const Outcome end = GameEnd(*this).variant_end();
  if (end.ending != Ending::none || has_legal_move()) return end;
  return GameEnd(*this).without_moves();
}

std::uint64_t perft(const Position& position, int depth) {
  if (depth <= 0) return 1;
  const std::vector<Move> moves = position.legal_moves();
  if (depth == 1) return moves.size();
  std::uint64_t leaves = 0;
  for (const Move& move : moves) {
    Position next = position;
    next.make(move);
    leaves += perft(next, depth - 1);
  }
  return leaves;
}

}  // namespace polyglot::variants
