// SPDX-License-Identifier: MIT
// `polyglot replay`, tested with the logs of sessions with real engines.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>

#include <boost/algorithm/string/replace.hpp>
#include <gmock/gmock.h>

#include "proxy/proxy_test.hpp"
#include "test_paths.hpp"

namespace polyglot::proxy::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// What the tool prints, and how it ends.
struct Verdict {
  Lines lines;
  std::string end;
  std::string errors;
};

class Replay : public ProxyTest {
 protected:
  [[nodiscard]] Verdict replay(const std::string& log = "my.log") const {
    const auto tool = launch({"replay", log});
    Verdict verdict;
    verdict.lines = tool->rest();
    verdict.end = tool->wait().text();
    verdict.errors = tool->errors();
    return verdict;
  }
  void expect_identical() const {
    const Verdict verdict = replay();
    EXPECT_THAT(verdict.lines, ElementsAre("identical")) << verdict.errors;
    EXPECT_EQ(verdict.end, "exited with status 0");
    if (HasFailure()) ADD_FAILURE() << content("my.log");
  }
  /// The number of the first line of the log, from 1, with this text, and the line.
  [[nodiscard]] std::pair<std::size_t, std::string> find_line(const std::string& text) const {
    const Lines lines = split_lines(content("my.log"));
    const auto found = std::find_if(lines.begin(), lines.end(), [&text](const std::string& line) {
      return line.find(text) != std::string::npos;
    });
    EXPECT_NE(found, lines.end()) << text;
    return {static_cast<std::size_t>(found - lines.begin()) + 1, *found};
  }
  /// Writes the log to another file, with `text` replaced in that line.
  void write_changed(std::size_t number, const std::string& text, const std::string& other) const {
    Lines lines = split_lines(content("my.log"));
    std::string& line = lines.at(number - 1);
    line.replace(line.find(text), text.size(), other);
    write("changed.log", lines.begin(), lines.end());
  }
  void write(const std::string& name, Lines::const_iterator begin, Lines::const_iterator end) const {
    std::ofstream file(folder_ / name, std::ios::binary);
    for (auto line = begin; line != end; ++line) file << *line << '\n';
  }
  /// A short session with the scripted engine.
  void play(const Lines& arguments = {}) {
    Gui& gui = start_scripted("", with_book() + Lines{"-log", "true", "-lf", "my.log"} + arguments);
    gui.send("uci\nisready\nposition startpos\ngo movetime 10");
    gui.expect("bestmove");
    gui.send("position startpos moves a2a3 a7a6\ngo movetime 10");
    gui.expect("bestmove");
    quit(gui);
  }
};

struct EnginePair {
  const char* engine;
  bool gui_speaks_uci;
};

class ReplayOfPair : public Replay, public ::testing::WithParamInterface<EnginePair> {};

TEST_P(ReplayOfPair, IsIdentical) {
  const std::string program = find_program(GetParam().engine);
  if (program.empty()) GTEST_SKIP() << GetParam().engine << " is not installed";
  write_book(folder_ / "white.bin", {{"", {{"d2d4", 1}, {"e2e4", 1}, {"c2c4", 1}, {"g1f3", 1}}}});
  write_book(folder_ / "black.bin", {{"e2e4", {{"c7c6", 3}, {"e7e5", 1}, {"c7c5", 2}}}});
  folder_.write("my.ini", "[PolyGlot]\nEngineCommand = " + program +
                              "\nBook = true\nBookFile = white.bin\nLog = true\nLogFile = my.log\nResign = "
                              "true\n[Engine]\nHash = 8\n[Book black]\nFile = black.bin\nColour = black\n"
                              "[Book gone]\nFile = gone.bin\n");
  Gui& gui = start({"my.ini"});
  if (GetParam().gui_speaks_uci) {
    gui.send("uci\nisready");
    gui.expect("readyok");
    for (const std::string moves : {"", " moves e2e4", " moves e2e4 a7a6", " moves e2e4 a7a6 a2a3"}) {
      gui.send("position startpos" + moves + "\ngo wtime 5000 btime 5000 movestogo 40");
      gui.expect("bestmove");
    }
    gui.send("setoption name Polyglot BookDepth value 3\nstop\nposition startpos\ngo infinite");
    gui.send("stop\nisready");
    gui.expect("readyok");
  } else {
    gui.send("xboard\nprotover 2");
    const Lines greeting = gui.lines_until("feature done=1");
    const auto wants_word = [](const std::string& line) { return line.find("usermove=1") != line.npos; };
    const std::string word = std::any_of(greeting.begin(), greeting.end(), wants_word) ? "usermove " : "";
    gui.send("new\nlevel 40 0:05 0\npost\n" + word + "e2e4");
    gui.expect("move ");
    for (const std::string move : {"a2a3", "h2h3", "b2b3"}) {
      gui.send("time 400\notim 400\n" + word + move);
      gui.expect("move ");
    }
    gui.send("bk\nnew\ngo");
    gui.expect("move ");
  }
  quit(gui);
  expect_identical();
}

