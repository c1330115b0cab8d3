#include "session/game_record.hpp"
#include <utility>

#include <polyglot/protocol/cecp.hpp>

#include "session/move_text.hpp"

namespace polyglot::session {
namespace {

template <class Move>
std::optional<GameMove> any(std::optional<Move> move) {
  if (!move) return std::nullopt;
  return GameMove(std::move(*move));
}

}  // namespace

void GameRecord::begin(const chess::Position& start) {
  game_ = chess::Game(start);
  variant_.reset();
  ours_.clear();
  learned_ = false;
}

void GameRecord::begin_variant(std::string_view variant) {
  game_ = chess::Game();
  variant_.emplace(variant);
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

protocol::Search GameRecord::search(const protocol::SearchLimits& limits) const {
  return {.game = variant_ ? nullptr : &game_,
          .limits = limits,
          .castling = castling(),
          .variant = variant_ ? &variant_->game() : nullptr};
}

}  // namespace polyglot::session
