#include "session/exclusions.hpp"
#include <algorithm>
#include <utility>

#include <polyglot/chess/listing.hpp>

namespace polyglot::session {

using chess::Move;

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
    excluded_ = chess::listed_moves(position);
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
  std::vector<Move> moves = chess::listed_moves(position);
  std::erase_if(moves, [this](Move move) { return contains(move); });
  if (moves.empty()) return std::nullopt;
  return moves;
}

}  // namespace polyglot::session
