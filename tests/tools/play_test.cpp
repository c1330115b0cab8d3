// SPDX-License-Identifier: MIT
// play: games in a terminal against real engines.
#include <csignal>

#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

constexpr const char* kStockfish = "/usr/games/stockfish";
constexpr const char* kFairyMax = "/usr/games/fairymax";

class Play : public ToolTest {
 protected:
  void SetUp() override {
    for (const char* const engine : {kStockfish, kFairyMax})
      if (!std::filesystem::exists(engine)) GTEST_SKIP() << engine << " is not installed";
    write_text(folder_ / "games.pgn", "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n");
    EXPECT_EQ(polyglot({"make-book", folder_ / "games.pgn", "--min-game", "1", "--keep-zero", "-o",
                        folder_ / "book.bin"})
                  .exit_code,
              0);
    write_text(folder_ / "polyglot.ini",
               "[PolyGlot]\nEngineCommand = stockfish\nBook = true\nBookFile = book.bin\nBookTreshold = 0\n");
  }
  /// Plays with short searches; somebody types `input`.
  [[nodiscard]] Outcome play(const Arguments& arguments, const std::string& input) const {
    return polyglot(Arguments{"play"} + arguments + Arguments{"--movetime", "0.05"},
                    {.input = input, .folder = folder_.path(), .limit = 60});
  }
};

TEST_F(Play, ShowsABoardAndEndsWithTheGameAsPgn) {
  const Outcome outcome = play({}, "e4\r\nquit\r\n");  // as a console of Windows ends lines
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("\n 8  r n b q k b n r\n 7  p p p p p p p p\n 6  . . . . . . . .\n"));
  EXPECT_THAT(outcome.out, HasSubstr("\n 1  R N B Q K B N R\n    a b c d e f g h\n"));
  EXPECT_THAT(outcome.out, HasSubstr("[White \"Player\"]\n[Black \"Stockfish"));
  EXPECT_THAT(outcome.out, HasSubstr("[Result \"*\"]\n[Termination \"unterminated\"]\n\n1. e4 "));
  EXPECT_THAT(outcome.out, Not(HasSubstr("\x1b")));
}

TEST_F(Play, BeginsAtAPositionInPlainWords) {
  EXPECT_THAT(
      play({"polyglot.ini", "1. e4 e5"}, "book\nquit\n"),
      Succeeds(AllOf(HasSubstr("book: Nf3 "), HasSubstr("[Termination \"unterminated\"]\n\n1. e4 e5 *\n"))));
  EXPECT_THAT(play({"polyglot.ini", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "Ra8"}, "").out,
              HasSubstr("1-0: checkmate\n"));
  EXPECT_THAT(play({"polyglot.ini", "e5"}, ""), Fails(2, HasSubstr("\"e5\" is no legal move")));
}

TEST_F(Play, PlaysTheBookAndShowsIt) {
  // Games that White has won give Black no weight: its move is the engine's.
  EXPECT_THAT(play({"--side", "black"}, "book\nquit\n").out,
              AllOf(HasSubstr("plays 1. e4 (book)\n"),
                    HasSubstr("book: e5       weight     0  not played: weight 0\n"),
                    HasSubstr("    h g f e d c b a\n"), HasSubstr("[Black \"Player\"]")));
}

TEST_F(Play, TellsWhatItDoesNotUnderstand) {
  EXPECT_THAT(
      play({}, "e5\nboard\n1. e4\nquit\n"),
      Succeeds(AllOf(HasSubstr("\"e5\" is no legal move here; type a move as e4 or e2e4, or one of the "
                               "words board, book, help, resign, quit\n\n 8  r n b "),
                     HasSubstr("\n\n1. e4 "))));
}

TEST_F(Play, ShowsItsWordsAndLetsTheUserResign) {
  EXPECT_THAT(play({"--side", "black"}, "help\na6\nresign\nleft over\n"),
              Succeeds(AllOf(HasSubstr("type a move as e4 or e2e4, or one of the words board, book, help, "
                                       "resign, quit\n"),
                             HasSubstr("\n1-0: Black resigns\n"),
                             HasSubstr("[Result \"1-0\"]\n[Termination \"Black resigns\"]\n"))));
  EXPECT_THAT(play({"polyglot.ini", "a3 a6"}, "book\nresign\n").out,
              AllOf(HasSubstr("the book has no move here\n"), HasSubstr("0-1: White resigns\n")));
}

