// SPDX-License-Identifier: MIT
#include "chess/helpers.hpp"
#include "support/chess_game.hpp"
#include "support/testing.hpp"

namespace polyglot::chess {
namespace {

using testing::position_of;
using testing::uci;

void play(Game& game, const std::vector<std::string_view>& moves) {
  for (const auto move : moves) game.push(uci(game.position(), move));
}

TEST(Game, ThirdOccurrenceEndsIt) {
  Game game;
  play(game, {"g1f3", "g8f6", "f3g1", "f6g8"});
  EXPECT_EQ(game.occurrences(), 2);
  EXPECT_EQ(game.termination(), Termination::none);
  play(game, {"g1f3", "g8f6", "f3g1", "f6g8"});
  EXPECT_EQ(game.occurrences(), 3);
  EXPECT_EQ(game.termination(), Termination::threefold_repetition);
  game.truncate(game.ply() - 1);
  EXPECT_EQ(game.occurrences(), 2);
}

TEST(Game, CountsPositionsAsTheSameByTheRules) {
  struct Played {
    std::string_view fen;
    std::vector<std::string_view> moves;
    int occurrences;
  };
  const Played games[] = {
      // A lost castling right makes another position.
      {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", {"e1e2", "e8e7", "e2e1", "e7e8"}, 1},
      {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", {"e1e2", "e8e7", "e2e1", "e7e8", "e1e2", "e8e7", "e2e1", "e7e8"}, 2},
      // So does a lost en passant capture, unless the pawn is pinned.
      {"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", {"e2e4", "e8e7", "e1e2", "e7e8", "e2e1"}, 1},
      {"8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1", {"d2d4", "a4b5", "h4h5", "b5a4", "h5h4"}, 2},
      // Nothing from before a pawn move counts.
      {kStartFen, {"g1f3", "g8f6", "f3g1", "f6g8", "e2e4", "e7e5", "g1f3", "g8f6", "f3g1", "f6g8"}, 2},
      // A halfmove clock may be larger than the length of the game.
      {"4k3/8/8/8/8/8/8/R3K3 w - - 90 80", {"a1b1", "e8e7", "b1a1", "e7e8"}, 2}};
  for (const auto& [fen, moves, occurrences] : games) {
    Game game(position_of(fen));
    play(game, moves);
    EXPECT_EQ(game.occurrences(), occurrences) << fen;
  }
}

TEST(Game, FiftyMovesEndIt) {
  Game game(position_of("4k3/8/8/8/8/8/8/R3K3 w - - 98 80"));
  play(game, {"a1b1"});
  EXPECT_EQ(game.termination(), Termination::none);
  play(game, {"e8e7"});
  EXPECT_EQ(game.termination(), Termination::fifty_moves);
}

TEST(Game, MateComesBeforeFiftyMoves) {
  Game game(position_of("7k/8/6K1/8/8/8/8/R7 w - - 99 80"));
  play(game, {"a1a8"});
  EXPECT_EQ(game.termination(), Termination::checkmate);
}

TEST(Game, Stalemate) {
  EXPECT_EQ(Game(position_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")).termination(), Termination::stalemate);
}

TEST(Game, InsufficientMaterial) {
  for (const char* placement : {"4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4KN2", "4kb2/8/8/8/8/8/8/4K3",
                                "2b1k3/8/8/8/8/8/8/4KB2", "4k3/8/8/8/8/B7/1B6/B3K3"}) {
    const Game game(position_of(std::string(placement) + " w - - 0 1"));
    EXPECT_EQ(game.termination(), Termination::insufficient_material) << placement;
  }
  for (const char* placement : {"4k3/8/8/8/8/8/8/4KNN1", "4kb2/8/8/8/8/8/8/4KB2", "4kn2/8/8/8/8/8/8/4KB2",
                                "4k3/p7/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/R3K3", "3nk3/8/8/8/8/8/8/4KN2"}) {
    EXPECT_FALSE(position_of(std::string(placement) + " w - - 0 1").has_insufficient_material()) << placement;
  }
}

}  // namespace
}  // namespace polyglot::chess
