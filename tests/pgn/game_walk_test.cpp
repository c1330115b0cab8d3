// SPDX-License-Identifier: MIT
#include <polyglot/chess/notation.hpp>

#include "pgn/read_games.hpp"

namespace polyglot::pgn {
namespace {

using chess::Move;
using chess::Position;
using test::game_of;

constexpr auto kVisitNothing = [](const Position&, Move, std::size_t) {};

TEST(GameWalk, VisitsThePositionBeforeEachMove) {
  std::vector<std::string> seen;
  const WalkEnd end =
      walk(game_of("1. e4 c5 2. Nf3 *"), [&](const Position& position, Move move, std::size_t ply) {
        seen.push_back(std::to_string(ply) + chess::to_san(position, move));
      });
  EXPECT_THAT(seen, ElementsAre("0e4", "1c5", "2Nf3"));
  EXPECT_EQ(end.stop, WalkStop::end);
  EXPECT_EQ(end.plies, 3U);
  EXPECT_EQ(end.position.to_fen(), "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
}

TEST(GameWalk, StopsWhereTheVisitorWants) {
  const WalkEnd end =
      walk(game_of("1. e4 c5 2. Nf3 *"), [](const Position&, Move, std::size_t ply) { return ply < 2; });
  EXPECT_EQ(end.stop, WalkStop::visitor);
  EXPECT_EQ(end.plies, 2U);
  EXPECT_EQ(end.position.side_to_move(), chess::Color::white);
}

TEST(GameWalk, KeepsTheMovesBeforeABadOne) {
  const std::string text = "1. e4 e5\n2. Ke3 Nf6 *";
  std::size_t visited = 0;
  const WalkEnd end = walk(game_of(text), [&](const Position&, Move, std::size_t) { ++visited; });
  EXPECT_EQ(end.stop, WalkStop::bad_move);
  EXPECT_EQ(visited, 2U);
  EXPECT_EQ(end.plies, 2U);
  EXPECT_EQ(end.where, "Ke3");
  EXPECT_EQ(end.where.data(), text.data() + text.find("Ke3"));
  EXPECT_THAT(end.message(), HasSubstr("2. Ke3 "));
}

TEST(GameWalk, TakesAnAmbiguousMoveForTheOneWithWhichTheGameGoesOn) {
  const auto played = [](const std::string& moves) {
    std::string text;
    (void)walk(game_of(moves), [&](const Position& position, Move move, std::size_t) {
      text += ' ' + to_san(position, move);
    });
    return text;
  };
  EXPECT_EQ(played("1. Nf3 d5 2. d4 Nf6 3. Nd2 e6 4. Nc3 *"), " Nf3 d5 d4 Nf6 Nfd2 e6 Nc3");
  EXPECT_EQ(played("1. Nf3 d5 2. d4 Nf6 3. Nd2 e6 4. Ng1 *"), " Nf3 d5 d4 Nf6 Nbd2 e6 Ng1");
  EXPECT_EQ(played("1. Nf3 d5 2. d4 Nf6 3. Nd2 e6 4. Ng1 Kd4 *"), " Nf3 d5 d4 Nf6 Nbd2 e6 Ng1");
  EXPECT_EQ(played("1. Nf3 d5 2. d4 Nf6 3. Nd2 e6 4. e4 *"), " Nf3 d5 d4 Nf6") << "either would do";
  EXPECT_EQ(played("1. Nf3 d5 2. d4 Nf6 3. Nd2 *"), " Nf3 d5 d4 Nf6");
}

TEST(GameWalk, StopsAtANullMoveWithoutCallingItBad) {
  const WalkEnd end = walk(game_of("1. e4 -- 2. d4 *"), kVisitNothing);
  EXPECT_EQ(end.stop, WalkStop::null_move);
  EXPECT_EQ(end.plies, 1U);
}

TEST(GameWalk, RefusesABadStart) {
  const WalkEnd end = walk(game_of("[FEN \"8/8/8 w - - 0 1\"]\n\n1. e4 *"),
                           [](const Position&, Move, std::size_t) { FAIL(); });
  EXPECT_EQ(end.stop, WalkStop::bad_start);
  EXPECT_EQ(end.where, "8/8/8 w - - 0 1");
  EXPECT_THAT(end.message(), HasSubstr("FEN"));
}

TEST(GameWalk, StartsWhereTheFenTagSays) {
  constexpr std::string_view kFen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  const std::string fen_tag = "[FEN \"" + std::string(kFen) + "\"]\n";
  EXPECT_EQ(start_position(game_of(fen_tag))->to_fen(), kFen);
  EXPECT_EQ(start_position(game_of(fen_tag + "[SetUp \"0\"]\n"))->to_fen(), chess::kStartFen);
  EXPECT_EQ(start_position(game_of("[FEN \"\"]\n"))->to_fen(), chess::kStartFen);
}

TEST(GameWalk, NamesTheLettersThatItReadsWhereAMoveHasOthers) {
  const auto message = [](const std::string& moves) {
    const std::string text = "1. " + moves + " *";
    return walk(game_of(text), kVisitNothing).message();
  };
  for (const char* const move : {"Sf3", "Cf3", "e4 e5 2. Lb5", "e4 e5 2. Lxb5", "e4 e5 2. Dh5+"})
    EXPECT_THAT(message(move), HasSubstr("reads the English letters K, Q, R, B and N")) << move;
  EXPECT_THAT(message("Nf4"), testing::EndsWith("is not a legal move"));
}

TEST(GameWalk, PlaysEveryWayToWriteAMove) {
  // The king's knight by SAN, its relaxations, and coordinates with and without a dash.
  for (const char* move : {"Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "g1f3", "g1-f3", "Nf3!", "Nf3+"}) {
    const std::string text = std::string("1. ") + move + " *";
    EXPECT_EQ(walk(game_of(text), kVisitNothing).plies, 1U) << move;
  }
}

TEST(Variant, KnowsTheNamesOfChess) {
  for (const char* name :
       {"", "?", "-", "Standard", "normal", "Chess", "From Position", "chess960", "Chess 960", "Chess-960",
        "fischerandom", "FischerRandom", "Fischer Random Chess", "FRC"})
    EXPECT_TRUE(is_chess(name)) << name;
  for (const char* name : {"Crazyhouse", "Atomic", "Three-check", "King of the Hill", "Antichess", "Horde",
                           "Racing Kings", "suicide", "bughouse", "capablanca", "shogi", "wild/5"})
    EXPECT_FALSE(is_chess(name)) << name;
}

TEST(Variant, IsChessWithoutATag) {
  EXPECT_TRUE(is_chess(game_of("[Event \"A\"]\n\n*")));
  EXPECT_FALSE(is_chess(game_of("[Event \"B\"]\n[Variant \"Atomic\"]\n\n*")));
}

}  // namespace
}  // namespace polyglot::pgn
