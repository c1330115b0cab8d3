// SPDX-License-Identifier: MIT
// Rules that hold for all sub-commands.

#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

TEST(ToolCommandLine, EndsWithItsExitCodeWhereNothingCanBePrinted) {
  const TemporaryFolder folder;
  write_text(folder / "games.pgn", "[Event \"?\"]\n\n1. e4 e5 2. Ke3 *\n");
  const auto exit_code = [&](const Arguments& arguments, bool out_is_full) {
    return polyglot(arguments, {.folder = folder.path(), .out_is_full = out_is_full, .err_is_full = true})
        .exit_code;
  };
  EXPECT_EQ(exit_code({"make-book", "none.pgn"}, false), 1);
  EXPECT_EQ(exit_code({"make-book", "-bad-option"}, false), 2);
  EXPECT_EQ(exit_code({"make-book", "games.pgn", "--min-game", "1"}, false), 0)
      << "a warning is lost, no result";
  EXPECT_EQ(exit_code({"make-book", "games.pgn", "-o", "other.bin"}, true), 1);
  EXPECT_EQ(exit_code({"perft"}, true), 1);
  EXPECT_EQ(exit_code({"perft", "-h"}, true), 1);
  EXPECT_EQ(exit_code({"key", "nonsense"}, false), 1);
  for (const char* const option : {"--help", "--version", "--print-options=ini"})
    EXPECT_EQ(exit_code({option}, true), 1);
}

/// Writes a book, games with a variation, an empty file and a book of crazyhouse.
void write_books(const TemporaryFolder& folder) {
  write_text(folder / "games.pgn",
             "[Event \"?\"]\n[White \"Tal\"]\n[Result \"1-0\"]\n\n1. e4 (1. d4 d5) e5 2. Nf3 1-0\n");
  write_text(folder / "drop.pgn", "[Variant \"crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@d6 *\n");
  write_text(folder / "empty.bin", "");
  write_text(folder / "names.tsv", "eco\tname\tpgn\nB00\tKing's Pawn\t1. e4\nC00\tnone\t1. e5\n");
  for (const Arguments& arguments :
       {Arguments{"games.pgn", "-o", "book.bin", "--min-game", "1"},
        {"drop.pgn", "-o", "drop.bin", "--min-game", "1", "--variant", "crazyhouse"}}) {
    EXPECT_EQ(polyglot(Arguments{"make-book"} + arguments, {.folder = folder.path()}).exit_code, 0);
  }
  EXPECT_EQ(polyglot({"edit-book", "drop.bin", "--remove-header"}, {.folder = folder.path()}).exit_code, 0);
}

TEST(ToolCommandLine, QuietToolsReportErrorsAlone) {
  const TemporaryFolder folder;
  write_books(folder);
  for (const char* const command :
       {"merge-book book.bin empty.bin -o x.bin", "diff-book book.bin empty.bin -o x.txt",
        "diff-book book.bin games.pgn -o x.txt", "prune-book games.pgn --top 1 -o x.bin",
        "dump-book empty.bin --side white -o -", "info-book empty.bin", "check-book empty.bin",
        "edit-book book.bin --header-variant calvinball -o x.bin", "probe games.pgn", "probe drop.bin",
        "review-book games.pgn", "review-games games.pgn --book games.pgn",
        "learn-games drop.pgn book.bin --dry-run", "make-book games.pgn -o y.bin"}) {
    Arguments arguments = words_of(command);
    const Outcome loud = polyglot(arguments, {.folder = folder.path()});
    EXPECT_THAT(loud.err, Not(IsEmpty())) << testing::PrintToString(arguments);
    arguments.emplace_back("--quiet");
    EXPECT_THAT(polyglot(arguments, {.folder = folder.path()}), Fails(loud.exit_code, IsEmpty()))
        << testing::PrintToString(arguments);
  }
  EXPECT_THAT(polyglot({"probe", "none.bin", "-q"}, {.folder = folder.path()}).err, Not(IsEmpty()));
}