constexpr std::array kPairs{EnginePair{"stockfish", true}, EnginePair{"stockfish", false},
                            EnginePair{"fairymax", true}, EnginePair{"fairymax", false}};
INSTANTIATE_TEST_SUITE_P(Engines, ReplayOfPair, ::testing::ValuesIn(kPairs), [](const auto& test) {
  return std::string(test.param.engine) + (test.param.gui_speaks_uci ? "_uci" : "_xboard");
});

TEST_F(Replay, TellsOfEnginesThatWereStartedAgain) {
  Gui& gui = start_scripted("--crash-on-go", {"-log", "true", "-lf", "my.log", "-pg", "EngineRestart=game",
                                              "-pg", "EngineRestartLimit=2"});
  gui.send("uci\nposition startpos\ngo movetime 10");
  EXPECT_EQ(gui.wait().text(), "exited with status 1");
  const std::string log = content("my.log");
  EXPECT_NE(log.find("event engine-starts\n", log.find("event engine-lost the engine")), std::string::npos);
  expect_identical();
}

TEST_F(Replay, LearnsAndSavesNothing) {
  folder_.write("my.ini", "[PolyGlot]\nEngineCommand = " + scripted() + "\n");
  const Lines learning{"-pg", "BookLearn=true", "-log", "true", "-lf", "my.log", "-ec", scripted()};
  const Lines arguments = Lines{"my.ini"} + with_book() + learning;
  const std::string book = content("book.bin");
  Gui& gui = start(arguments);
  gui.send("xboard\nprotover 2\nnew\nusermove e2e4");
  gui.expect("move ");
  gui.send("result 1-0 {done}\noption Polyglot BookDepth=5\noption Polyglot Save\nping 1");
  gui.expect("pong 1");
  quit(gui);
  EXPECT_THAT(content("my.log"), AllOf(HasSubstr("*  event learned\n"), HasSubstr("*  event saved\n")));
  EXPECT_NE(content("book.bin"), book);
  folder_.write("book.bin", book);
  const std::string settings = content("my.ini");
  expect_identical();
  EXPECT_EQ(content("book.bin"), book);
  EXPECT_EQ(content("my.ini"), settings);
}

/// Sessions whose book moves depend on what was learned in the games before.
class ReplayOfLearning : public Replay {
 protected:
  void SetUp() override {
    write_book(folder_ / "book.bin", {{"", {{"e2e4", 10}, {"d2d4", 9}, {"c2c4", 8}}}});
  }
  /// Three moves lose, and so each of them is chosen.
  void lose_games(const Lines& arguments = {}) {
    Gui& gui = start(Lines{"-noini", "-ec", scripted(), "-log", "true", "-lf", "my.log", "-pg", "Book=true",
                           "-pg", "BookFile=book.bin", "-pg", "BookRandom=false", "-pg", "BookLearn=true"} +
                     arguments);
    gui.send("xboard\nprotover 2");
    std::set<std::string> moves;
    for (int game = 0; game < 6; ++game) {
      gui.send("new\ngo");
      moves.insert(gui.expect("move "));
      gui.send("result 0-1 {lost}\nping " + std::to_string(game));
      gui.expect("pong");
    }
    EXPECT_EQ(moves.size(), 3U) << "what was learned has to matter";
    quit(gui);
  }
};

TEST_F(ReplayOfLearning, IsIdenticalWhereTheBookWasPutBack) {
  const std::string book = content("book.bin");
  lose_games();
  lose_games();
  folder_.write("book.bin", book);
  EXPECT_THAT(replay().lines, ElementsAre("identical: 2 sessions"));
  EXPECT_EQ(content("book.bin"), book);
}

TEST_F(ReplayOfLearning, IsIdenticalWhereTheFileOfResultsWasRemoved) {
  lose_games({"-pg", "BookLearnFile=%b-learned.bin"});
  ASSERT_TRUE(std::filesystem::remove(folder_ / "book-learned.bin"));
  expect_identical();
  EXPECT_FALSE(std::filesystem::exists(folder_ / "book-learned.bin"));
}

TEST_F(ReplayOfLearning, IsIdenticalWhereTheFileOfResultsWasPutBack) {
  const Lines beside{"-pg", "BookLearnFile=learned.bin"};
  lose_games(beside);
  const std::string learned = content("learned.bin");
  std::filesystem::remove(folder_ / "my.log");
  lose_games(beside);
  folder_.write("learned.bin", learned);
  expect_identical();
  EXPECT_EQ(content("learned.bin"), learned);
}

// The list of options shows the path of SettingsFile.
TEST_F(Replay, IsIdenticalUnderAnotherHome) {
  std::filesystem::create_directory(folder_ / "books");
  write_book(folder_ / "books/book.bin", small_book());
  const std::string books = folder_ / "books";
  Gui& gui = start({"-noini", "-ec", SCRIPTED_ENGINE, "-pg", "Book=true", "-pg",
                    "BookFile=$OPENINGS/book.bin", "-log", "true", "-lf", "my.log"},
                   {"HOME=" + books, "USERPROFILE=" + books, "OPENINGS=" + books});
  gui.send("xboard\nprotover 2");
  EXPECT_THAT(gui.lines_until("feature done=1"),
              Contains(HasSubstr(joined(books + "/.polyglot", "Scripted_1.ini"))));
  gui.send("new\nusermove e2e4");
  gui.expect("move ");
  quit(gui);
  expect_identical();
}