TEST_F(Play, LearnsFromTheResult) {
  constexpr const char* kMateInOne = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
  write_text(folder_ / "mate.pgn",
             std::string("[SetUp \"1\"]\n[FEN \"") + kMateInOne + "\"]\n[Result \"1-0\"]\n\n1. Ra8# 1-0\n");
  EXPECT_EQ(
      polyglot({"make-book", folder_ / "mate.pgn", "--min-game", "1", "-o", folder_ / "mate.bin"}).exit_code,
      0);
  write_text(folder_ / "learning.ini",
             "[PolyGlot]\nEngineCommand = stockfish\nBook = true\nBookFile = mate.bin\n"
             "BookLearn = true\nBookLearnFile = side.learn\n");
  EXPECT_THAT(play({"learning.ini", "--side", "black", "--fen", kMateInOne}, "").out,
              HasSubstr("plays 1. Ra8# (book)\n"));
  EXPECT_GT(std::filesystem::file_size(folder_ / "side.learn"), 0U);
  EXPECT_THAT(polyglot({"info-book", folder_ / "side.learn"}).out,
              HasSubstr("     1 games 100.0%  01c16533d8b3a0ff a1a8\n"));
}

TEST_F(Play, EndsByMateAndAppendsToTheFile) {
  write_text(folder_ / "games.pgn", "before\n");
  EXPECT_THAT(
      play({"--fen", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "--pgn", "games.pgn"}, "Ra8\nleft over\n"),
      Succeeds(AllOf(HasSubstr("1-0: checkmate\n"), Not(HasSubstr("[Result")))));
  const std::string games = read_text(folder_ / "games.pgn");
  EXPECT_THAT(games, testing::StartsWith("before\n[Event "));
  EXPECT_THAT(games, HasSubstr("[SetUp \"1\"]\n[FEN \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\"]\n"));
  EXPECT_THAT(games, HasSubstr("\n1. Ra8# 1-0\n"));
}

TEST_F(Play, LosesNoGame) {
  EXPECT_THAT(play({"--pgn", "missing/games.pgn"}, ""),
              Fails(1, HasSubstr("missing/games.pgn: cannot be opened")));
  EXPECT_THAT(play({"--pgn", "/dev/full"}, "e4\nquit\n"),
              Fails(1, HasSubstr("/dev/full: cannot be written"), HasSubstr("\n\n1. e4 ")));
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    std::filesystem::remove(folder_ / "new.pgn");
    RunningProgram program(program_under_test(), {"play", "polyglot.ini", "1. e4 e5", "--pgn", "new.pgn"},
                           {.folder = folder_.path(), .silent = true, .limit = 60});
    program.send(signal);
    EXPECT_EQ(program.end().exit_code, 128 + signal);
    EXPECT_THAT(read_text(folder_ / "new.pgn"), HasSubstr("\n\n1. e4 e5 *\n"));
  }
}

TEST_F(Play, EndsByStalemateMaterialAndFiftyMoves) {
  EXPECT_THAT(play({"--fen", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"}, "Qf7\n").out,
              HasSubstr("1/2-1/2: stalemate\n"));
  EXPECT_THAT(play({"--fen", "7k/8/8/8/8/8/6p1/6K1 w - - 0 1"}, "Kxg2\n").out,
              HasSubstr("1/2-1/2: too little material to mate\n"));
  EXPECT_THAT(play({"--fen", "7k/8/8/8/8/8/8/R5K1 w - - 99 80"}, "Ra2\n").out,
              HasSubstr("1/2-1/2: fifty moves without a capture or a pawn move\n"));
}

TEST_F(Play, PlaysWithXBoardEnginesAndTheirVariants) {
  write_text(
      folder_ / "knightmate.ini",
      "[PolyGlot]\nEngineCommand = fairymax\nEngineProtocol = cecp\n[Engine]\nUCI_Variant = knightmate\n");
  EXPECT_THAT(play({"--noini", "--ec", "fairymax"}, "e4\nquit\n"), Succeeds(HasSubstr("plays 1... ")));
  EXPECT_THAT(play({"knightmate.ini"}, "e4\nquit\n"),
              Succeeds(AllOf(HasSubstr("[Variant \"knightmate\"]\n"), HasSubstr("plays 1... "))));
}

TEST_F(Play, SaysWhatIsMissing) {
  std::filesystem::remove(folder_ / "polyglot.ini");
  EXPECT_THAT(
      play({}, ""),
      Fails(1,
            "polyglot play: there is no polyglot.ini here; name a configuration, or write one with polyglot "
            "init\n"));
  EXPECT_THAT(play({"--noini", "--ec", "nosuchengine"}, "").err,
              HasSubstr("there is no program of that name"));
  EXPECT_THAT(play({"--noini", "--ec", "stockfish", "--uci", "UCI_Variant=atomic"}, "").err,
              HasSubstr("does not play atomic"));
}

}  // namespace
}  // namespace polyglot::tools::test
