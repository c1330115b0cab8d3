#include "session/game_record.hpp"

#include <polyglot/protocol/cecp.hpp>

namespace polyglot::session {

void GameRecord::begin(const chess::Position& start) {
  game_ = chess::Game(start);
  ours_.clear();
}

void GameRecord::push(chess::Move move, bool ours) {
  game_.push(move);
  ours_.push_back(ours);
}

bool GameRecord::take_back(std::size_t plies) {
  if (plies > game_.ply()) return false;
  game_.truncate(game_.ply() - plies);
  ours_.resize(game_.ply());
  return true;
}

chess::CastlingNotation GameRecord::castling() const {
  return chess960() ? chess::CastlingNotation::king_takes_rook : chess::CastlingNotation::king_to_destination;
}

std::string GameRecord::text_of(chess::Move move) const {
  return protocol::cecp_move_text(move, chess960());
}

}  // namespace polyglot::session
