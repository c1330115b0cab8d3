// SPDX-License-Identifier: MIT
// The help that is generated from the declarations of the tools, and the completion that reads it.
// The configurations in examples/, each with a real engine.
#include <boost/algorithm/string/replace.hpp>

#include <polyglot/ascii.hpp>
#include <polyglot/config/syntax.hpp>
#include <polyglot/tools/tools.hpp>

#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

using config::Manual;
namespace fs = std::filesystem;

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) lines.emplace_back(take_line(text));
  return lines;
}

bool has_option(const Manual& tool, std::string_view name) {
  return std::ranges::any_of(tool.switches,
                             [name](const config::Switch& option) { return option.is_called(name); });
}

/// The options of a tool that takes a configuration include the program's own options.
TEST(Manuals, EndWithExamplesWhoseOptionsThereAre) {
  for (const Manual& tool : manuals()) {
    const auto examples = lines_of(tool.examples);
    EXPECT_THAT(examples.size(), AnyOf(2, 3)) << tool.name;
    for (const std::string& example : examples) {
      EXPECT_THAT(example, HasSubstr("polyglot " + std::string(tool.name))) << tool.name;
      std::istringstream words(example.substr(example.find("polyglot " + std::string(tool.name))));
      for (std::string word; words >> word && word != "|";)
        EXPECT_TRUE(word.size() < 2 || word[0] != '-' ||
                    has_option(tool, word.substr(word.find_first_not_of('-'))))
            << example << ": " << word;
    }
  }
}

TEST(Manuals, FitATerminal) {
  for (const Manual& tool : manuals()) {
    EXPECT_THAT(config::help_text(tool), Not(HasSubstr("\n\n\n")));
    for (const std::string& line : lines_of(config::help_text(tool)))
      EXPECT_LE(line.size(), 80U) << tool.name << ": " << line;
  }
  const auto overview_lines = lines_of(overview());
  EXPECT_LT(overview_lines.size(), 36U);
  for (const std::string& line : overview_lines) EXPECT_LE(line.size(), 80U) << line;
}

TEST(Manuals, TellTheExitCodes) {
  for (const Manual& tool : manuals())
    EXPECT_THAT(config::help_text(tool), HasSubstr("\nExit code: 0 ")) << tool.name;
  EXPECT_THAT(polyglot({"diff-book", "-h"}).out, HasSubstr("0 the same, 1 different, 2 "));
  EXPECT_THAT(polyglot({"check-book", "-h"}).out, HasSubstr("1 defects, weak moves or failure"));
}

TEST(Manuals, HaveTheOptionsOfAllTools) {
  for (const Manual& tool : manuals())
    for (const char* const name : {"help", "h", "version", "V", "quiet", "q", "verbose", "v", "color"})
      EXPECT_TRUE(has_option(tool, name)) << tool.name << ": " << name;
}

TEST(Manuals, UnderstandABookByEveryName) {
  for (const Manual& tool : manuals()) {
    const bool takes_book = std::ranges::any_of(
        tool.switches, [](const config::Switch& o) { return o.argument == "BOOK" && o.plain > 0; });
    if (!takes_book) continue;
    for (const char* const name : {"book", "bin", "in"})
      EXPECT_TRUE(has_option(tool, name)) << tool.name << ": " << name;
  }
}

TEST(Help, IsTheSameByEveryWay) {
  const std::string help = polyglot({"help", "check-book"}).out;
  EXPECT_THAT(help, StartsWith("Usage: polyglot check-book [OPTION]... [BOOK]...\n\n"));
  EXPECT_THAT(help, HasSubstr("\n  -o, --out BOOK"));
  EXPECT_THAT(help, HasSubstr("\nExamples:\n  polyglot check-book book.bin\n"));
  for (const char* const option : {"-h", "-help", "--help"})
    EXPECT_EQ(polyglot({"check-book", option}).out, help) << option;
  EXPECT_THAT(polyglot({"edit-book", "--help"}).out,
              StartsWith("Usage: polyglot edit-book [OPTION]... BOOK [FEN|MOVE]...\n"));
}

