// SPDX-License-Identifier: MIT
// init, which writes configurations that work.
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

class Init : public ToolTest {
 protected:
  static constexpr const char* kStockfish = "/usr/games/stockfish";

  void SetUp() override {
    if (!std::filesystem::exists(kStockfish)) GTEST_SKIP() << "stockfish is not installed";
    write_text(folder_ / "games.pgn", "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n");
    EXPECT_EQ(polyglot({"make-book", folder_ / "games.pgn", "--min-game", "1", "-o", folder_ / "book.bin"})
                  .exit_code,
              0);
  }
  /// Runs it in a terminal in which somebody types `input`.
  [[nodiscard]] Outcome run_in_terminal(const std::string& arguments, const std::string& input) const {
    return run_program("/bin/sh",
                       {"-c", "script -qec \"" + program_under_test() + " " + arguments + "\" /dev/null"},
                       {.input = input, .folder = folder_.path(), .limit = 200});
  }
  [[nodiscard]] Outcome run_at_home(const Arguments& arguments) const {
    return polyglot(arguments, {.folder = folder_ / "work", .variables = {{"HOME", folder_.path()}}});
  }
  void expect_works(const std::string& ini, const std::string& detail) const {
    EXPECT_THAT(run({ini, "--check-config"}),
                Succeeds(AllOf(HasSubstr("The configuration works.\n"), HasSubstr(detail))));
  }
};

TEST_F(Init, AsksNothingWithoutATerminal) {
  EXPECT_THAT(run({"init", "--engine", kStockfish, "--book", "book.bin"}),
              Succeeds(StartsWith("polyglot.ini: Stockfish")));
  expect_works("polyglot.ini", "book.bin, 2 positions, 2 entries");
  const std::string text = read_text(folder_ / "polyglot.ini");
  EXPECT_THAT(text, HasSubstr("\nEngineProtocol = uci\n"));
  EXPECT_THAT(text, HasSubstr("\n;BookLearn = true\n"));
}

TEST_F(Init, FindsAnEngineAndABookByItself) {
  EXPECT_EQ(run({"init"}).exit_code, 0);
  expect_works("polyglot.ini", "book.bin, 2 positions");
}

TEST_F(Init, FindsABookWhereABrowserPutsIt) {
  std::filesystem::create_directories(folder_ / "work");
  std::filesystem::create_directories(folder_ / "Downloads");
  EXPECT_THAT(run_at_home({"init"}).out, HasSubstr(" with the starter book; "))
      << "a book of another program is used only if the user names it";
  EXPECT_THAT(run_at_home({"explain"}).out, AllOf(HasSubstr("/config/starter.bin: answers\n"),
                                                  HasSubstr("/config/starter.bin answers.\n")));
  std::filesystem::rename(folder_ / "book.bin", folder_ / "Downloads/mine.bin");
  EXPECT_THAT(run_at_home({"init", "--force"}).out,
              AllOf(HasSubstr("/Downloads/mine.bin; "),
                    HasSubstr("In a GUI, add this as a UCI or XBoard engine:\n" + program_under_test() + " " +
                              (folder_ / "work/polyglot.ini") + "\n")));
}

TEST_F(Init, TellsAtATerminalWhatToType) {
  EXPECT_THAT(run_in_terminal("--noini --ec stockfish", "uci\nquit\n"),
              Succeeds(AllOf(HasSubstr("  position startpos moves e2e4\r\n"), HasSubstr("uciok"))));
  EXPECT_THAT(polyglot({"--noini", "--ec", kStockfish}, {.input = "uci\nquit\n"}),
              Succeeds(HasSubstr("uciok"), IsEmpty()));
}

TEST_F(Init, WritesTheSideTheChoiceAndLearning) {
  EXPECT_EQ(run({"init", "--engine", kStockfish, "--book", "book.bin", "--side", "white", "--choice", "best",
                 "--learn", "-o", "white.ini"})
                .exit_code,
            0);
  expect_works("white.ini", "book:          [Book main] ");
  expect_works("white.ini", "learns in:     [Book main] ");
  const std::string text = read_text(folder_ / "white.ini");
  EXPECT_THAT(text, HasSubstr("\nColour = white\nMode = best\n"));
  EXPECT_THAT(run({"explain", "white.ini"}).out, HasSubstr("main answers."));
  EXPECT_THAT(run({"explain", "white.ini", "e4"}).out, HasSubstr("No book answers"));
}

