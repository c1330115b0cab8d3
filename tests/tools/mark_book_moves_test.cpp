// SPDX-License-Identifier: MIT
#include <string>

#include <gmock/gmock.h>

#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

using ::testing::HasSubstr;

/// The line of a log about a game.
std::string played(const std::string& book_plies, const std::string& position) {
  return "2026-05-01 12:00:00.123456 *  game played, book plies " + book_plies + ": position " + position +
         "\n";
}

const std::string kTags = "[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"1-0\"]\n\n";

class MarkBookMoves : public ::testing::Test {
 protected:
  Outcome mark(const std::string& pgn, const std::string& log) {
    write_file(folder_ / "games.pgn", pgn);
    write_file(folder_ / "a.log", log);
    return polyglot({"mark-book-moves", folder_ / "games.pgn", folder_ / "a.log"});
  }

  TemporaryFolder folder_;
};

TEST_F(MarkBookMoves, AddsACommentBehindEachAndLeavesTheRestAsItIs) {
  const std::string moves = "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6";
  const Outcome outcome =
      mark("% kept\r\n" + kTags +
               "1. e4! $1 {+0.1/1} e5 2.Nf3{glued} Nc6\n(2... d6 3. d4) 3. Bb5\n a6 ; the rest\n 1-0\n\n\n",
           "no line of a log\n" + played("0 2", moves) + played("1", moves));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out,
            "% kept\r\n" + kTags +
                "1. e4! $1 {book} {+0.1/1} e5 {book} 2.Nf3 {book}{glued} Nc6\n(2... d6 3. d4) 3. Bb5\n"
                " a6 ; the rest\n 1-0\n\n\n");
}

TEST_F(MarkBookMoves, MarksOnceHoweverOftenItIsRun) {
  const std::string log = played("0", "startpos moves e2e4 e7e5");
  const std::string once = mark(kTags + "1. e4 e5 1-0\n", log).out;
  EXPECT_THAT(once, HasSubstr("1. e4 {book} e5"));
  EXPECT_EQ(mark(once, log).out, once);
}

/// Two games with the same moves: in one the first engine had White, in the other the one without a book.
TEST_F(MarkBookMoves, GivesEachGameOfALogToOneGame) {
  const std::string game = kTags + "1. e4 e5 2. Nf3 Nc6 1-0\n\n";
  const Outcome outcome = mark(game + game + game, played("0 2", "startpos moves e2e4 e7e5 g1f3 b8c6") +
                                                       played("0", "startpos moves e2e4 e7e5 g1f3 b8c6"));
  EXPECT_EQ(outcome.out, kTags + "1. e4 {book} e5 2. Nf3 {book} Nc6 1-0\n\n" + kTags +
                             "1. e4 {book} e5 2. Nf3 Nc6 1-0\n\n" + game);
}

TEST_F(MarkBookMoves, KnowsGamesWhoseLastMovesOneSideHasNotSeen) {
  EXPECT_THAT(mark(kTags + "1. e4 e5 2. Nf3 1-0\n", played("0", "startpos moves e2e4")).out,
              HasSubstr("e4 {book}"));
  EXPECT_THAT(mark(kTags + "1. e4 1-0\n", played("0", "startpos moves e2e4 e7e5")).out,
              HasSubstr("e4 {book}"));
  for (const std::string other : {"startpos moves d2d4 e7e5 g1f3", "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5"})
    EXPECT_EQ(mark(kTags + "1. e4 e5 2. Nf3 1-0\n", played("0", other)).out, kTags + "1. e4 e5 2. Nf3 1-0\n");
}

TEST_F(MarkBookMoves, KnowsTheStartAndCastling) {
  const std::string fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  const std::string tags = "[SetUp \"1\"]\n[FEN \"" + fen + "\"]\n\n";
  EXPECT_EQ(mark(tags + "1. O-O O-O-O *\n", played("0", "fen " + fen + " moves e1h1 e8a8")).out,
            tags + "1. O-O {book} O-O-O *\n");
  EXPECT_EQ(mark(tags + "1. O-O O-O-O *\n", played("0", "startpos moves e1h1 e8a8")).out,
            tags + "1. O-O O-O-O *\n");
}

TEST_F(MarkBookMoves, WritesAFileAndSaysHowManyMovesItMarked) {
  write_file(folder_ / "games.pgn", kTags + "1. e4 1-0\n\n" + kTags + "1. d4 1-0\n");
  write_file(folder_ / "a.log", played("0", "startpos moves e2e4"));
  write_file(folder_ / "b.log", played("none", "startpos moves d2d4"));
  const Outcome outcome = polyglot({"mark-book-moves", folder_ / "games.pgn", folder_ / "a.log",
                                    folder_ / "b.log", "-o", folder_ / "games.pgn"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, (folder_ / "games.pgn") + ": 1 move marked, in 1 of 2 games\n");
  EXPECT_EQ(outcome.err,
            "polyglot mark-book-moves: " + (folder_ / "b.log") + ": holds no game with moves from a book\n");
  EXPECT_THAT(read_file(folder_ / "games.pgn"), HasSubstr("e4 {book} 1-0"));
}

TEST_F(MarkBookMoves, CountsTheGamesOfVariantsThatItLeavesAsTheyAre) {
  const std::string game = "[Variant \"Atomic\"]\n\n1. e4 e5 1-0\n\n";
  const Outcome outcome = mark(game + kTags + "1. e4 1-0\n\n" + game, played("0", "startpos moves e2e4"));
  EXPECT_EQ(outcome.out, game + kTags + "1. e4 {book} 1-0\n\n" + game);
  EXPECT_EQ(outcome.err, "polyglot mark-book-moves: 2 games of variants left without marks\n");
}

TEST_F(MarkBookMoves, RefusesLogsWithoutGames) {
  const Outcome outcome = mark(kTags + "1. e4 1-0\n", "2026-05-01 12:00:00.123456 *  a note\n");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("a.log: holds no game with moves from a book; play with Log = true"));
}

}  // namespace
}  // namespace polyglot::tools::test
