#include "session/exclusions.hpp"
#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <utility>

namespace polyglot::session {
namespace {

using chess::Move;
using chess::MoveKind;
using chess::PieceType;
using chess::Square;

/// Offsets on a board that is 16 squares wide.
constexpr int kBoardWidth = 16;

int wide(Square square) {
  return square.rank() * kBoardWidth + square.file();
}

int direction(int offset, int distance) {
  return distance == 0 ? 0 : offset / distance;
}

/// Where the king goes, also when he castles.
int castling_order(Move move) {
  if (move.kind() != MoveKind::castling) return 0;
  return move.to() > move.from() ? 1 : 2;
}

auto place_in_list(const chess::Position& position, Move move) {
  const PieceType piece = position.type_on(move.from());
  const int offset = wide(move.to()) - wide(move.from());
  const bool slides = piece == PieceType::bishop || piece == PieceType::rook || piece == PieceType::queen;
  const bool pushes = piece == PieceType::pawn && move.from().file() == move.to().file();
  const int distance = std::max(std::abs(move.to().file() - move.from().file()),
                                std::abs(move.to().rank() - move.from().rank()));
  const int step = pushes ? 0 : slides ? direction(offset, distance) : offset;
  return std::tuple(castling_order(move), piece != PieceType::king, move.from().index(), pushes, step,
                    distance, static_cast<int>(move.promotion()));
}

}  // namespace

std::vector<Move> listed_moves(const chess::Position& position) {
  const chess::MoveList legal = position.legal_moves();
  std::vector<Move> moves(legal.begin(), legal.end());
  std::ranges::sort(moves, {}, [&](Move move) { return place_in_list(position, move); });
  return moves;
}

void Exclusions::clear() {
  chosen_ = false;
  excluded_.clear();
}

bool Exclusions::contains(Move move) const {
  return std::ranges::find(excluded_, move) != excluded_.end();
}

/// To leave out everything is only a preparation for taking in a few moves.
bool Exclusions::exclude(const chess::Position& position, std::optional<Move> move) {
  chosen_ = true;
  if (!move) {
    excluded_ = listed_moves(position);
    return false;
  }
  if (contains(*move)) return false;
  excluded_.push_back(*move);
  return remaining(position).has_value();
}

bool Exclusions::include(std::optional<Move> move) {
  if (!move) return !std::exchange(excluded_, {}).empty();
  return std::erase(excluded_, *move) > 0;
}

std::optional<std::vector<Move>> Exclusions::remaining(const chess::Position& position) const {
  if (!chosen_) return std::nullopt;
  std::vector<Move> moves = listed_moves(position);
  std::erase_if(moves, [this](Move move) { return contains(move); });
  if (moves.empty()) return std::nullopt;
  return moves;
}

}  // namespace polyglot::session
