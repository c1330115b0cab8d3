// SPDX-License-Identifier: MIT
#include <polyglot/game/position.hpp>

namespace polyglot::game {
namespace {

Outcome outcome_of(const chess::Position& position) {
  if (!position.has_legal_move()) {
    if (position.in_check()) return {.ending = Ending::checkmate, .winner = ~position.side_to_move()};
    return {.ending = Ending::stalemate, .winner = std::nullopt};
  }
  if (position.has_insufficient_material())
    return {.ending = Ending::insufficient_material, .winner = std::nullopt};
  constexpr int kFiftyMoves = 100;
  if (position.halfmove_clock() >= kFiftyMoves)
    return {.ending = Ending::quiet_moves, .winner = std::nullopt};
  return {};
}

}  // namespace

Key Position::key() const noexcept {
  return chess() != nullptr ? chess()->key() : variant()->key();
}

Color Position::side_to_move() const noexcept {
  return chess() != nullptr ? chess()->side_to_move() : variant()->side_to_move();
}

int Position::fullmove_number() const noexcept {
  return chess() != nullptr ? chess()->fullmove_number() : variant()->fullmove_number();
}

std::string Position::to_fen() const {
  return chess() != nullptr ? chess()->to_fen() : variant()->to_fen();
}

std::string Position::to_uci_fen(chess::CastlingNotation castling) const {
  if (chess() == nullptr) return variant()->to_fen(variants::FenStyle::uci);
  return chess()->to_fen(castling == chess::CastlingNotation::king_takes_rook ? chess::FenStyle::shredder
                                                                              : chess::FenStyle::x_fen);
}

std::vector<Move> Position::legal_moves() const {
  const auto all_of = [](const auto& legal) { return std::vector<Move>(legal.begin(), legal.end()); };
  return chess() != nullptr ? all_of(chess()->legal_moves()) : all_of(variant()->legal_moves());
}

bool Position::has_legal_move() const {
  return chess() != nullptr ? chess()->has_legal_move() : variant()->has_legal_move();
}

Outcome Position::outcome() const {
  return chess() != nullptr ? outcome_of(*chess()) : variant()->outcome();
}

void Position::make(const Move& move) {
  if (auto* const position = std::get_if<chess::Position>(&position_)) {
    position->make(std::get<chess::Move>(move));
    return;
  }
  auto next = std::make_shared<variants::Position>(*variant());
  next->make(std::get<variants::Move>(move));
  position_ = Shared(std::move(next));
}

}  // namespace polyglot::game
