#include "session/lesson.hpp"
#include <optional>

namespace polyglot::session {
namespace {

using chess::Color;
using Score = protocol::GameResult::Score;

/// Half points of a side.
std::optional<int> points(Score result, Color side) {
  switch (result) {
    case Score::white_wins:
      return side == Color::white ? 2 : 0;
    case Score::black_wins:
      return side == Color::black ? 2 : 0;
    case Score::draw:
      return 1;
    case Score::unknown:
      break;
  }
  return std::nullopt;
}

/// True if we played every move of the side that moved at ply `first`, and there is one.
bool played_throughout(const std::vector<bool>& ours, std::size_t first) {
  for (std::size_t ply = first; ply < ours.size(); ply += 2) {
    if (!ours[ply]) return false;
  }
  return first < ours.size();
}

}  // namespace

std::vector<book::PlayedMove> lesson(const chess::Game& game, const std::vector<bool>& ours, Score result) {
  const std::size_t first = played_throughout(ours, 0) ? 0 : 1;
  if (!played_throughout(ours, first)) return {};
  const Color side = first == 0 ? game.start().side_to_move() : ~game.start().side_to_move();
  const std::optional<int> earned = points(result, side);
  if (!earned) return {};

  std::vector<book::PlayedMove> moves;
  chess::Position position = game.start();
  for (std::size_t ply = 0; ply < game.ply(); ++ply) {
    const chess::Move move = game.moves()[ply];
    if (ply % 2 == first) moves.push_back({.position = position, .move = move, .points = *earned});
    position.make(move);
  }
  return moves;
}

}  // namespace polyglot::session
