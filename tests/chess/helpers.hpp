// SPDX-License-Identifier: MIT
#pragma once

#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/chess/notation.hpp>
#include <polyglot/chess/position.hpp>

namespace polyglot::chess::testing {

inline Position position_of(std::string_view fen) {
  return Position::from_fen(fen).value();
}

inline Move uci(const Position& position, std::string_view text) {
  const auto move = move_from_uci(position, text);
  if (!move) throw std::invalid_argument("not legal: " + std::string(text) + " in " + position.to_fen());
  return *move;
}

inline Position after(Position position, const std::vector<std::string_view>& moves) {
  for (const std::string_view move : moves) position.make(uci(position, move));
  return position;
}

/// Calls `visit(position)` for every position of `games` random games of at most `plies` plies.
template <class Visit>
void walk_randomly(const Position& start, int games, int plies, unsigned seed, Visit visit) {
  std::mt19937 random(seed);
  for (int game = 0; game < games; ++game) {
    Position position = start;
    for (int ply = 0; ply < plies; ++ply) {
      visit(position);
      const MoveList moves = position.legal_moves();
      if (moves.empty()) break;
      position.make(moves[random() % moves.size()]);
    }
  }
}

/// Where random walks meet every special move soon.
inline constexpr std::string_view kWalkStarts[] = {
    kStartFen,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "rk2r3/8/8/8/8/8/8/RK2R3 w KQkq - 0 1",
    "1rkr4/8/8/8/8/8/8/1RKR4 w KQkq - 0 1",
};

}  // namespace polyglot::chess::testing
