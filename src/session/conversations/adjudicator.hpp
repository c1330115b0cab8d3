// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <polyglot/config/options.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/protocol/messages.hpp>

namespace polyglot::session {

/// Resigns lost games and agrees to draws for an engine that cannot do so itself.
class Adjudicator {
 public:
  void new_game() noexcept { lost_moves_ = 0; }

  /// Call it after the engine's move, if the game goes on. `score` is its evaluation of the position before
  /// the move. True if it should resign: Resign, ResignMoves, ResignScore, and in chess QueenNeverResigns.
  [[nodiscard]] bool resigns(const config::Options& options, const game::Game& game, bool had_choice,
                             const std::optional<protocol::Score>& score);

  /// True if an engine with this evaluation accepts a draw: HandleDraws, ContemptScore.
  [[nodiscard]] static bool takes_draw(const config::Options& options,
                                       const std::optional<protocol::Score>& score);

 private:
  int lost_moves_ = 0;  ///< lost moves in a row
};

/// The claim for a game that has ended by its rules; nothing if it goes on.
[[nodiscard]] std::optional<protocol::ResultClaim> claim(const game::Outcome& outcome);

}  // namespace polyglot::session
