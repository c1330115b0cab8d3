// SPDX-License-Identifier: MIT
#include <polyglot/builder/build.hpp>

#include "builder/made_book.hpp"
#include "support/symbolic_link.hpp"
#include "support/testing.hpp"
#include "test_paths.hpp"

namespace polyglot::builder::test {
namespace {

std::vector<std::string> problems_of(const std::string& games, std::size_t max_ply = 1024) {
  auto settings = all_moves();
  settings.max_ply = max_ply;
  const auto book = make({games}, settings);
  return book.problems();
}

TEST(DamagedGames, KeepTheMovesBeforeTheDamage) {
  const auto book =
      make({game("1-0", "1. e4 e5 2. Qxf7 Nc6") + game("1-0", "1. d4 -- 2. e4") + game("1-0", "1. c4 c5")});
  EXPECT_THAT(book.moves(), ElementsAre("e2e4 2", "d2d4 2", "c2c4 2"));
  const Counts& counts = book.summary.counts;
  EXPECT_EQ(counts.games, 3U);
  EXPECT_EQ(counts.used, 3U);
  EXPECT_EQ(counts.plies, 5U);
  EXPECT_EQ(counts.bad_moves, 1U);
  EXPECT_EQ(counts.null_moves, 1U);
  EXPECT_THAT(book.problems(),
              ElementsAre(AllOf(StartsWith("games1.pgn:4: 2. Qxf7"), HasSubstr("not a legal move")),
                          "games1.pgn:9: a null move ends the game"));
}

TEST(DamagedGames, AMoveThatSeveralPiecesCouldMakeIsNamedSo) {
  EXPECT_THAT(problems_of(game("1-0", "1. Nf3 d5 2. d4 Nf6 3. Nd2")),
              ElementsAre("games1.pgn:4: 3. Nd2 could be a move of several pieces"));
}

TEST(DamagedGames, AMissingMoveIsTheEndIfAWrongOneFollows) {
  const std::string moves = "1. d4 Nf6 2. c4 e6 3. Nc3 Be7 4. Nf3 ";
  EXPECT_EQ(make({game("1-0", moves + "5. d5 a6")}).summary.counts.plies, 7U);
  EXPECT_THAT(problems_of(game("1-0", moves + "5. d5 a6")),
              ElementsAre("games1.pgn:4: \"5.\" shows that a move is missing before it"));
  EXPECT_THAT(problems_of(game("1-0", moves + "OO 5. d5 a6")),
              ElementsAre("games1.pgn:4: 4... OO is not a legal move"));
  EXPECT_THAT(problems_of(game("1-0", moves + "5. d5 a6"), 8), IsEmpty());
}

TEST(DamagedGames, WrongNumbersMeanNothingIfTheMovesAreRight) {
  EXPECT_EQ(make({game("1-0", "1. e4 e5 3. Nf3 Nc6 7. Bb5")}).summary.counts.plies, 5U);
  EXPECT_THAT(problems_of(game("1-0", "1. e4 e5 3. Nf3 Nc6 7. Bb5")), IsEmpty());
}

TEST(DamagedGames, OfVariantsAndWithoutAPositionAreSkipped) {
  const auto book =
      make({game("1-0", "1. e4", "[Variant \"Atomic\"]\n") + game("1-0", "1. e4", "[FEN \"8/8 w\"]\n")});
  EXPECT_THAT(book.bytes, IsEmpty());
  EXPECT_EQ(book.summary.counts.variants, 1U);
  EXPECT_EQ(book.summary.counts.bad_starts, 1U);
  EXPECT_EQ(book.summary.counts.used, 0U);
  EXPECT_THAT(book.problems(), ElementsAre("games1.pgn:2: a game of Atomic, skipped",
                                           StartsWith("games1.pgn:8: the FEN tag is wrong")));
}

TEST(DamagedGames, GamesFromOtherPositionsAndOfChess960AreTaken) {
  const std::string start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  const std::string chess960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
  const auto book = make({game("1-0", "1. e4", "[SetUp \"1\"]\n[FEN \"" + start + "\"]\n") +
                          game("1-0", "9. Nc3", "[Variant \"Chess960\"]\n[FEN \"" + chess960 + "\"]\n") +
                          game("1-0", "1. e4", "[Variant \"wild/5\"]\n[FEN \"" + start + "\"]\n") +
                          game("1-0", "9. Nc3", "[Variant \"wild/fr\"]\n[FEN \"" + chess960 + "\"]\n")});
  EXPECT_THAT(book.moves(start), ElementsAre("e2e4 4"));
  EXPECT_THAT(book.moves(chess960), ElementsAre("a2c3 4"));
  // Without a FEN the start is not known.
  const auto wild = make({game("1-0", "1. e4", "[Variant \"wild/5\"]\n") +
                          game("1-0", "1. e4", "[Variant \"wild/23\"]\n[FEN \"" + start + "\"]\n")});
  EXPECT_EQ(wild.summary.counts.variants, 2U);
}

TEST(LostText, IsReportedOnceForEachKindAndCountedForEachGame) {
  const std::string games = game("1-0", "1. e4 foo\ne5 bar ) 2. Nf3 {") + game("1-0", "1. d4 d5");
  const auto book = make({games});
  EXPECT_EQ(book.summary.counts.lost_text, 1U);
  EXPECT_EQ(book.summary.counts.plies, 5U);
  EXPECT_THAT(
      problems_of(games),
      ElementsAre(
          "games1.pgn:4: \"foo\" is not a move and is skipped",
          StartsWith("games1.pgn:5: a ) closes no variation"),
          "games1.pgn:5: a comment that begins here is not closed; what follows in the game is lost"));
}

TEST(LostText, StandsInTheOrderOfTheGameAndOnlyBeforeItsEnd) {
  EXPECT_THAT(problems_of(game("1-0", "1. e4 foo\nKe4 }")),
              ElementsAre(HasSubstr(":4: \"foo\""), HasSubstr(":5: 1... Ke4")));
  EXPECT_THAT(problems_of(game("1-0", "1. e4 -- foo (")), ElementsAre(HasSubstr("null move")));
  EXPECT_THAT(problems_of(game("1-0", "1. e4 foo", "[FEN \"8/8 w\"]\n")), ElementsAre(HasSubstr("FEN")));
}

TEST(LostText, InACommentThatRanOnStandsWhereItBegan) {
  const std::string games = game("1-0", "1. e4 {king pawn 1... e5 2. Nf3\n{knight} 2... Nc6 3. Bb5 foo a6");
  EXPECT_THAT(problems_of(games), ElementsAre(StartsWith("games1.pgn:4: a comment that begins here"),
                                              StartsWith("games1.pgn:5: \"foo\"")));
  EXPECT_THAT(problems_of(games, 1), IsEmpty());
}

TEST(LostText, IsNoProblemBehindThePliesAskedFor) {
  const std::string games = game("1-0", "1. e4 e5 foo 2. Nf3");
  EXPECT_THAT(problems_of(games, 2), IsEmpty());
  EXPECT_THAT(problems_of(games, 3), ElementsAre(HasSubstr("foo")));
}

TEST(DamagedGames, AreErrorsIfStrictAndTheFirstIsNamed) {
  std::string games = times(50, game("1-0", "1. e4"));
  games += game("1-0", "1. e5") + times(20'000, game("1-0", "1. Ke4"));
  for (const unsigned threads : {1U, 3U}) {
    auto settings = all_moves();
    settings.strict = true;
    settings.threads = threads;
    EXPECT_THAT(try_to_make({games}, settings).error().to_string(), HasSubstr("games1.pgn:254: 1. e5"));
  }
}

TEST(DamagedGames, AreAllInTheReport) {
  const Folder folder;
  auto settings = all_moves();
  settings.report = folder / "report.txt";
  settings.shown = 2;
  settings.threads = 3;
  const std::string games = times(3000, game("1-0", "1. e5"));
  const auto book = make({games, games}, settings);
  EXPECT_EQ(book.summary.problems, 6000U);
  EXPECT_EQ(book.summary.first_problems.size(), 2U);
  std::istringstream report(read_text(settings.report));
  int line_number = 0;
  for (std::string line; std::getline(report, line); ++line_number) {
    const std::string expected = "games" + std::to_string(line_number / 3000 + 1) +
                                 ".pgn:" + std::to_string(line_number % 3000 * 5 + 4) + ": 1. e5";
    ASSERT_THAT(line, HasSubstr(expected));
  }
  EXPECT_EQ(line_number, 6000);
}

TEST(DamagedInput, GivesWhatItHoldsAndIsNamed) {
  const std::string not_pgn = "PK\x03\x04 an archive";
  const auto book = make({game("1-0", "1. e4"), not_pgn, game("1-0", "1. d4")});
  EXPECT_THAT(book.moves(), ElementsAre("e2e4 2", "d2d4 2"));
  EXPECT_TRUE(book.summary.damaged_input);
  EXPECT_THAT(book.problems(), ElementsAre(AllOf(StartsWith("games2.pgn"), HasSubstr("zip archive"))));
}

TEST(DamagedInput, WithoutGamesIsNamedAndMakesNoBookAlone) {
  const std::string page = "<html>no games here</html>\n";
  EXPECT_THAT(try_to_make({page}, all_moves()).error().to_string(), HasSubstr("games1.pgn: holds no games"));
  EXPECT_THAT(make({page, game("1-0", "1. e4"), ""}).problems(), ElementsAre("games1.pgn: holds no games"));
  EXPECT_THAT(make({""}).bytes, IsEmpty());
}

TEST(Files, ThatAreInputsAreNotOverwritten) {
  const Folder folder;
  const std::string games = game("1-0", "1. e4");
  write_text(folder / "games.pgn", games);
  if (!polyglot::test::make_symbolic_link("games.pgn", folder / "link.pgn")) GTEST_SKIP() << "no links here";
  const auto error = [&](const std::string& output, const std::string& report) {
    auto settings = all_moves();
    settings.inputs = {folder / "link.pgn"};
    settings.output = output;
    settings.report = report;
    Progress progress;
    const auto made = build_book(settings, progress);
    return made ? std::string() : made.error().what;
  };
  EXPECT_THAT(error(folder / "games.pgn", ""), HasSubstr("is an input"));
  EXPECT_THAT(error(folder / "book.bin", folder / "games.pgn"), HasSubstr("is an input"));
  EXPECT_THAT(error(folder / "book.bin", folder / "./book.bin"), HasSubstr("the book and the report"));
  EXPECT_EQ(read_text(folder / "games.pgn"), games);
  EXPECT_EQ(folder.names().size(), 2U);
  EXPECT_EQ(error(folder / "book.bin", folder / "report.txt"), "");
  EXPECT_EQ(folder.names().size(), 4U);
}

TEST(Files, OfTheRunHaveTheirFolderCheckedBeforeItBegins) {
  auto settings = all_moves();
  settings.temporary_folder = "/there/is/no/such/folder";
  EXPECT_THAT(try_to_make({game("1-0", "1. e4")}, settings).error().to_string(),
              HasSubstr("/there/is/no/such/folder"));
}

TEST(InputFiles, AreFoundInFoldersInTheOrderOfTheirNames) {
  const Folder folder;
  for (const char* const name : {"b.pgn", "a.PGN", "c.pgn.zst", "notes.txt", "d.zip"})
    write_text(folder / name, "");
  const auto files = input_files({folder / "b.pgn", folder / "", "-"});
  EXPECT_THAT(files.value(),
              ElementsAre(folder / "b.pgn", folder / "a.PGN", folder / "b.pgn", folder / "c.pgn.zst", "-"));
}

TEST(InputFiles, ThatAreMissingAreErrors) {
  EXPECT_TRUE(input_files({"/there/is/no/such/file.pgn"}).has_error());
  const Folder empty;
  EXPECT_THAT(input_files({empty / ""}).error().what, HasSubstr("no PGN files"));
}

}  // namespace
}  // namespace polyglot::builder::test
