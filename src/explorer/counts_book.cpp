// SPDX-License-Identifier: MIT
#include "explorer/counts_book.hpp"

namespace polyglot::explorer {

CountsBook::CountsBook(const std::string& path) : file_(counts::CountsFile::open(path).value()) {
  auto rules = game::Rules::find(file_.header().variant);
  if (!rules) throw Failure(rules.error().to_string(), path);
  rules_ = *std::move(rules);
}

book::BookMoves CountsBook::find(const game::Position& position) const {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  book::BookMoves known;
  const auto found = result_of([&] { return counted(position, {}); });
  if (!found) {
    trouble_ = found.error();
    return known;
  }
  for (const CountedMove& move : found->moves) {
    const auto weight = static_cast<std::uint32_t>(std::min(move.totals.games, kMost));
    known.total_weight += weight;
    known.moves.push_back({.move = move.move, .weight = weight});
  }
  return known;
}

}  // namespace polyglot::explorer
