// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyglot/chess/position.hpp>

namespace polyglot::chess {

/// Why a game has ended by the rules alone. They are checked in this order.
enum class Termination : std::uint8_t {
  none,
  checkmate,
  stalemate,
  insufficient_material,
  fifty_moves,           ///< a halfmove clock of 100 plies or more
  threefold_repetition,  ///< the third occurrence of the position
};

/// A game of chess for the referees of tests. It has none of the code of game::Game, which they judge.
class Game {
 public:
  explicit Game(const Position& start = Position()) : positions_{start} {}

  [[nodiscard]] const Position& start() const noexcept { return positions_.front(); }
  [[nodiscard]] const Position& position() const noexcept { return positions_.back(); }
  [[nodiscard]] const Position& position_at(std::size_t ply) const noexcept { return positions_[ply]; }
  [[nodiscard]] std::span<const Move> moves() const noexcept { return moves_; }
  [[nodiscard]] std::size_t ply() const noexcept { return moves_.size(); }

  void push(Move move) {
    Position next = position();
    next.make(move);
    positions_.push_back(next);
    moves_.push_back(move);
  }
  /// Takes back moves until `ply` remain.
  void truncate(std::size_t ply) {
    moves_.resize(std::min(ply, moves_.size()));
    positions_.resize(moves_.size() + 1);
  }

  /// How often the present position has occurred, this time included (FIDE 9.2).
  [[nodiscard]] std::ptrdiff_t occurrences() const {
    return std::ranges::count(positions_, position().repetition_key(), &Position::repetition_key);
  }
  [[nodiscard]] Termination termination() const {
    const Position& now = position();
    if (!now.has_legal_move()) return now.in_check() ? Termination::checkmate : Termination::stalemate;
    if (now.has_insufficient_material()) return Termination::insufficient_material;
    if (now.halfmove_clock() >= 100) return Termination::fifty_moves;
    return occurrences() >= 3 ? Termination::threefold_repetition : Termination::none;
  }

 private:
  std::vector<Position> positions_;  ///< the start, and the one after each move
  std::vector<Move> moves_;
};

}  // namespace polyglot::chess
