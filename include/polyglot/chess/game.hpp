// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyglot/chess/move.hpp>
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

/// A game: a start position and the moves played from it. push() and pop() cost the same at any length. Not
/// thread-safe.
class Game {
 public:
  explicit Game(const Position& start = Position());

  [[nodiscard]] const Position& start() const noexcept { return states_.front().position; }
  [[nodiscard]] const Position& position() const noexcept { return states_.back().position; }
  /// Returns the position after the first `ply` moves. `ply` must not exceed ply().
  [[nodiscard]] const Position& position_at(std::size_t ply) const noexcept { return states_[ply].position; }
  [[nodiscard]] std::span<const Move> moves() const noexcept { return moves_; }
  [[nodiscard]] std::size_t ply() const noexcept { return moves().size(); }

  /// Plays a legal move.
  void push(Move move);
  /// Takes back the last move; there must be one.
  void pop();
  /// Takes back moves until `ply` remain.
  void truncate(std::size_t ply);

  /// Returns how often the present position has occurred, this time included. Two positions are the same if
  /// they have the same placement, side to move, castling rights and possible en-passant capture (FIDE 9.2).
  [[nodiscard]] int occurrences() const;
  [[nodiscard]] Termination termination() const;

 private:
  struct State {
    Position position;
    Key repetition_key;
  };

  void enter(const Position& position);

  std::vector<State> states_;  ///< the start position and the one after each move
  std::vector<Move> moves_;
};

}  // namespace polyglot::chess
