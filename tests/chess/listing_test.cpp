// SPDX-License-Identifier: MIT
// The lists are those of Polyglot 2.0.4 (dump-book) after the same moves.
#include <sstream>

#include <gtest/gtest.h>

#include <polyglot/chess/listing.hpp>
#include <polyglot/chess/notation.hpp>

namespace polyglot::chess {
namespace {

std::string listed_after(const std::string& moves) {
  Position position;
  ListingOrder order(position);
  std::istringstream words(moves);
  for (std::string word; words >> word;) {
    const Move move = move_from_uci(position, word).value();
    order.make(position, move);
    position.make(move);
  }
  std::vector<Move> listed = listed_moves(position);
  order.sort(position, listed);
  std::string text;
  for (const Move move : listed) text += (text.empty() ? "" : " ") + to_san(position, move);
  return text;
}

TEST(ListingOrder, KeepsThePlaceOfAPieceThatMoves) {
  EXPECT_EQ(listed_after("e2e4 c7c6 d2d4 d7d5 e4e5 c6c5 d4c5"),
            "Kd7 a6 a5 b6 b5 d4 e6 f6 f5 g6 g5 h6 h5 Na6 Nc6 Nd7 Bd7 Be6 Bf5 Bg4 Bh3 Qc7 Qb6 Qa5+ Qd7 Qd6 "
            "Nf6 Nh6");
}

TEST(ListingOrder, PutsTheLastPieceInThePlaceOfOneThatIsTaken) {
  EXPECT_EQ(listed_after("d2d4 e7e5 d4e5 d7d6 e5d6"),
            "Kd7 a6 a5 b6 b5 cxd6 c6 c5 Nf6 Nh6 Ne7 f6 f5 g6 g5 h6 h5 Na6 Nc6 Nd7 Bd7 Be6 Bf5 Bg4 Bh3 Qd7 "
            "Qxd6 Qe7 Qf6 Qg5 Qh4 Be7 Bxd6");
  EXPECT_EQ(listed_after("e2e4 a7a6 e4e5 d7d5 e5d6 a6a5"),
            "Ke2 Na3 Nc3 Qe2 Qf3 Qg4 Qh5 Be2 Bd3 Bc4 Bb5+ Ba6 Ne2 Nf3 Nh3 a3 a4 b3 b4 c3 c4 d3 d4 dxc7 dxe7 "
            "d7+ f3 f4 g3 g4 h3 h4");
}

TEST(ListingOrder, KeepsThePlacesOfKingAndRookThatCastle) {
  EXPECT_EQ(listed_after("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3 e8g8 c1e3"),
            "Kh8 a6 a5 b6 b5 d6 d5 g6 g5 h6 h5 Rb8 Nb4 Nd4 Na5 Ne7 Nb8 Qe7 Qe8 Bb4 Ba3 Bd4 Bxe3 Bb6 Bd6 Be7 "
            "Nxe4 Ng4 Nd5 Nh5 Ne8 Re8");
}

TEST(ListingOrder, PutsAQueenInThePlaceOfHerPawn) {
  EXPECT_EQ(listed_after("a2a4 b7b5 a4b5 a7a6 b5a6 h7h6 a6a7 h6h5 a7b8q h5h4"),
            "Ra2 Ra3 Ra4 Ra5 Ra6 Ra7 Rxa8 Na3 Nc3 Nf3 Nh3 Qa7 Qb7 Qb6 Qb5 Qb4 Qb3 Qxc7 Qxa8 Qxc8 b3 b4 c3 c4 "
            "d3 d4 e3 e4 f3 f4 g3 g4 h3");
}

}  // namespace
}  // namespace polyglot::chess
