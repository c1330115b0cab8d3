// SPDX-License-Identifier: MIT
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

constexpr const char* kOneGame = "[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n";
constexpr std::size_t kRecord = 16;

class MakeBook : public ToolTest {};

TEST_F(MakeBook, ReadsBookPgnAndWritesBookBinByDefault) {
  write_text(folder_ / "book.pgn", kOneGame);
  EXPECT_THAT(polyglot({"make-book", "-min-game", "1"}, {.folder = folder_.path()}),
              Succeeds(AllOf(HasSubstr("1 read, 1 used, 3 plies"), HasSubstr("book.bin: 2 entries"))));
  EXPECT_EQ(read_text(folder_ / "book.bin").size(), 2 * kRecord);
}

TEST_F(MakeBook, ReadsFilesFoldersAndStandardInput) {
  write_text(folder_ / "a.pgn", kOneGame);
  std::filesystem::create_directory(folder_ / "more");
  write_text(folder_ / "more/b.pgn", kOneGame);
  EXPECT_THAT(polyglot({"make-book", folder_ / "a.pgn", folder_ / "more", "-", "-o", folder_ / "x.bin"},
                       {.input = kOneGame, .folder = {}}),
              Succeeds(HasSubstr("3 read, 3 used")));
  EXPECT_EQ(read_text(folder_ / "x.bin").size(), 2 * kRecord);
}

TEST_F(MakeBook, CountsTheMovesThatItLeavesOut) {
  const std::string games =
      std::string(kOneGame) + kOneGame + kOneGame + "[Result \"1-0\"]\n\n1. e4 c5 2. Nf3 1-0\n\n";
  const auto make = [&](const Arguments& more) {
    return polyglot(Arguments{"make-book", "-", "-o", folder_ / "x.bin"} + more, {.input = games}).out;
  };
  EXPECT_THAT(make({}), HasSubstr("\nLeft out:  2 moves in fewer than 3 games; to keep them: --min-game 1\n"
                                  "Left out:  1 move with weight 0; to keep them: --keep-zero\nBook: "));
  EXPECT_THAT(make({"--summary", "json"}),
              HasSubstr(R"("moves":5,"rare_moves":2,"weightless_moves":1,"weak_moves":0,)"));
  EXPECT_THAT(make({"--format", "crafty", "--min-game", "4"}), HasSubstr("moves in fewer than 4 games"));
  EXPECT_THAT(make({"--min-game", "1", "--keep-zero"}), Not(HasSubstr("Left out")));
  EXPECT_THAT(make({"--min-game", "1", "--keep-zero", "--min-score", "0.5"}),
              HasSubstr("Left out:  2 moves with a score below 0.5 %\n"));
  EXPECT_THAT(make({"--format", "crafty", "--min-game", "1", "--min-win-percent", "1"}),
              HasSubstr("moves with too few wins for --min-win-percent\n"));
  EXPECT_THAT(make({"--min-game", "1", "--summary", "json"}), HasSubstr("\"rare_moves\":0,"));
}

TEST_F(MakeBook, NamesWhatItLost) {
  write_text(folder_ / "a.pgn", std::string(kOneGame) + "[Event \"?\"]\n\n1. e4 e4 *\n");
  EXPECT_THAT(
      polyglot({"make-book", folder_ / "a.pgn", "-min-game", "1", "-bin", folder_ / "x.bin"}),
      Succeeds(AllOf(HasSubstr("Cut short: 1 at a wrong move"), HasSubstr("a.pgn:8: 1... e4 is not"))));
  EXPECT_THAT(polyglot({"make-book", folder_ / "a.pgn", "-bin", folder_ / "y.bin", "-strict"}),
              Fails(1, HasSubstr("a.pgn:8: 1... e4 is not")));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "y.bin"));
}

