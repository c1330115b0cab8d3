// SPDX-License-Identifier: MIT
#include <polyglot/variants/perft.hpp>

namespace polyglot::variants {

std::uint64_t perft(const Position& position, int depth) {
  if (depth <= 0) return 1;
  const std::vector<Move> moves = position.legal_moves();
  if (depth == 1) return moves.size();
  std::uint64_t leaves = 0;
  for (const Move& move : moves) {
    Position next = position;
    next.make(move);
    leaves += perft(next, depth - 1);
  }
  return leaves;
}

}  // namespace polyglot::variants