TEST_F(Replay, IsIdenticalWhereLinesEndInMoreThanOneCarriageReturn) {
  Gui& gui = start_scripted("--crlf --info \"info string odd\r\"", {"-log", "true", "-lf", "my.log"});
  gui.send("uci\nisready");
  gui.expect("readyok");
  gui.send("position startpos\r\r\ngo movetime 10\r\r\r");
  gui.expect("bestmove");
  quit(gui);
  EXPECT_THAT(content("my.log"), HasSubstr("<  info string odd\r\n"));
  expect_identical();
}

TEST_F(Replay, FindsWhatTheLogSaysOtherwise) {
  play();
  const auto [answer, line] = find_line(">> bestmove ");
  const std::string move = line.substr(line.find("bestmove "));
  write_changed(answer, move, "bestmove h2h4");
  const Verdict other_answer = replay("changed.log");
  EXPECT_THAT(other_answer.lines, ElementsAre("line " + std::to_string(answer) + ":",
                                              "  log:     >> bestmove h2h4", "  session: >> " + move));
  EXPECT_EQ(other_answer.end, "exited with status 1");

  const auto [question, question_line] = find_line("<< position startpos moves a2a3 a7a6");
  write_changed(question, "a7a6", "h7h6");
  const auto [left, left_line] = find_line(">> info string out of book after a6");
  const std::string words = left_line.substr(left_line.find("info string"));
  EXPECT_THAT(replay("changed.log").lines,
              ElementsAre("line " + std::to_string(left) + ":", "  log:     >> " + words,
                          "  session: >> " + boost::algorithm::replace_first_copy(words, "a6", "h6")));
}

TEST_F(Replay, ShowsNoControlCharactersOfALog) {
  play();
  const auto [answer, line] = find_line(">> bestmove ");
  write_changed(answer, line.substr(line.find("bestmove ")), "bestmove \x1b]0;mine\x07");
  EXPECT_THAT(replay("changed.log").lines, Contains("  log:     >> bestmove ?]0;mine?"));
}

TEST_F(Replay, FindsWhatTheLogDoesNotSay) {
  play();
  Lines lines = split_lines(content("my.log"));
  const std::size_t quit_line = find_line(">  quit").first;
  lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(quit_line) - 1);
  write("changed.log", lines.begin(), lines.end());
  EXPECT_THAT(replay("changed.log").lines, ElementsAre("line " + std::to_string(lines.size() + 1) + ":",
                                                       "  log:     (nothing more)", "  session: >  quit"));
}

TEST_F(Replay, TakesEachSessionOfAFile) {
  play();
  play({"-pg", "BookSeed=7"});
  const Verdict both = replay();
  EXPECT_THAT(both.lines, ElementsAre("identical: 2 sessions"));
  const Lines lines = split_lines(content("my.log"));
  write("changed.log", lines.begin() + 1, lines.end());
  const Verdict second = replay("changed.log");
  EXPECT_THAT(second.lines, ElementsAre("identical"));
  EXPECT_THAT(second.errors, HasSubstr("begins in the middle of a session; replaying from line "));
}

TEST_F(Replay, EndsWhereTheLogWasTurnedOff) {
  Gui& gui = start_scripted("", {"-log", "true", "-lf", "my.log"});
  gui.send("uci\nisready");
  gui.expect("readyok");
  gui.send("setoption name Polyglot Log value false\nisready");
  gui.expect("readyok");
  quit(gui);
  expect_identical();
}

TEST_F(Replay, RefusesWhatCannotBeReplayed) {
  play();
  const auto refused = [this](const std::string& log, const std::string& why) {
    const Verdict verdict = replay(log);
    EXPECT_THAT(verdict.errors, AllOf(StartsWith("polyglot replay: " + log), HasSubstr(why)));
    EXPECT_EQ(verdict.end, "exited with status 2");
  };
  const Lines lines = split_lines(content("my.log"));
  write("cut.log", lines.begin() + 1, lines.end());
  refused("cut.log", "no session begins in it");
  folder_.write("torn.log", content("my.log").substr(0, content("my.log").size() - 1));
  refused("torn.log",
          "line " + std::to_string(lines.size()) + ": it cannot be replayed: this line has no end");
  folder_.write("no.log", "bread\nbutter\n");
  refused("no.log", "line 1: it cannot be replayed: this line is not from a log");
  folder_.write("empty.log", "");
  refused("empty.log", "it is empty");
  write_changed(1, "\"seed\":", "\"sown\":");
  refused("changed.log", "line 1: it cannot be replayed: the settings cannot be read");
  refused("none.log", "cannot be opened");
}

}  // namespace
}  // namespace polyglot::proxy::testing
