// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <polyglot/config/options.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/protocol/messages.hpp>

namespace polyglot::session {

/// Gives up lost games and agrees to draws for an engine that cannot do so itself.
class Adjudicator {
 public:
  void new_game() noexcept { lost_moves_ = 0; }

  /// The engine has made the last move of a game that goes on, with this evaluation of the position before.
  /// True if it should resign: Resign, ResignMoves, ResignScore, and in chess QueenNeverResigns.
  [[nodiscard]] bool resigns(const config::Options& options, const game::Game& game, bool had_choice,
                             const std::optional<protocol::Score>& score);

  /// True if an engine with this evaluation takes a draw: HandleDraws, ContemptScore.
  [[nodiscard]] static bool takes_draw(const config::Options& options,
                                       const std::optional<protocol::Score>& score);

 private:
  int lost_moves_ = 0;  ///< in a row
};

/// How a game ends by its rules: the claim to make, or nothing.
[[nodiscard]] std::optional<protocol::ResultClaim> claim(const game::Outcome& outcome);

}  // namespace polyglot::session