TEST(ToolCommandLine, RefusesAFileOfVariantsThatCannotBeReadEvenIfNoneIsNeeded) {
  const TemporaryFolder folder;
  write_books(folder);
  for (const char* const command :
       {"probe book.bin", "check-book book.bin", "dump-book book.bin --format csv",
        "merge-book book.bin book.bin -o x.bin", "review-games games.pgn --book book.bin", "perft"}) {
    const Arguments arguments = words_of(command);
    const std::string tool = arguments[0];
    EXPECT_THAT(polyglot(arguments + Arguments{"--variants", "none.ini"}, {.folder = folder.path()}),
                Fails(2,
                      "polyglot " + tool +
                          ": --variants: none.ini: No such file or directory; see polyglot " + tool + " -h\n",
                      IsEmpty()))
        << tool;
  }
}

TEST(ToolCommandLine, EndsLikeOtherProgramsIfNobodyReadsItsOutput) {
  const TemporaryFolder folder;
  write_books(folder);
  for (const char* const command : {"dump-book book.bin --side white -o -",
                                    "dump-book book.bin --format csv",
                                    "convert book.bin -",
                                    "diff-book book.bin empty.bin",
                                    "make-book games.pgn -o - --min-game 1",
                                    "make-book games.pgn -o x.bin",
                                    "merge-book book.bin book.bin -o -",
                                    "review-book book.bin",
                                    "review-games games.pgn --book book.bin",
                                    "info-book book.bin",
                                    "check-book book.bin",
                                    "check-book book.bin --format json",
                                    "info-book book.bin --format json",
                                    "probe book.bin",
                                    "key startpos",
                                    "key --code e2e4",
                                    "perft",
                                    "perft --help",
                                    "help perft",
                                    "help",
                                    "--help-options",
                                    "--version"}) {
    const Arguments arguments = words_of(command);
    EXPECT_THAT(polyglot(arguments, {.folder = folder.path(), .out_is_unread = true}),
                Fails(-1, Not(HasSubstr("pipe"))))
        << testing::PrintToString(arguments);
  }
}

TEST(ToolCommandLine, NamesTheToolThatWasMeant) {
  EXPECT_THAT(polyglot({"make-bok", "-pgn", "games.pgn"}),
              Fails(2, HasSubstr("did you mean \"make-book\"?")));
  EXPECT_THAT(polyglot({"engine.ini"}).err, Not(HasSubstr("did you mean")));
  EXPECT_THAT(polyglot({"juggle"}).err,
              HasSubstr("unknown command \"juggle\"; \"polyglot help\" lists all tools"));
  EXPECT_THAT(polyglot({"--juggle"}).err, HasSubstr("unknown option \"--juggle\"; see polyglot --help"));
}

/// Whoever types in a terminal is not a GUI, wherever the output goes.
TEST(ToolCommandLine, ReportsAMistakeOfAPersonOnlyToThePerson) {
  const TemporaryFolder folder;
  EXPECT_THAT(
      run_program("/bin/sh", {"-c", "script -qec \"" + program_under_test() + " makebook > out\" /dev/null"},
                  {.folder = folder.path(), .limit = 60})
          .out,
      HasSubstr("did you mean \"make-book\"?"));
  EXPECT_TRUE(std::filesystem::is_empty(folder / "out"));
}