TEST_F(MakeBook, TellsOfLostText) {
  const auto output = [&](const std::string& games) {
    return polyglot({"make-book", "-", "-bin", folder_ / "x.bin"}, {.input = games, .folder = {}}).out;
  };
  EXPECT_THAT(output(std::string(kOneGame) + "[Event \"?\"]\n\n1. e4 {e5\n"),
              AllOf(HasSubstr("Damaged:   1 with text that was lost\n"),
                    HasSubstr("standard input:8: a comment that begins here is not closed")));
  EXPECT_THAT(output(kOneGame), Not(HasSubstr("Damaged")));
}

TEST_F(MakeBook, FailsIfAnInputIsCutButKeepsWhatItHeld) {
  write_text(folder_ / "a.pgn", kOneGame);
  write_text(folder_ / "b.pgn.gz", "\x1f\x8b\x08");
  EXPECT_THAT(polyglot({"make-book", folder_.path(), "-bin", folder_ / "x.bin", "-min-game", "1"}),
              Fails(1, HasSubstr("some input could not be read")));
  EXPECT_EQ(read_text(folder_ / "x.bin").size(), 2 * kRecord);
}

TEST_F(MakeBook, RefusesWhatMakesNoSense) {
  for (const char* const options : {"-memory 1M",
                                    "-memory lots",
                                    "-threads 0",
                                    "-since soon",
                                    "-result 2-0",
                                    "-elo-of none",
                                    "-time-class slow",
                                    "-sample 2",
                                    "-factors 1,2",
                                    "-weights heavy",
                                    "-weights frequency -factors 2,1,0",
                                    "-side-of-player",
                                    "-side-of-player -player x -only-white",
                                    "-variant checkers",
                                    "-variants mine.ini",
                                    "-half-life nan",
                                    "-half-life 0",
                                    "-min-score nan",
                                    "-factors 1,inf,0",
                                    "-factors 1,,2,3,",
                                    "-prior -10,50",
                                    "-prior 10,5000",
                                    "-factors 2,1,0 -prior 10,50",
                                    "-min-base -5",
                                    "-since 2024.13.45",
                                    "-since 2024-05-17junk",
                                    "-since 2023.02.29",
                                    "-player-side white",
                                    "-elo-of mean -max-elo-diff 100",
                                    "-seed 7",
                                    "-decay-until 2024",
                                    "-since 2024 -until 2000",
                                    "-min-elo 3000 -max-elo 2000",
                                    "-eco foo",
                                    "-eco -B20"}) {
    const Arguments arguments{"make-book", "-", "-bin", folder_ / "x.bin"};
    EXPECT_THAT(polyglot(arguments + words_of(options), {.input = kOneGame}),
                Fails(2, HasSubstr("polyglot make-book: ")))
        << options;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "x.bin")) << options;
  }
}

constexpr const char* kVariantGames =
    "[Variant \"Atomic\"]\n[Result \"1-0\"]\n\n1. Nf3 f6 1-0\n\n"
    "[Variant \"atomic\"]\n[Result \"1-0\"]\n\n1. Nf3 f6 1-0\n\n"
    "[Result \"1-0\"]\n\n1. e4 e5 1-0\n";

TEST_F(MakeBook, OfAVariantNamesItInTheHeader) {
  const std::string book = folder_ / "x.bin";
  EXPECT_THAT(polyglot({"make-book", "-", "-bin", book, "-variant", "atomic", "-min-game", "2"},
                       {.input = kVariantGames}),
              Succeeds(AllOf(HasSubstr("3 read, 2 used"), HasSubstr("1 of other variants"),
                             Not(HasSubstr("Problems")))));
  EXPECT_THAT(polyglot({"info-book", book}).out, HasSubstr(", for atomic\n"));
}

