#include <polyglot/pgn/game_walk.hpp>

namespace polyglot::pgn {

Result<chess::Position> start_position(const GameText& game) {
  const auto fen = game.tag(KnownTag::fen);
  const bool unused = game.tag(KnownTag::set_up) == "0";
  if (!fen || fen->empty() || unused) return chess::Position();
  return chess::Position::from_fen(*fen);
}

std::string WalkEnd::message() const {
  if (stop == WalkStop::bad_start) {
    const auto start = chess::Position::from_fen(where);
    return start ? "" : "the FEN tag is wrong: " + start.error().to_string();
  }
  if (stop == WalkStop::missing_move)
    return '"' + std::string(where) + "\" shows that a move is missing before it";
  const std::string move = std::to_string(position.fullmove_number()) +
                           (position.side_to_move() == chess::Color::white ? ". " : "... ") +
                           std::string(where);
  return move + (chess::is_ambiguous_san(position, where) ? " could be a move of several pieces"
                                                          : " is not a legal move");
}

}  // namespace polyglot::pgn
