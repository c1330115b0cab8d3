#include "session/game_record.hpp"
#include <utility>

#include <polyglot/protocol/cecp.hpp>

#include "session/move_text.hpp"

namespace polyglot::session {
namespace {

using chess::Color;
using Score = protocol::GameResult::Score;

template <class Move>
std::optional<GameMove> any(std::optional<Move> move) {
  if (!move) return std::nullopt;
  return GameMove(std::move(*move));
}

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

void GameRecord::begin(const chess::Position& start) {
  game_ = chess::Game(start);
  variant_.reset();
  ours_.clear();
  learned_ = false;
}

void GameRecord::begin_variant(std::string_view variant, bool gui_knows_setup) {
  game_ = chess::Game();
  variant_.emplace(variant, gui_knows_setup);
  ours_.clear();
}

Result<void> GameRecord::set_up(std::string_view fen) {
  if (variant_) {
    if (!variant_->set_up(fen)) return Error{"no position of " + variant_->name(), std::string(fen)};
    ours_.clear();
    return {};
  }
  const auto position = chess::Position::from_fen(fen);
  if (!position) return position.error();
  begin(*position);
  return {};
}

std::optional<GameMove> GameRecord::read(std::string_view text) const {
  if (variant_) return any(variant_->read(text));
  return any(chess::move_from_text(position(), text));
}

std::optional<GameMove> GameRecord::read_uci(std::string_view text, bool add_queen) const {
  if (variant_) return any(variant_->read_uci(text));
  return any(read_uci_move(position(), text, add_queen));
}

std::string GameRecord::text_of(const GameMove& move) const {
  if (const auto* known = std::get_if<chess::Move>(&move))
    return protocol::cecp_move_text(*known, chess960());
  return variant_->text_of(std::get<VariantMove>(move));
}

void GameRecord::push(const GameMove& move, bool ours) {
  if (variant_) {
    variant_->push(std::get<VariantMove>(move));
  } else {
    game_.push(std::get<chess::Move>(move));
  }
  ours_.push_back(ours);
}

bool GameRecord::take_back(std::size_t plies) {
  if (plies > ply()) return false;
  const std::size_t left = ply() - plies;
  ours_.resize(left);
  if (variant_) {
    variant_->truncate(left);
  } else {
    game_.truncate(left);
  }
  return true;
}

chess::CastlingNotation GameRecord::castling() const {
  return chess960() ? chess::CastlingNotation::king_takes_rook : chess::CastlingNotation::king_to_destination;
}

MoveNumber GameRecord::next() const noexcept {
  if (variant_) return variant_->next();
  return {.side = position().side_to_move(), .number = position().fullmove_number()};
}

chess::Termination GameRecord::termination() const {
  return variant_ ? chess::Termination::none : game_.termination();
}

std::vector<book::PlayedMove> GameRecord::results(Score result) const {
  const std::size_t first = played_throughout(ours_, 0) ? 0 : 1;
  if (!played_throughout(ours_, first)) return {};
  const Color side = first == 0 ? game_.start().side_to_move() : ~game_.start().side_to_move();
  const std::optional<int> earned = points(result, side);
  if (!earned) return {};

  std::vector<book::PlayedMove> moves;
  chess::Position position = game_.start();
  for (std::size_t ply = 0; ply < game_.ply(); ++ply) {
    const chess::Move move = game_.moves()[ply];
    if (ply % 2 == first) moves.push_back({.position = position, .move = move, .points = *earned});
    position.make(move);
  }
  return moves;
}

protocol::Search GameRecord::search(const protocol::SearchLimits& limits) const {
  return {.game = variant_ ? nullptr : &game_,
          .limits = limits,
          .castling = castling(),
          .variant = variant_ ? &variant_->game() : nullptr};
}

}  // namespace polyglot::session
