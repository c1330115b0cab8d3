// SPDX-License-Identifier: MIT
#include <polyglot/pgn/game_walk.hpp>

namespace polyglot::pgn {
namespace {

std::size_t playable_plies(chess::Position position, std::span<const std::string_view> moves) {
  std::size_t plies = 0;
  for (; plies < moves.size(); ++plies) {
    const chess::Move move = chess::read_san(position, moves[plies]);
    if (move.is_null()) break;
    position.make(move);
  }
  return plies;
}

/// True if the word would be a move with another letter for its piece, such as "Sf3" or "Lb5".
bool has_foreign_letter(std::string_view word) {
  constexpr std::string_view kEnglish = "KQRBNPO";
  if (word.empty() || word.front() < 'A' || word.front() > 'Z' || kEnglish.find(word.front()) != word.npos)
    return false;
  return chess::looks_like_move("N" + std::string(word.substr(1)));
}

}  // namespace

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
  if (stop == WalkStop::null_move) return "a null move ends the game";
  if (stop == WalkStop::missing_move)
    return '"' + std::string(where) + "\" shows that a move is missing before it";
  const std::string move = std::to_string(position.fullmove_number()) +
                           (position.side_to_move() == chess::Color::white ? ". " : "... ") +
                           std::string(where);
  const bool several = chess::san_matches(position, where).size() > 1;
  if (several) return move + " could be a move of several pieces";
  return move + " is not a legal move" +
         (has_foreign_letter(where) ? ": Polyglot reads the English letters K, Q, R, B and N" : "");
}

chess::Move resolve_ambiguous(const chess::Position& position, std::span<const std::string_view> moves) {
  const chess::MoveList matches = chess::san_matches(position, moves.front());
  if (matches.size() < 2) return {};
  chess::Move best;
  std::size_t most_plies = 0;
  for (const chess::Move move : matches) {
    chess::Position next = position;
    next.make(move);
    const std::size_t plies = 1 + playable_plies(next, moves.subspan(1));
    if (plies >= most_plies) best = plies > most_plies ? move : chess::Move();
    most_plies = std::max(most_plies, plies);
  }
  return best;
}

}  // namespace polyglot::pgn
