#include "session/adjudicator.hpp"

namespace polyglot::session {
namespace {

using chess::Color;
using config::OptionId;

bool at_most(const protocol::Score& score, std::int64_t centipawns) {
  return score.is_mate ? score.value <= 0 : score.value <= centipawns;
}

/// The side that has moved.
bool has_queen(const chess::Game& game) {
  const chess::Position& position = game.position();
  return position.pieces(~position.side_to_move(), chess::PieceType::queen) != 0;
}

}  // namespace

bool Adjudicator::resigns(const config::Options& options, const chess::Game* game, bool had_choice,
                          const std::optional<protocol::Score>& score) {
  if (!options.check(OptionId::resign) || !had_choice) return false;
  if (!score || !at_most(*score, -options.spin(OptionId::resign_score))) {
    lost_moves_ = 0;
    return false;
  }
  ++lost_moves_;
  if (game != nullptr && has_queen(*game) && options.check(OptionId::queen_never_resigns)) return false;
  return lost_moves_ >= options.spin(OptionId::resign_moves);
}

bool Adjudicator::takes_draw(const config::Options& options, const std::optional<protocol::Score>& score) {
  return options.check(OptionId::handle_draws) && score &&
         at_most(*score, -options.spin(OptionId::contempt_score));
}

std::optional<protocol::ResultClaim> claim(chess::Termination termination, Color turn) {
  switch (termination) {
    case chess::Termination::none:
      return std::nullopt;
    case chess::Termination::checkmate:
      if (turn == Color::white) return protocol::ResultClaim{"0-1", "Black mates"};
      return protocol::ResultClaim{"1-0", "White mates"};
    case chess::Termination::stalemate:
      return protocol::ResultClaim{"1/2-1/2", "Stalemate"};
    case chess::Termination::insufficient_material:
      return protocol::ResultClaim{"1/2-1/2", "Draw by insufficient material"};
    case chess::Termination::fifty_moves:
      return protocol::ResultClaim{"1/2-1/2", "Draw by fifty-move rule"};
    case chess::Termination::threefold_repetition:
      return protocol::ResultClaim{"1/2-1/2", "Draw by repetition"};
  }
  return std::nullopt;
}

}  // namespace polyglot::session