TEST_F(MakeBook, SaysWhyGamesAreNotWanted) {
  const auto rated = [](const char* elo) {
    return std::string("[Event \"?\"]\n[WhiteElo \"") + elo + "\"]\n[BlackElo \"" + elo +
           "\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n";
  };
  const std::string games = rated("2500") + rated("2000") + rated("?") + kOneGame;
  EXPECT_THAT(polyglot({"make-book", "-", "--min-elo", "2400", "--min-game", "1", "-o", folder_ / "x.bin"},
                       {.input = games}),
              Succeeds(HasSubstr("Skipped:   2 without a rating, 1 with other ratings\n")));
  EXPECT_THAT(polyglot({"make-book", "-", "--min-elo", "2400", "--min-game", "1", "--summary", "json", "-o",
                        folder_ / "x.bin"},
                       {.input = games})
                  .out,
              HasSubstr(R"("not_wanted":{"without a rating":2,"with other ratings":1})"));
}

TEST_F(MakeBook, TakesFiltersWithinTheirLimits) {
  std::string tags;
  for (const char* const tag : {"WhiteElo \"2500\"", "BlackElo \"2400\"", "Date \"2024.05.17\"",
                                "ECO \"B20\"", "TimeControl \"600+5\""})
    tags += std::string("[") + tag + "]\n";
  EXPECT_THAT(polyglot({"make-book",     "-",         "-o",         folder_ / "x.bin",
                        "-min-elo",      "2400",      "-max-elo",   "2500",
                        "-max-elo-diff", "100",       "-min-base",  "600",
                        "-max-base",     "600",       "-since",     "2024-05",
                        "-until",        "2024.5.17", "-eco",       "a,b2-b3",
                        "-min-score",    "-5",        "-half-life", "2.5",
                        "-min-game",     "1",         "-header",    "a\\nb"},
                       {.input = tags + "\n1. e4 c5 *\n", .folder = {}}),
              Succeeds(HasSubstr("1 read, 1 used, 2 plies")));
  EXPECT_THAT(polyglot({"info-book", folder_ / "x.bin"}).out, HasSubstr("a\nb"));
}

TEST_F(MakeBook, TakesTheLastOfListsThatAreRepeated) {
  const std::string game =
      "[Event \"?\"]\n[Result \"1-0\"]\n[ECO \"B20\"]\n[TimeControl \"600\"]\n\n1. e4 c5 1-0\n";
  const auto used = [&](const std::string& option, const char* first, const char* last) {
    const Outcome outcome = polyglot({"make-book", "-", "-o", folder_ / "x.bin", "-min-game", "1",
                                      "-allow-empty", option, first, option, last},
                                     {.input = game, .folder = {}});
    return outcome.out.find("1 used") != outcome.out.npos;
  };
  for (const auto& [option, fits, other] : {std::array{"-result", "0-1,1-0", "0-1"},
                                            {"-eco", "B", "C,D20-D30"},
                                            {"-time-class", "rapid", "blitz"}}) {
    EXPECT_TRUE(used(option, other, fits)) << option;
    EXPECT_FALSE(used(option, fits, other)) << option;
  }
}

