#pragma once

#include <optional>

#include <polyglot/chess/game.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/protocol/messages.hpp>

namespace polyglot::session {

/// Gives up lost games and agrees to draws for an engine that cannot do so itself.
class Adjudicator {
 public:
  void new_game() noexcept { lost_moves_ = 0; }

  /// The engine has made the last move of a game that goes on, with this evaluation of the position before.
  /// True if it should resign: Resign, ResignMoves, ResignScore, QueenNeverResigns.
  /// `game`: null if it goes by rules that we do not know.
  [[nodiscard]] bool resigns(const config::Options& options, const chess::Game* game, bool had_choice,
                             const std::optional<protocol::Score>& score);

  /// True if an engine with this evaluation takes a draw: HandleDraws, ContemptScore.
  [[nodiscard]] static bool takes_draw(const config::Options& options,
                                       const std::optional<protocol::Score>& score);

 private:
  int lost_moves_ = 0;  ///< in a row
};

/// How a game ends by the rules: the claim to make, or nothing. `turn`: the side to move.
[[nodiscard]] std::optional<protocol::ResultClaim> claim(chess::Termination termination, chess::Color turn);

}  // namespace polyglot::session
