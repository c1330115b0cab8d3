// SPDX-License-Identifier: MIT
#pragma once

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
                             const std::optional<protocol::Score>& score) {
    if (!options.check(OptionId::resign) || !had_choice) return false;
    if (!score || !at_most(*score, -options.spin(OptionId::resign_score))) {
      lost_moves_ = 0;
      return false;
    }
    ++lost_moves_;
    if (has_queen(game) && options.check(OptionId::queen_never_resigns)) return false;
    return lost_moves_ >= options.spin(OptionId::resign_moves);
  }

  /// True if an engine with this evaluation accepts a draw: HandleDraws, ContemptScore.
  [[nodiscard]] static bool takes_draw(const config::Options& options,
                                       const std::optional<protocol::Score>& score) {
    return options.check(OptionId::handle_draws) && score &&
           at_most(*score, -options.spin(OptionId::contempt_score));
  }

  /// The claim for a game that has ended by its rules; nothing if it goes on.
  [[nodiscard]] static std::optional<protocol::ResultClaim> claim(const game::Outcome& outcome) {
    if (!outcome.is_over()) return std::nullopt;
    return protocol::ResultClaim{.score = score_of(outcome), .comment = reason_of(outcome)};
  }

 private:
  using OptionId = config::OptionId;
  using Color = game::Color;

  static bool at_most(const protocol::Score& score, std::int64_t centipawns) {
    return score.is_mate ? score.value <= 0 : score.value <= centipawns;
  }

  /// Whether the side that has moved has a queen; only in chess.
  static bool has_queen(const game::Game& game) {
    const chess::Position* const board = game.position() != nullptr ? game.position()->chess() : nullptr;
    return board != nullptr && board->pieces(~board->side_to_move(), chess::PieceType::queen) != 0;
  }

  static std::string_view score_of(const game::Outcome& outcome) {
    if (!outcome.winner) return "1/2-1/2";
    return *outcome.winner == Color::white ? "1-0" : "0-1";
  }

  static std::string_view reason_of(const game::Outcome& outcome) {
    const bool white = outcome.winner == Color::white;
    const bool drawn = !outcome.winner;
    switch (outcome.ending) {
      case game::Ending::none:
      case game::Ending::perpetual_check:
        break;
      case game::Ending::checkmate:
        return white ? "White mates" : "Black mates";
      case game::Ending::stalemate:
        return "Stalemate";
      case game::Ending::variant_end:
        return drawn ? "Draw by the rules" : white ? "White wins" : "Black wins";
      case game::Ending::insufficient_material:
        return "Draw by insufficient material";
      case game::Ending::quiet_moves:
        return drawn ? "Draw by fifty-move rule" : "Too many moves";
      case game::Ending::repetition:
        return drawn ? "Draw by repetition" : "Repetition";
    }
    return {};
  }

  int lost_moves_ = 0;  ///< lost moves in a row
};

}  // namespace polyglot::session