TEST_F(Init, ReadsTheVariationsOfAStudy) {
  write_text(folder_ / "study.pgn", "[Event \"?\"]\n\n1. e4 (1. d4 d5) e5 *\n");
  for (const std::string side : {"both", "black"}) {
    EXPECT_THAT(
        run({"init", "--engine", kStockfish, "--book", "study.pgn", "--side", side, "-o", side + ".ini"}),
        Succeeds(_, IsEmpty()));
    expect_works(side + ".ini", "study.pgn, format pgn");
    EXPECT_THAT(run({"explain", side + ".ini", "d4"}).out, HasSubstr("d7d5"));
  }
  EXPECT_EQ(run({"init", "--engine", kStockfish, "--book", "book.bin"}).exit_code, 0);
  EXPECT_THAT(read_text(folder_ / "polyglot.ini"), Not(HasSubstr("Variations")));
}

TEST_F(Init, NeverReplacesAFileUnasked) {
  const std::string mine = "[PolyGlot]\n";
  write_text(folder_ / "polyglot.ini", mine);
  EXPECT_THAT(run({"init", "--engine", kStockfish, "--book", "book.bin"}),
              Fails(1,
                    "polyglot init: polyglot.ini: exists already; name another file with -o, or replace it "
                    "with --force\n"));
  const Outcome no = run_in_terminal("init --engine stockfish --book book.bin", "no\n");
  EXPECT_EQ(no.exit_code, 1);
  EXPECT_THAT(no.out, HasSubstr("polyglot.ini exists already. Replace it? [no] "));
  EXPECT_EQ(read_text(folder_ / "polyglot.ini"), mine);
  EXPECT_EQ(run({"init", "--engine", kStockfish, "--book", "book.bin", "--force"}).exit_code, 0);
  expect_works("polyglot.ini", "book.bin");
}

TEST_F(Init, AsksInATerminalWithDefaults) {
  EXPECT_THAT(
      run_in_terminal("init", "no such engine\n1\nnone.bin\n\nblack\nsometimes\n?\nbest\nyes\n"),
      Succeeds(AllOf(HasSubstr("Which engine (a number, or a command)? [1] "),
                     HasSubstr("there is no program of that name"), HasSubstr("none.bin: cannot be opened"),
                     HasSubstr("Please answer weighted, best, top, uniform or explore, or ?"),
                     HasSubstr("  weighted  at random, "),
                     HasSubstr("Learn from the results of games? [no] "))));
  const std::string text = read_text(folder_ / "polyglot.ini");
  EXPECT_THAT(text, HasSubstr("\nColour = black\nMode = best\n"));
  EXPECT_THAT(text, HasSubstr("\nBookLearn = true\n"));
  expect_works("polyglot.ini", "[Book main]");
}

TEST_F(Init, SaysInOneLineWhatDoesNotWork) {
  const auto error_of = [this](const Arguments& arguments) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err, Not(HasSubstr("\n.")));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "polyglot.ini"));
    return outcome.err;
  };
  EXPECT_THAT(error_of({"init", "--engine", "nosuchengine", "--book", "book.bin"}),
              StartsWith("polyglot init: engine nosuchengine: the engine cannot be started: "));
  EXPECT_THAT(error_of({"init", "--engine", "stokfish", "--book", "book.bin"}),
              AllOf(HasSubstr("; did you mean \"stockfish\"?"), Not(HasSubstr("/bin"))));
  EXPECT_THAT(error_of({"init", "--engine", kStockfish, "--book", "none.bin"}),
              StartsWith("polyglot init: none.bin: cannot be opened"));
  std::string noise(1600, '\0');
  for (std::size_t i = 0; i < noise.size(); ++i) noise[i] = static_cast<char>(i * i * 37 + i / 7 * 91 + 5);
  write_text(folder_ / "noise.bin", noise);
  EXPECT_THAT(error_of({"init", "--engine", kStockfish, "--book", "noise.bin"}),
              StartsWith("polyglot init: noise.bin: is no "));
  EXPECT_THAT(run({"init", "--engine", "", "--book", "book.bin"}),
              Fails(2, HasSubstr("needs the command of an engine")));
  EXPECT_EQ(run({"init", "--side", "left"}).exit_code, 2);
}

}  // namespace
}  // namespace polyglot::tools::test
