#include "session/cecp_board.hpp"
#include <algorithm>
#include <bit>
#include <string_view>

#include <fmt/format.h>

#include <polyglot/protocol/cecp_variants.hpp>

namespace polyglot::session {
namespace {

using chess::Color;
using chess::PieceType;
using chess::Position;

/// Commands of a new game besides its moves: new, force, easy, post, the time control, setboard.
constexpr std::size_t kCostOfNewGame = 6;

void list_pieces(const Position& position, Color color, std::string& out) {
  constexpr std::string_view kLetters = "PNBRQK";
  for (int i = 0; i < 64; ++i) {
    const chess::Square square(i);
    const chess::Piece piece = position.piece_on(square);
    if (piece.type == PieceType::none || piece.color != color) continue;
    out += kLetters[static_cast<std::size_t>(piece.type)];
    out += square.to_string();
    out += '\n';
  }
}

std::string fen_of(const CecpTarget& target) {
  return target.start.start()->to_fen();
}

}  // namespace

bool CecpBoard::plays_chess960(const CecpTarget& target) const {
  return target.chess960 && back_.features().plays(protocol::kChess960);
}

std::size_t CecpBoard::common_moves(const CecpTarget& target) const {
  const auto ours = game_.moves();
  return static_cast<std::size_t>(std::ranges::mismatch(ours, target.moves).in1 - ours.begin());
}

bool CecpBoard::leads_to(const CecpTarget& target) const {
  if (shows_ == Shows::unknown || chess960_ != plays_chess960(target)) return false;
  if (start_fen_ != fen_of(target)) return shows_ == Shows::new_game;
  const std::size_t common = common_moves(target);
  const std::size_t back = game_.ply() - common;
  return back == 0 || back <= kCostOfNewGame + common;
}

void CecpBoard::begin(const CecpTarget& target, std::string& out) {
  out += "new\n";
  chess960_ = plays_chess960(target);
  if (chess960_) fmt::format_to(std::back_inserter(out), "variant {}\n", protocol::kChess960);
  // Never `hard`: we ponder by searches of our own. `easy` is repeated as nobody says what `new` does to it.
  out += "force\neasy\npost\n";
  game_ = game::Game();
  // Engines of Chess960 may have drawn an arrangement of their own.
  start_fen_ = chess960_ ? std::string() : std::string(chess::kStartFen);
  shows_ = Shows::new_game;
  sent_.clear();
}

void CecpBoard::reach(const CecpTarget& target, std::string& out) {
  sent_.clear();
  if (start_fen_ != fen_of(target)) set_up(target, out);
  const std::size_t common = common_moves(target);
  for (std::size_t ply = game_.ply(); ply > common; --ply) out += "undo\n";
  game_.truncate(common);
  for (std::size_t ply = common; ply < target.moves.size(); ++ply) send(target.moves[ply], out);
  if (game_.ply() > 0) shows_ = Shows::game;
}

void CecpBoard::set_up(const CecpTarget& target, std::string& out) {
  start_fen_ = fen_of(target);
  if (back_.features().setboard) {
    fmt::format_to(std::back_inserter(out), "setboard {}\n", start_fen_);
  } else {
    edit(*target.start.start()->chess(), out);
  }
  game_ = target.start;
  shows_ = Shows::game;
}

/// Castling rights and en passant cannot be said this way. Source: CECP, "edit".
void CecpBoard::edit(const Position& position, std::string& out) {
  // The side to move can only be changed by a move; `black` is what many engines get wrong.
  if (position.side_to_move() == Color::black) {
    out += back_.features().usermove ? "usermove a2a3\n" : "a2a3\n";
  }
  out += "edit\n#\n";
  list_pieces(position, Color::white, out);
  out += "c\n";
  list_pieces(position, Color::black, out);
  out += ".\n";
}

void CecpBoard::send(const game::Move& move, std::string& out) {
  sent_.push_back(text_of(game_, move));
  fmt::format_to(std::back_inserter(out), "{}{}\n", back_.features().usermove ? "usermove " : "",
                 sent_.back());
  game_.push(move);
}

bool CecpBoard::was_sent(std::string_view move) const {
  // Old versions of Crafty do not say which move.
  if (move.empty()) return !sent_.empty();
  return std::find(sent_.begin(), sent_.end(), move) != sent_.end();
}

}  // namespace polyglot::session