TEST_F(MakeBook, ReplacesNoBookByNothing) {
  write_text(folder_ / "games.pgn", kOneGame);
  write_text(folder_ / "book.bin", std::string(kRecord, '\0'));
  EXPECT_THAT(
      polyglot({"make-book", folder_ / "games.pgn", "-min-elo", "3500", "-bin", folder_ / "book.bin"}),
      Fails(1, HasSubstr("none of 1 game can be used, nothing is written: 1 without a rating")));
  write_text(folder_ / "none.pgn", "[Result \"1-0\"]\n\n1. Ke4 1-0\n");
  EXPECT_THAT(polyglot({"make-book", folder_ / "none.pgn", "-bin", folder_ / "none.bin"}),
              Fails(1, HasSubstr("nothing is written: 1 with a first move that cannot be played")));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "none.bin"));
  EXPECT_THAT(
      polyglot({"make-book", folder_ / "games.pgn", "-variant", "crazyhouse", "-bin", folder_ / "none.bin"}),
      Fails(1, HasSubstr("nothing is written: 1 of other variants (see --variant)")));
  write_text(folder_ / "noise", std::string(5, '\0'));
  EXPECT_THAT(polyglot({"make-book", folder_ / "noise", "-bin", folder_ / "other.bin"}),
              Fails(1, HasSubstr("noise: holds bytes that no text has")));
  EXPECT_EQ(read_text(folder_ / "book.bin").size(), kRecord);
  EXPECT_THAT(polyglot({"make-book", folder_ / "games.pgn", "-bin", folder_ / "book.bin"}),
              Fails(1, HasSubstr("book.bin: is not replaced with an empty book (see --min-game")));
  EXPECT_THAT(polyglot({"make-book", "-", "-bin", folder_ / "book.bin"}),
              Fails(1, HasSubstr("is not replaced with an empty book (there are no games)")));
  EXPECT_EQ(read_text(folder_ / "book.bin").size(), kRecord);
}

TEST_F(MakeBook, ReplacesABookByNothingIfAsked) {
  write_text(folder_ / "book.bin", std::string(kRecord, '\0'));
  EXPECT_THAT(polyglot({"make-book", "-", "-bin", folder_ / "book.bin", "-allow-empty"}), Succeeds());
  EXPECT_THAT(read_text(folder_ / "book.bin"), IsEmpty());
  EXPECT_THAT(polyglot({"make-book", "-", "-bin", folder_ / "new.bin"}, {.input = kOneGame, .folder = {}}),
              Fails(1, HasSubstr("no entry: " + folder_ / "new.bin" + " is not written, see --min-game")));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "new.bin"));
}

TEST_F(MakeBook, AndOtherToolsNameGamesWithoutMoves) {
  const std::string games = folder_ / "games.pgn";
  const std::string out = folder_ / "out.epd";
  write_text(folder_ / "one.pgn", kOneGame);
  write_text(games, "[Event \"?\"]\n[Result \"1-0\"]\n\n1-0\n\n[Event \"?\"]\n[Result \"0-1\"]\n");
  ASSERT_EQ(polyglot({"make-book", folder_ / "one.pgn", "--min-game", "1", "-o", folder_ / "book"}).exit_code,
            0);
  const std::string why = "games.pgn: the games have no moves";
  for (const char* const tool : {"make-book", "count-games", "make-openings"})
    EXPECT_THAT(polyglot({tool, games, "-o", out}), Fails(1, HasSubstr(why))) << tool;
  EXPECT_FALSE(std::filesystem::exists(out));
  EXPECT_THAT(polyglot({"review-games", games, folder_ / "book"}), Fails(1, HasSubstr(why)));
  EXPECT_THAT(polyglot({"probe", games}).err, HasSubstr("games.pgn: has no game of chess with moves"));
}

TEST_F(MakeBook, TellsFilteredGamesFromMovesThatWerePlayedTooSeldom) {
  EXPECT_THAT(polyglot({"make-book", "-", "--bin", folder_ / "new.bin", "--allow-empty", "--min-elo", "2400"},
                       {.input = kOneGame, .folder = {}})
                  .err,
              HasSubstr("holds no moves, no game was used"));
}

TEST_F(MakeBook, WritesTheBookToStandardOutputAndItsSummaryBesideIt) {
  write_text(folder_ / "games.pgn", kOneGame);
  const Surroundings here{.folder = folder_.path()};
  ASSERT_EQ(polyglot({"make-book", "games.pgn", "--min-game", "1", "-o", "book.bin"}, here).exit_code, 0);
  EXPECT_THAT(polyglot({"make-book", "games.pgn", "--min-game", "1", "-out", "-"}, here),
              Succeeds(read_text(folder_ / "book.bin"), HasSubstr("Book:      -: ")));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "-"));
}

}  // namespace
}  // namespace polyglot::tools::test
