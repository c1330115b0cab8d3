// SPDX-License-Identifier: MIT
#include "builder/made_book.hpp"
#include "support/testing.hpp"

namespace polyglot::builder::test {
namespace {

TEST(PolyglotRule, CountsHalfPointsOfTheMover) {
  const auto book = make({game("1-0", "1. e4 e5") + game("1/2-1/2", "1. e4 e5") + game("*", "1. e4 c5")});
  EXPECT_THAT(book.moves(), ElementsAre("e2e4 4"));
  EXPECT_THAT(book.moves("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
              ElementsAre("e7e5 1", "c7c5 1"));
  EXPECT_THAT(make({game("0-1", "1. e4 e5")}).moves(), IsEmpty()) << "without moves that only lost";
}

TEST(PolyglotRule, PutsEqualMovesInTheOrderOfTheirFirstGames) {
  const auto book = make({game("1-0", "1. h4") + game("1/2-1/2", "1. a4") + game("1-0", "1. g4"),
                          game("1/2-1/2", "1. a4") + game("1-0", "1. b4 b5 2. h4")});
  EXPECT_THAT(book.moves(), ElementsAre("h2h4 2", "a2a4 2", "g2g4 2", "b2b4 2"));
}

TEST(PolyglotRule, HalvesAllMovesOfAPositionRoundingUp) {
  const std::string others = times(3, game("1/2-1/2", "1. d4")) + game("1-0", "1. c4");
  auto settings = all_moves();
  settings.entries.min_games = 2;
  const auto before = make({others + times(16383, game("1-0", "1. e4"))}, settings);
  EXPECT_THAT(before.moves(), ElementsAre("e2e4 32766", "d2d4 3"));
  const auto after = make({others + times(16384, game("1-0", "1. e4"))}, settings);
  EXPECT_THAT(after.moves(), ElementsAre("e2e4 16384", "d2d4 2"));
}

TEST(PolyglotRule, TakesTheResultFromTheLastTagOfItsExactName) {
  const auto made = [](const std::string& tags) {
    return make({"[Event \"?\"]\n" + tags + "\n1. e4 1-0\n"});
  };
  // Books are those of 2.0.4. The summary counts wins that they take for draws.
  for (const char* const tags : {"", "[Result \" 1-0\"]\n", "[RESULT \"1-0\"]\n", "[Result \"*\"]\n"}) {
    EXPECT_THAT(made(tags).moves(), ElementsAre("e2e4 1")) << tags;
    EXPECT_EQ(made(tags).summary.counts.drawn_by_tag, 1U) << tags;
  }
  for (const char* const tags : {"[Result \"0-1\"]\n[Result \"1-0\"]\n", "[Result \"1 - 0\"]\n",
                                 "[Result \"1\u22120\"]\n", "[Result \"1:0\"]\n"}) {
    EXPECT_THAT(made(tags).moves(), ElementsAre("e2e4 2")) << tags;
    EXPECT_EQ(made(tags).summary.counts.drawn_by_tag, 0U) << tags;
  }
}

TEST(PolyglotRule, ReportsResultsThatItCannotRead) {
  const auto problems = [](const char* result) {
    return make({std::string("[Event \"?\"]\n[Result \"") + result + "\"]\n\n1. e4 *\n"}).problems();
  };
  EXPECT_THAT(problems("1-O"), ElementsAre("games1.pgn:2: \"1-O\" is not a result"));
  for (const char* const result : {"*", "?", "", "-", "1/2-1/2", "0.5-0.5"})
    EXPECT_THAT(problems(result), IsEmpty()) << result;
}

TEST(PolyglotRule, CountsGuessedEndsOfGames) {
  const auto book = make({"1. e4 c5\n\n1. d4 Nf6\n"});
  EXPECT_THAT(book.moves(), ElementsAre("e2e4 1", "d2d4 1"));
  EXPECT_EQ(book.summary.counts.games, 2U);
  EXPECT_EQ(book.summary.counts.guessed_ends, 1U);
}

TEST(PolyglotRule, NeedsGamesAndScore) {
  const std::string games = times(4, game("1-0", "1. e4")) + times(2, game("1-0", "1. d4")) +
                            game("1-0", "1. c4") + game("0-1", "1. c4") + game("0-1", "1. c4");
  auto settings = all_moves();
  settings.entries.min_games = 3;
  EXPECT_THAT(make({games}, settings).moves(), ElementsAre("e2e4 8", "c2c4 2"));
  settings.entries.min_score = 33.4;
  EXPECT_THAT(make({games}, settings).moves(), ElementsAre("e2e4 8"));
}

TEST(PolyglotRule, UniformWeightsKeepTheOrderOfTheGames) {
  auto settings = all_moves();
  settings.entries.uniform = true;
  const auto book = make({game("1/2-1/2", "1. a4") + game("1-0", "1. e4")}, settings);
  EXPECT_THAT(book.moves(), ElementsAre("a2a4 1", "e2e4 1"));
}

TEST(PolyglotRule, TakesThePliesAskedForAndChecksNoOthers) {
  auto settings = all_moves();
  settings.max_ply = 1;
  const auto book = make({game("1-0", "1. e4 Ke4 2. rubbish9")}, settings);
  EXPECT_THAT(book.moves(), ElementsAre("e2e4 2"));
  EXPECT_EQ(book.summary.problems, 0U);
  settings.max_ply = 0;
  EXPECT_EQ(make({game("1-0", "1. e4")}, settings).bytes, "");
}

TEST(Build, GivesTheBookAHeader) {
  auto settings = all_moves();
  settings.header = book::BookHeader{.comment = "Made of one game"};
  const auto book = make({game("1-0", "1. e4")}, settings);
  EXPECT_EQ(book.bytes.substr(8, 4), "@PG@");
  EXPECT_EQ(book.summary.entries, 1U);
}

TEST(Build, LeavesNothingWhenItIsStopped) {
  const Folder folder;
  write_text(folder / "games.pgn", game("1-0", "1. e4"));
  auto settings = all_moves();
  settings.inputs = {folder / "games.pgn"};
  settings.output = folder / "book.bin";
  Progress progress;
  progress.stop = true;
  EXPECT_TRUE(build_book(settings, progress).has_error());
  EXPECT_THAT(folder.names(), ElementsAre("games.pgn"));
}

}  // namespace
}  // namespace polyglot::builder::test
