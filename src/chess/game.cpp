// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cassert>

#include <polyglot/chess/game.hpp>

namespace polyglot::chess {

Game::Game(const Position& start) {
  enter(start);
}

void Game::enter(const Position& position) {
  states_.push_back({position, position.repetition_key()});
}

void Game::push(Move move) {
  Position next = position();
  next.make(move);
  enter(next);
  moves_.push_back(move);
}

void Game::pop() {
  assert(!moves_.empty());
  states_.pop_back();
  moves_.pop_back();
}

void Game::truncate(std::size_t ply) {
  while (moves_.size() > ply) pop();
}

int Game::occurrences() const {
  // No position from before the last capture or pawn move can occur again. Only every second position has the
  // same side to move.
  const auto reversible = static_cast<std::size_t>(std::max(position().halfmove_clock(), 0));
  const std::size_t last = states_.size() - 1;
  const std::size_t first = last - std::min(last, reversible);
  int count = 1;
  for (std::size_t i = last; i >= first + 2;) {
    i -= 2;
    if (states_[i].repetition_key == states_[last].repetition_key) ++count;
  }
  return count;
}

Termination Game::termination() const {
  const Position& now = position();
  if (!now.has_legal_move()) return now.in_check() ? Termination::checkmate : Termination::stalemate;
  if (now.has_insufficient_material()) return Termination::insufficient_material;
  if (now.halfmove_clock() >= 100) return Termination::fifty_moves;
  if (occurrences() >= 3) return Termination::threefold_repetition;
  return Termination::none;
}

}  // namespace polyglot::chess