TEST(Help, ListsTheToolsFirstAndHasTheRestApart) {
  const Outcome help = polyglot({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_THAT(help.out, AllOf(HasSubstr("\n  make-book "), Not(HasSubstr("BookFile"))));
  for (const auto& form : {Arguments{"help"},
                           {"-h"},
                           {"-help"},
                           {"help", "help"},
                           {"help", "all"},
                           {"help", "-a"},
                           {"my.ini", "--help"}})
    EXPECT_EQ(polyglot(form).out, help.out) << form.back();
  EXPECT_THAT(polyglot({"--help-options"}).out, AllOf(HasSubstr("--ec COMMAND"), HasSubstr("  BookFile ")));
}

TEST(Help, HasALineForEachTool) {
  const std::string overview = polyglot({"help"}).out;
  const std::string manual_page = read_text(POLYGLOT_SOURCE_DIR "/docs/polyglot.6");
  for (const Manual& tool : manuals()) {
    const std::string name(tool.name);
    const std::string summary(tool.summary);
    EXPECT_THAT(overview, ::testing::ContainsRegex("\n  " + name + " +" + summary + "\n"));
    const std::string escaped = boost::algorithm::replace_all_copy(name, "-", "\\-");
    EXPECT_THAT(manual_page, HasSubstr("\n.TP\n.B " + escaped + "\n" + summary + "\n"));
  }
}

TEST(Help, OfAToolThatThereIsNotNamesTheOneThatWasMeant) {
  EXPECT_THAT(polyglot({"help", "make-bok"}), Fails(2, HasSubstr("did you mean \"make-book\"?")));
  EXPECT_THAT(polyglot({"help", "juggle"}).err, StartsWith("polyglot: unknown command \"juggle\"; "));
  EXPECT_EQ(polyglot({"help", "perft", "please"}).out, polyglot({"perft", "-h"}).out);
}

TEST(Version, IsToldByEveryTool) {
  const std::string version = polyglot({"--version"}).out;
  EXPECT_THAT(version, StartsWith("Polyglot 3"));
  EXPECT_EQ(polyglot({"-V"}).out, version);
  EXPECT_EQ(polyglot({"edit-book", "-V"}).out, version) << "whatever is missing";
  EXPECT_EQ(polyglot({"make-book", "--version"}).out, version);
}

// ---- At a terminal --------------------------------------------------------------------------------------

/// What a terminal shows if a user types `arguments` after the name of the program in an empty folder.
std::string seen_at_terminal(const std::string& arguments) {
  const TemporaryFolder folder;
  return run_program("/bin/bash",
                     {"-c", "env -u NO_COLOR script -qec \"" + program_under_test() + " " + arguments +
                                "\" /dev/null < /dev/null"},
                     {.folder = folder.path()})
      .out;
}

TEST(Terminal, IsToldWhatThisIsAndWhatToType) {
  const auto lines = lines_of(seen_at_terminal(""));
  EXPECT_EQ(lines.size(), 10U);
  EXPECT_THAT(lines, Contains(HasSubstr("polyglot make-book games.pgn -o book.bin")));
  EXPECT_THAT(lines.front(), HasSubstr("plays a chess engine's openings from a book"));
}

TEST(Terminal, SeesAnErrorOnce) {
  const auto lines = lines_of(seen_at_terminal("none.ini"));
  EXPECT_THAT(lines, ElementsAre(HasSubstr("none.ini")));
}

TEST(Terminal, GetsAndGivesNoBytesOfBooks) {
  EXPECT_THAT(seen_at_terminal("make-book /dev/null -q -o -"), HasSubstr("standard output: is a terminal"));
  EXPECT_THAT(seen_at_terminal("check-book -"), HasSubstr("standard input: is a terminal"));
}

TEST(Terminal, HasColourUnlessItIsUnwanted) {
  EXPECT_THAT(seen_at_terminal("check-book none.bin"), HasSubstr("\x1b[1m"));
  EXPECT_THAT(seen_at_terminal("check-book --color=never none.bin"), Not(HasSubstr("\x1b")));
}

TEST(Completion, AsksTheProgramForNames) {
  const auto completed = [](const std::string& words) {
    const Outcome outcome = run_program(
        "/bin/bash", {"-c", "source " POLYGLOT_SOURCE_DIR "/src/app/completion.bash; COMP_WORDS=(" + words +
                                "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _polyglot '" +
                                program_under_test() + "'; printf '%s\\n' \"${COMPREPLY[@]}\""});
    EXPECT_THAT(outcome.err, IsEmpty());
    return lines_of(outcome.out == "\n" ? "" : outcome.out);
  };
  EXPECT_THAT(completed("polyglot make-b"), ElementsAre("make-book"));
  EXPECT_THAT(completed("polyglot help me"), Contains("merge-book"));
  EXPECT_THAT(completed("polyglot --che"), ElementsAre("--check-config"));
  EXPECT_THAT(completed("polyglot my.ini --p"), Contains("--pg"));
  EXPECT_THAT(completed("polyglot make-book --min-e"), ElementsAre("--min-elo"));
  EXPECT_THAT(completed("polyglot check-book -"), Contains("-o"));
  EXPECT_THAT(completed("polyglot check-book b"), IsEmpty()) << "files, which bash adds";
}

constexpr const char* kExamples = POLYGLOT_SOURCE_DIR "/examples/";

class Examples : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    for (const char* const engine : {"/usr/games/stockfish", "/usr/games/fairymax"})
      if (!fs::exists(engine)) GTEST_SKIP() << engine << " is not installed";
    fs::copy_file(kExamples + name(), folder_ / name());
    write_text(folder_ / "games.pgn", "[Result \"1/2-1/2\"]\n\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n");
    for (const char* const book : {"white.bin", "black.bin", "book960.bin"})
      EXPECT_EQ(
          polyglot({"make-book", folder_ / "games.pgn", "--min-game", "1", "-o", folder_ / book}).exit_code,
          0);
    // Replaces ssh: it runs the words after the host as a command.
    write_text(folder_ / "ssh", "#!/bin/sh\nwhile [ \"$1\" != user@host ]; do shift; done\nshift 2\nexec " +
                                    program_under_test() + " \"$@\"\n");
    fs::permissions(folder_ / "ssh", fs::perms::owner_all);
  }
  [[nodiscard]] static std::string name() { return GetParam(); }
  [[nodiscard]] Outcome run(const Arguments& arguments, const std::string& input = "") const {
    return polyglot(arguments, {.input = input,
                                .folder = folder_.path(),
                                .limit = 200,
                                .variables = {{"PATH", folder_.path() + ":/usr/games:/usr/bin:/bin"}}});
  }

  TemporaryFolder folder_;
};

TEST_P(Examples, PassTheCheck) {
  EXPECT_THAT(run({name(), "--check-config"}), Succeeds(HasSubstr("\nThe configuration works.\n")));
}

TEST_P(Examples, PlayTheBookAndThenTheEngine) {
  EXPECT_THAT(
      run({"play", name(), "--side", "black", "--fen", "startpos", "--movetime", "0.05"}, "a5\nquit\n"),
      Succeeds(AllOf(HasSubstr(" (book)\n"), HasSubstr(" plays 2. "))));
  EXPECT_THAT(read_text(kExamples + std::string("README.md")), HasSubstr("[" + name() + "](" + name() + ")"));
}

INSTANTIATE_TEST_SUITE_P(All, Examples,
                         ::testing::Values("bot.ini", "engine-match.ini", "learning-match.ini",
                                           "repertoire.ini", "chess960.ini", "xboard-engine.ini",
                                           "remote-engine.ini"));

TEST(ExamplesFolder, HasNoOthers) {
  std::size_t count = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(kExamples))
    if (entry.path().extension() == ".ini") ++count;
  EXPECT_EQ(count, 7U);
}

}  // namespace
}  // namespace polyglot::tools::test