TEST(ToolCommandLine, NamesMistypedWordsThatBeginLikeAnOption) {
  const TemporaryFolder folder;
  for (const char* const tool : {"make-book", "perft", "epd-test"}) {
    for (const char* const option : {"-hepl", "-headr", "-qiet", "-hq", "-hh", "-hepl=1"}) {
      EXPECT_THAT(polyglot({tool, option}, {.folder = folder.path()}),
                  Fails(2, HasSubstr(std::string("unknown option \"") + option + "\""), IsEmpty()))
          << tool << option;
    }
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(ToolCommandLine, FailsIfItsResultCannotBeWritten) {
  EXPECT_THAT(run_program("/bin/sh", {"-c", "exec \"$0\" perft > /dev/full", program_under_test()}),
              Fails(1, HasSubstr("standard output: cannot be written")));
}

TEST(ToolCommandLine, RefusesNegativeNumbersWhereThereAreNone) {
  for (const char* const option : {"-max-ply", "-min-game", "-threads", "-seed", "-min-length"}) {
    for (const char* const number : {"-1", "18446744073709551616", "1x", "+1"}) {
      EXPECT_THAT(polyglot({"make-book", option, number}),
                  Fails(2, AllOf(HasSubstr(option + 1), HasSubstr(number))))
          << option << number;
    }
  }
}

TEST(ToolCommandLine, SaysWhatIsWrongWithTheOrderOfWords) {
  EXPECT_THAT(polyglot({"probe", "-moves", "e4", "e5", "book.bin"}).err,
              HasSubstr("; give it first, before"));
  EXPECT_THAT(polyglot({"convert", "a.bin", "b.bin", "c.bin"}).err,
              HasSubstr(": unexpected argument \"c.bin\"; see"));
  for (const char* const option : {"-fen", "--"}) {
    EXPECT_THAT(polyglot({"perft", option, "8/8/8/8/8/8/8/8", "w", "-", "-"}),
                Fails(2, HasSubstr("; put a FEN between quotes")));
  }
}

TEST(ToolCommandLine, NamesTheToolThatIsMeantByAnotherWord) {
  const std::vector<std::pair<std::string, std::string>> words = {
      {"info", "info-book"}, {"merge", "merge-book"},     {"lookup", "probe"},
      {"dump", "dump-book"}, {"build", "make-book"},      {"web", "explore"},
      {"server", "explore"}, {"convert-book", "convert"}, {"probe-book", "probe"},
      {"INFO", "info-book"}, {"make_book", "make-book"}};
  for (const auto& [word, tool] : words) {
    EXPECT_THAT(polyglot({word, "book.bin"}), Fails(2, StartsWith("polyglot: unknown command \"" + word +
                                                                  "\"; did you mean \"" + tool + "\"? ")))
        << word;
  }
}

TEST(ToolCommandLine, TellsANewcomerWhatToTypeNext) {
  const TemporaryFolder folder;
  std::filesystem::copy_file(POLYGLOT_SOURCE_DIR "/config/starter.bin", folder / "B.bin");
  write_text(folder / "games.pgn", "[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n");
  write_text(folder / "names.tsv", "eco\tname\tpgn\nB00\tKing's Pawn\t1. e4\n");
  using Case = std::pair<std::vector<std::string>, std::string>;
  for (const auto& [arguments, advice] : std::initializer_list<Case>{
           {{"hlep"}, "did you mean \"help\"?"},
           {{"hepl"}, "did you mean \"help\"?"},
           {{"helpp"}, "did you mean \"help\"?"},
           {{"--hlep"}, "did you mean \"--help\"?"},
           {{"usage"}, "did you mean \"help\"?"},
           {{"man"}, "did you mean \"help\"?"},
           {{"tools"}, "did you mean \"help\"?"},
           {{"version"}, "did you mean \"--version\"?"},
           {{"-v"}, "did you mean \"--version\"?"},
           {{"mkbook"}, "did you mean \"make-book\"?"},
           {{"book"}, "did you mean \"info-book\"?"},
           {{"information"}, "did you mean \"info-book\"?"},
           {{"setup"}, "did you mean \"init\"?"},
           {{"sh"}, "if that is a chess engine: polyglot init --engine sh"},
           {{"B.bin"}, "to play from it: polyglot init --book B.bin"},
           {{"none.ini"}, "write one with polyglot init"},
           {{"--engine", "stockfish"}, "did you mean \"--ec\"?"},
           {{"--book", "B.bin"}, "did you mean \"--pg BookFile=FILE\"?"},
           {{"play", "--engine", "stockfish"}, "did you mean \"--ec\"?"},
           {{"play", "B.bin"}, "to play from it: polyglot init --book B.bin"},
           {{"init", "B.bin"}, "did you mean \"--book B.bin\"?"},
           {{"init", "stockfish"}, "did you mean \"--engine stockfish\"?"},
           {{"init", "--engine", "true"}, "; name the command of an engine that speaks UCI"},
           {{"dump-book", "B.bin"}, "Give --side white or --side black; or --format pgn --tree for both"},
           {{"dump-book", "B.bin", "e4"}, "the moves of a position: polyglot probe B.bin MOVE..."},
           {{"dump-book", "B.bin", "--white"}, "did you mean \"--side white\"?"},
           {{"dump-book", "B.bin", "--pgn"}, "did you mean \"--format pgn\"?"},
           {{"review-book", "B.bin", "--colour", "white"}, "did you mean \"--side\"?"},
           {{"review-book", "--json", "B.bin"}, "did you mean \"--format json\"?"},
           {{"probe", "e4"}, "\"e4\" is no file; name the book before the position"},
           {{"probe", "B.bin", "E4"}, "did you mean \"e4\"?"},
           {{"make-book"}, "name the games: there is no book.pgn here"},
           {{"count-games"}, "name the games: there is no book.pgn here"},
           {{"probe", "B.bin", "--variant", "zhh"}, "has for it, such as crazyhouse"},
           {{"make-book", "games.pgn", "new.bin"}, "to write a book of that name, give -o new.bin"},
           {{"make-book", "games.pgn", "--output", "x.bin"}, "did you mean \"--out\"?"},
           {{"make-book", "games.pgn", "--min", "1"}, "did you mean \"--min-game\"?"},
           {{"info-book"}, "no book is named: polyglot info-book BOOK"},
           {{"review-games", "games.pgn", "B.bin", "--openings-file", "names.tsv", "--openings", "names.tsv"},
            "; to read names from it: --openings-file names.tsv"},
           {{"diff-book", "B.bin"}, "polyglot diff-book OLD NEW"},
           {{"edit-book", "B.bin", "e4", "100"}, "give --set, as in --set e4=10"},
           {{"convert", "B.bin", "x.csv"}, "polyglot dump-book B.bin --format csv -o x.csv"},
           {{"convert", "B.bin", "x.pgn"}, "polyglot dump-book B.bin --format pgn --tree -o x.pgn"},
           {{"epd-test", "x.epd"}, "give --epd x.epd"}}) {
    const Outcome outcome = polyglot(arguments, {.folder = folder.path()});
    EXPECT_NE(outcome.exit_code, 0) << advice;
    EXPECT_THAT(outcome.err, HasSubstr(advice)) << testing::PrintToString(arguments);
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 3) << "nothing is written";
}

TEST(ToolCommandLine, TakesPlainWordsForAPosition) {
  const std::string key = polyglot({"key", "--moves", "e4", "c5"}).out;
  EXPECT_EQ(polyglot({"key", "e4", "c5"}).out, key);
  EXPECT_EQ(polyglot({"key", "1. e4 c5"}).out, key);
  EXPECT_EQ(polyglot({"key", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "c5"}).out, key);
  const std::string stalemate = "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1";
  EXPECT_THAT(polyglot({"perft", stalemate, "--max-depth", "1"}).out, HasSubstr("leafnodes=           0"));
  EXPECT_THAT(polyglot({"perft", "518", "--fen", "startpos"}).err,
              HasSubstr("--fen cannot be combined with \"518\""));
  EXPECT_THAT(polyglot({"perft", "e5"}).err, HasSubstr("\"e5\" is no legal move"));
}

TEST(ToolCommandLine, TakesPlainWordsAfterABookForAPosition) {
  const TemporaryFolder folder;
  write_text(folder / "games.pgn",
             "[Result \"1/2-1/2\"]\n\n1. e4 c5 2. Nf3 1/2-1/2\n\n"
             "[Result \"1/2-1/2\"]\n\n1. d4 d5 2. c4 1/2-1/2\n");
  write_text(folder / "my.ini", "[PolyGlot]\nEngineCommand = none\nBook = true\nBookFile = a.bin\n");
  const auto run = [&](const Arguments& arguments, const Arguments& others) {
    return polyglot(arguments + others, {.folder = folder.path()});
  };
  ASSERT_EQ(run({"make-book", "games.pgn", "--min-game", "1", "-o", "a.bin"}, {"--keep-zero"}).exit_code, 0);
  ASSERT_EQ(run({"learn-games", "games.pgn", "a.bin"}, {}).exit_code, 0);
  const std::string after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
  for (const Arguments& tool :
       std::initializer_list<std::vector<std::string>>{{"probe", "a.bin"},
                                                       {"explain", "my.ini"},
                                                       {"edit-book", "a.bin", "--delete=*", "--dry-run"},
                                                       {"dump-book", "a.bin", "--format", "pgn", "--tree"},
                                                       {"review-book", "a.bin"},
                                                       {"prune-book", "a.bin", "--reachable", "-o", "-"}}) {
    const Outcome named = run(tool, {"--fen", after_e4});
    EXPECT_EQ(named.exit_code, 0) << tool[0] << named.err;
    EXPECT_NE(run(tool, {}).out, named.out) << tool[0];
    for (const Arguments& words : std::initializer_list<std::vector<std::string>>{
             {"e4"}, {after_e4}, {"startpos", "1. e4"}, {"--fen", "startpos", "--", "e4"}})
      EXPECT_EQ(run(tool, words).out, named.out) << tool[0] << ' ' << words.front();
    EXPECT_THAT(run(tool, {"e5"}).err, HasSubstr("\"e5\" is no legal move")) << tool[0];
    EXPECT_THAT(run(tool, {after_e4, "--fen", "startpos"}).err, HasSubstr("cannot be combined with"))
        << tool[0];
    EXPECT_THAT(run(tool, {"--fen", "8/8/8/8/8/8/8/8", "w", "-", "-"}).err,
                HasSubstr("; put a FEN between quotes"))
        << tool[0];
  }
  EXPECT_THAT(run({"prune-book", "a.bin", "e4", "--top", "1", "-o", "b.bin"}, {}).err,
              HasSubstr("--position: needs --reachable or --side or --max-ply"));
  for (const Arguments& tool : std::initializer_list<std::vector<std::string>>{
           {"check-book", "a.bin"}, {"info-book", "a.bin"}, {"diff-book", "a.bin", "a.bin"}})
    for (const std::string& word : {std::string("e4"), std::string("1. e4 c5"), after_e4}) {
      EXPECT_THAT(run(tool, {word}),
                  Fails(2, HasSubstr('"' + word + "\" is no file; give a position with --fen FEN")))
          << tool[0];
    }
}

/// Tools that read a file named on the command line.
std::vector<std::vector<std::string>> readers_of(const std::string& file) {
  return {{"check-book", file},
          {"convert", file, "x.bin"},
          {"diff-book", "book.bin", file},
          {"dump-book", file, "--format", "csv"},
          {"edit-book", file, "--set", "e4=5"},
          {"edit-book", "book.bin", "--script", file},
          {"explain", file},
          {"explore", file},
          {"info-book", file},
          {"learn-games", file, "book.bin"},
          {"learn-games", "games.pgn", file},
          {"make-book", file, "-o", "x.bin"},
          {"merge-book", "book.bin", file, "-o", "x.bin"},
          {"probe", file},
          {"probe", "book.bin", "--fens", file},
          {"prune-book", file, "--top", "1", "-o", "x.bin"},
          {"prune-book", "book.bin", "--subtract", file, "-o", "x.bin"}};
}

/// Tools that write a file named on the command line.
std::vector<std::vector<std::string>> writers_of(const std::string& file) {
  return {{"convert", "book.bin", "-o", file},
          {"diff-book", "book.bin", "other.bin", "-o", file},
          {"dump-book", "book.bin", "--format", "csv", "-o", file},
          {"edit-book", "book.bin", "--set", "e4=5", "-o", file},
          {"edit-book", "book.bin", "--comment", "x", "-o", file},
          {"convert", "book.csv", "-o", file},
          {"make-book", "games.pgn", "--min-game", "1", "-o", file},
          {"merge-book", "book.bin", "book.bin", "-o", file},
          {"prune-book", "book.bin", "--top", "1", "-o", file}};
}

class MistakesTest : public ToolTest {
 protected:
  MistakesTest() {
    write_text(folder_ / "games.pgn", "[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n");
    write_text(folder_ / "my.ini", "[PolyGlot]\nEngineCommand = stockfish\n");
    write_text(folder_ / "none.csv", "nothing\n");
    std::filesystem::create_directory(folder_ / "folder");
    EXPECT_EQ(run({"make-book", "games.pgn", "--min-game", "1", "--learn", "-o", "book.bin"}).exit_code, 0);
    EXPECT_EQ(run({"edit-book", "book.bin", "--set", "e4=9", "-o", "other.bin"}).exit_code, 0);
    EXPECT_EQ(run({"dump-book", "book.bin", "--format", "csv", "-o", "book.csv"}).exit_code, 0);
    files_ = count_files();
  }

  [[nodiscard]] Outcome run(const Arguments& arguments, const std::string& input = "") const {
    return polyglot(arguments, {.input = input, .folder = folder_.path()});
  }
  [[nodiscard]] std::ptrdiff_t count_files() const {
    return std::distance(std::filesystem::recursive_directory_iterator(folder_.path()), {});
  }
  /// A line on stderr that has `what`, nothing on stdout, and no file more.
  void expect_refusal(const Arguments& arguments, const std::string& what) const {
    std::string shown;
    for (const std::string& argument : arguments) shown += argument + ' ';
    const Outcome outcome = run(arguments);
    const int usual = arguments[0] == "diff-book" ? 2 : 1;
    EXPECT_THAT(outcome.exit_code, testing::AnyOf(usual, 2)) << shown;
    EXPECT_THAT(outcome.err, AllOf(StartsWith("polyglot " + arguments[0] + ": "), HasSubstr(what))) << shown;
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << shown << outcome.err;
    EXPECT_THAT(outcome.err, testing::Each(testing::AnyOf('\n', testing::Ge(' ')))) << shown;
    EXPECT_THAT(outcome.out, IsEmpty()) << shown;
    EXPECT_EQ(count_files(), files_) << shown;
  }

  std::ptrdiff_t files_ = 0;
};

TEST_F(MistakesTest, AreToldInALineThatNamesTheFileRead) {
  write_text(folder_ / "noise", std::string("\x93\0\x1f;\xff\r\x07 1 2\n\n\xfe", 14));
  files_ = count_files();
  for (const std::string& file :
       {std::string("missing"), std::string("missing/missing"), std::string("folder"), std::string(300, 'a')})
    for (const auto& arguments : readers_of(file)) expect_refusal(arguments, file);
  expect_refusal({"merge-book", std::string(300, 'a') + ":2", "book.bin"}, "aaa: cannot be opened");
  for (const auto& arguments : readers_of("my.ini"))
    if (arguments[0] != "explain") expect_refusal(arguments, "my.ini");
  for (const auto& arguments : readers_of("noise"))
    if (arguments[0] != "check-book" && arguments[0] != "convert" && arguments[0] != "explore" &&
        arguments[0] != "probe" && arguments != Arguments{"learn-games", "games.pgn", "noise"})
      expect_refusal(arguments, "noise");
}

TEST_F(MistakesTest, AreToldInALineThatNamesTheFileToWrite) {
  for (const auto& arguments : writers_of("missing/x.html"))
    expect_refusal(arguments, "missing/x.html: cannot be written: there is no folder ");
  for (const auto& arguments : writers_of("folder"))
    if (arguments[0] != "explore") expect_refusal(arguments, "folder: ");
  for (const auto& arguments : writers_of(""))
    if (arguments[0] != "explore") expect_refusal(arguments, "the name of the file to write is empty");
}

TEST_F(MistakesTest, AreAboutTheOptionThatIsMissingOrWrong) {
  expect_refusal({"prune-book", "book.bin", "--top", "1"}, ": --out BOOK is missing; see");
  expect_refusal({"prune-book", "--top", "1", "-o", "x.bin"}, ": BOOK is missing; see");
  expect_refusal({"learn-games", "--boook", "book.bin"},
                 "; did you mean \"--book\"? See polyglot learn-games -h");
  expect_refusal({"explore", "book.bin", "--port", "70000"},
                 "\"70000\" is not a whole number from 0 to 65535");
  expect_refusal({"make-book", "games.pgn", "-o", "new.bin", "--player", "Tal|("},
                 ": --player: \"Tal|(\" is no regular expression: look at character 5; see");
  expect_refusal({"make-book", "games.pgn", "-o", "new.bin", "--event", "a[z"},
                 ": --event: \"a[z\" is no regular expression: look at character ");
  expect_refusal({"merge-book", "book.bin:two", "book.bin"}, "\"two\" is not a factor from 0 to ");
}

// Without a message, nothing would be learned, and the user would not know.
TEST_F(MistakesTest, OfLearningAreTold) {
  expect_refusal({"learn-games", "none.csv", "book.bin"}, "none.csv: holds no games: nothing is learned");
  expect_refusal({"learn-games", "games.pgn", "-"}, "a book on standard input cannot learn");
  expect_refusal({"learn-games", "book.bin", "games.pgn"},
                 "book.bin: is a book, the games stand before it: polyglot learn-games GAMES.pgn book.bin");
  EXPECT_THAT(run({"learn-games", "-", "book.bin"}).err, HasSubstr("standard input: holds no games"));
  EXPECT_EQ(run({"learn-games", "-", "book.bin"}, read_text(folder_ / "games.pgn")).out,
            "book.bin: 1 game learned, 1 move of the book\n");
}

TEST_F(MistakesTest, InAHeaderAreTold) {
  EXPECT_THAT(
      run({"edit-book", "book.bin", "--header-variant", "crazyhoose", "--header-variant", "normal"}),
      Succeeds(_,
               "polyglot edit-book: Polyglot does not know the variant crazyhoose; other tools will need "
               "--variants\n"));
}

/// Whatever the files hold: 2. A move or an opening that a file does not have: 1.
TEST(ToolCommandLine, EndsWithTheExitCodeOfWrongUsageWhereWordsMakeNoSense) {
  const TemporaryFolder folder;
  write_text(folder / "games.pgn", "[Event \"?\"]\n\n1. e4 e5 *\n");
  const auto run = [&](const Arguments& arguments) { return polyglot(arguments, {.folder = folder.path()}); };
  ASSERT_EQ(run({"make-book", "games.pgn", "--min-game", "1", "-o", "a.bin"}).exit_code, 0);
  for (const auto& [arguments, exit_code] : std::initializer_list<std::pair<std::vector<std::string>, int>>{
           {{"edit-book", "a.bin", "--set", "e5=3"}, 2},
           {{"edit-book", "a.bin", "--add-line", "1. e4 e5 2. Ke3"}, 2},
           {{"edit-book", "a.bin", "--remove-line", "1. e5"}, 2},
           {{"edit-book", "a.bin", "--set", "d4=3"}, 1},
           {{"edit-book", "a.bin", "--set", "e4=3", "--variant", "unheard-of"}, 2},
           {{"probe", "a.bin", "--moves", "e5"}, 2},
           {{"check-book", "a.bin", "--fen", "x"}, 2},
           {{"check-book", "a.bin", "--variant", "unheard-of"}, 2},
           {{"info-book", "a.bin", "--fen", "x"}, 2},
           {{"dump-book", "a.bin", "--format", "csv", "--fen", "x"}, 2},
           {{"diff-book", "a.bin", "a.bin", "--fen", "x"}, 2},
           {{"prune-book", "a.bin", "--top", "1", "-o", "b.bin", "--variant", "unheard-of"}, 2},
           {{"merge-book", "a.bin", "a.bin", "-o", "b.bin", "--variant", "unheard-of"}, 2},
           {{"learn-games", "games.pgn", "a.bin", "--variant", "unheard-of"}, 2},
           {{"make-book", "games.pgn", "--openings", "Xyzzy", "--openings-file", "none.tsv"}, 1}}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, exit_code) << arguments[0] << ": " << outcome.err;
    EXPECT_EQ(outcome.err.find("; see polyglot " + arguments[0] + " -h\n") != std::string::npos,
              exit_code == 2)
        << outcome.err;
  }
}

// A book may lie on a slow disk of a network. The command line asks for the kind of its file, and the tool
// opens it once.
TEST(ToolCommandLine, OpensABookTwice) {
  if (!std::filesystem::exists("/usr/bin/strace")) GTEST_SKIP() << "strace is not installed";
  const TemporaryFolder folder;
  write_text(folder / "games.pgn", "[Event \"?\"]\n\n1. e4 e5 2. Nf3 *\n");
  const Surroundings there{.folder = folder.path()};
  ASSERT_EQ(polyglot({"make-book", "games.pgn", "--min-game", "1", "-o", "a.bin"}, there).exit_code, 0);
  for (const Arguments& tool : std::vector<std::vector<std::string>>{
           {"probe", "a.bin"},
           {"info-book", "a.bin"},
           {"check-book", "a.bin"},
           {"dump-book", "a.bin", "--side", "white", "-o", "-"},
           {"review-book", "a.bin", "--openings-file", "none"},
           {"review-games", "games.pgn", "a.bin", "--openings-file", "none", "--threads", "1"}}) {
    const std::string program = std::filesystem::absolute(program_under_test()).string();
    const auto traced = run_program(
        "/usr/bin/strace", Arguments{"-f", "-e", "trace=openat", "-o", "trace", program} + tool, there);
    if (traced.exit_code != 0) GTEST_SKIP() << "strace may not trace: " << traced.err;
    const std::string trace = read_text(folder / "trace");
    int opened = 0;
    for (std::size_t at = trace.find("\"a.bin\""); at != trace.npos; at = trace.find("\"a.bin\"", at + 1))
      ++opened;
    EXPECT_EQ(opened, 2) << tool.front() << '\n' << trace;
  }
}

}  // namespace
}  // namespace polyglot::tools::test
