// SPDX-License-Identifier: MIT
#include "explorer/counts_book.hpp"
#include <algorithm>
#include <cstdint>
#include <limits>

namespace polyglot::explorer {

book::BookMoves CountsBook::find(const game::Position& position) const {
  constexpr std::uint64_t kMostWeight = std::numeric_limits<std::uint32_t>::max();
  book::BookMoves known;
  const auto counted = counts_.find(position, {});
  if (!counted) {
    trouble_ = counted.error();
    return known;
  }
  for (const CountedMove& move : counted->moves) {
    const auto weight = static_cast<std::uint32_t>(std::min(move.totals.games, kMostWeight));
    known.total_weight += weight;
    known.moves.push_back({.move = move.move, .weight = weight});
  }
  return known;
}

}  // namespace polyglot::explorer
