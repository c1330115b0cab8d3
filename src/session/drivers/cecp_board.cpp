// SPDX-License-Identifier: MIT
#include "session/drivers/cecp_board.hpp"
#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include <polyglot/protocol/cecp_variants.hpp>

namespace polyglot::session {
namespace {

using chess::Color;
using chess::PieceType;
using chess::Position;

/// The number of commands for a new game besides its moves: new, force, easy, post, the time control,
/// setboard.
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

/// The FEN of the start; empty: the usual start of the variant.
std::string fen_of(const game::Game& start) {
  return start.rules() != nullptr ? start.start()->to_fen() : start.text_start()->fen;
}

/// The start position after `new`. Empty if it is not known, because the engine may have shuffled the pieces.
std::string usual_fen(const game::Game& start, bool chess960) {
  if (start.rules() == nullptr || chess960) return {};
  const game::Position usual = start.rules()->start();
  const bool shuffled = usual.variant() != nullptr && usual.variant()->variant().is_shuffled();
  return shuffled ? std::string() : usual.to_fen();
}

bool have_same_rules(const game::Game& one, const game::Game& other) {
  return (one.rules() != nullptr) == (other.rules() != nullptr);
}

}  // namespace

std::optional<std::string> CecpBoard::variant_of(const CecpTarget& target) const {
  const protocol::CecpFeatures& features = back_.features();
  if (target.start.is_chess()) {
    const bool chess960 = target.chess960 && features.plays(protocol::kChess960);
    return std::string(chess960 ? protocol::kChess960 : std::string_view());
  }
  const game::Rules* const rules = target.start.rules();
  const std::string name = rules != nullptr ? std::string(rules->name()) : target.start.text_start()->variant;
  if (features.plays(name)) return name;
  const auto is_meant = [&](std::string_view played) { return rules != nullptr && rules->is_called(played); };
  const auto names = features.variant_names();
  const auto played = std::ranges::find_if(names, is_meant);
  if (played == names.end()) return std::nullopt;
  return std::string(*played);
}

/// Boards of variants are not set up by `edit`: pieces in hand and letters of pieces differ between engines.
bool CecpBoard::can_show(const CecpTarget& target) const {
  if (!variant_of(target)) return false;
  const bool is_set_up = fen_of(target.start) != usual_fen(target.start, false);
  return target.start.is_chess() || back_.features().setboard || !is_set_up;
}

bool CecpBoard::plays_chess960() const noexcept {
  return variant_ == protocol::kChess960;
}

std::size_t CecpBoard::common_moves(const CecpTarget& target) const {
  const auto ours = game_.moves();
  return static_cast<std::size_t>(std::ranges::mismatch(ours, target.moves).in1 - ours.begin());
}

bool CecpBoard::leads_to(const CecpTarget& target) const {
  if (shows_ == Shows::unknown || variant_ != variant_of(target) || !have_same_rules(game_, target.start))
    return false;
  if (start_fen_ != fen_of(target.start)) return shows_ == Shows::new_game;
  const std::size_t common = common_moves(target);
  const std::size_t back = game_.ply() - common;
  return back == 0 || back <= kCostOfNewGame + common;
}

void CecpBoard::begin(const CecpTarget& target, std::string& out) {
  out += "new\n";
  variant_ = variant_of(target).value_or("");
  if (!variant_.empty()) fmt::format_to(std::back_inserter(out), "variant {}\n", variant_);
  // Never `hard`, because we ponder by our own searches. `easy` is repeated, because no specification says
  // whether `new` changes it.
  out += "force\neasy\npost\n";
  game_ = target.start;
  start_fen_ = usual_fen(target.start, plays_chess960());
  shows_ = Shows::new_game;
  sent_.clear();
}

void CecpBoard::reach(const CecpTarget& target, std::string& out) {
  sent_.clear();
  if (start_fen_ != fen_of(target.start)) set_up(target, out);
  const std::size_t common = common_moves(target);
  for (std::size_t ply = game_.ply(); ply > common; --ply) out += "undo\n";
  game_.truncate(common);
  for (std::size_t ply = common; ply < target.moves.size(); ++ply) send(target.moves[ply], out);
  if (game_.ply() > 0) shows_ = Shows::game;
}

void CecpBoard::set_up(const CecpTarget& target, std::string& out) {
  start_fen_ = fen_of(target.start);
  if (target.start.is_chess() && !back_.features().setboard) {
    edit(*target.start.start()->chess(), out);
  } else {
    fmt::format_to(std::back_inserter(out), "setboard {}\n", start_fen_);
  }
  game_ = target.start;
  shows_ = Shows::game;
}

/// Sets up a board by `edit`, which cannot express castling rights and en passant. Source: CECP, "edit".
void CecpBoard::edit(const Position& position, std::string& out) {
  // The side to move is changed by a move, because many engines handle `black` wrongly.
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
  // Old versions of Crafty do not name the move.
  if (move.empty()) return !sent_.empty();
  return std::find(sent_.begin(), sent_.end(), move) != sent_.end();
}

}  // namespace polyglot::session
