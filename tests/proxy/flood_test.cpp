// SPDX-License-Identifier: MIT
// Floods in both directions at once: an engine's output waits only for the GUI, the GUI's input only for the
// engine, and no queue grows without limit.
#include <tuple>

#include "proxy/load.hpp"
#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

using namespace std::chrono_literals;

constexpr int kQuestions = 12000;

/// A GUI of one protocol with an engine of the same or of the other one.
struct Sides {
  const char* name;
  const char* engine;
  const char* flags;     ///< 150 answers of the engine are more than a pipe holds
  const char* greeting;  ///< up to where it answers questions
  const char* greeted;   ///< the beginning of the last answer to that
  const char* question;
  bool numbered;
  const char* answer;
  std::size_t lines;  ///< of each answer, at least

  friend void PrintTo(const Sides& pair, std::ostream* out) { *out << pair.name; }
};

const Sides kSides[] = {
    {"UciGuiUciEngine", SCRIPTED_ENGINE, "--verbose 20", "uci", "uciok", "isready", false, "readyok", 20},
    {"XboardGuiXboardEngine", SCRIPTED_CECP_ENGINE, "--feature ping=1 --verbose 28",
     "xboard\nprotover 2\nanalyze", "feature done=1", "ping ", true, "pong ", 28},
    {"UciGuiXboardEngine", SCRIPTED_CECP_ENGINE, "--feature ping=1 --verbose 28", "uci", "uciok", "isready",
     false, "readyok", 1},
    {"XboardGuiUciEngine", SCRIPTED_ENGINE, "--wait-go --verbose 20",
     "xboard\nprotover 2\nnew\npost\nanalyze", "feature done=1", "ping ", true, "pong ", 20},
};

class Flood : public ProxyTest {
 protected:
  Gui& start_pair(const Sides& pair) {
    return start({"-noini", "-ec", std::string(pair.engine) + " " + pair.flags});
  }
  static std::string questions(const Sides& pair) {
    std::string lines;
    for (int i = 1; i <= kQuestions; ++i) {
      lines += pair.question;
      if (pair.numbered) lines += std::to_string(i);
      lines += '\n';
    }
    return lines;
  }
  /// Shifts all that follows in the pipe by `size` bytes.
  static std::string padding(std::size_t size) { return size == 0 ? "" : std::string(size - 1, ' ') + '\n'; }
};

class FloodBothWays : public Flood, public ::testing::WithParamInterface<std::tuple<Sides, int>> {};

TEST_P(FloodBothWays, AnswersEveryQuestion) {
  const auto& [pair, offset] = GetParam();
  Gui& gui = start_pair(pair);
  gui.ask(pair.greeting, pair.greeted);
  gui.send(padding(static_cast<std::size_t>(offset)) + questions(pair));
  for (int i = 0; i < kQuestions; ++i) gui.expect(pair.answer);
  EXPECT_GE(gui.seen().size(), kQuestions * pair.lines);
  quit(gui);
}

INSTANTIATE_TEST_SUITE_P(EndToEnd, FloodBothWays,
                         ::testing::Combine(::testing::ValuesIn(kSides),
                                            ::testing::Values(0, 1, 4095, 32768, 65535, 65536, 65537)),
                         [](const auto& tested) {
                           return std::string(std::get<0>(tested.param).name) + "Offset" +
                                  std::to_string(std::get<1>(tested.param));
                         });

class FloodFromAScript : public Flood, public ::testing::WithParamInterface<Sides> {
 protected:
  /// A script for standard input, which is at its end when the last line has been read.
  Gui& start_pair(const Sides& pair, const std::string& script) {
    return start_script(folder_.write("script", script),
                        {"-noini", "-ec", std::string(pair.engine) + " " + pair.flags});
  }
};

TEST_P(FloodFromAScript, IsAnsweredBeforeItsEndCounts) {
  const Sides& pair = GetParam();
  for (const char* const end : {"quit\n", ""}) {
    Gui& gui = start_pair(pair, std::string(pair.greeting) + "\n" + questions(pair) + end);
    EXPECT_THAT(starting_with(gui.rest(), pair.answer), SizeIs(kQuestions)) << end;
    EXPECT_TRUE(gui.wait().successful());
  }
}

TEST_P(FloodFromAScript, IsAnsweredToAReaderWhoTakesHisTime) {
  const Sides& pair = GetParam();
  for (const auto pause : {0ms, 2500ms}) {
    Gui& gui = start_pair(pair, std::string(pair.greeting) + "\n" + questions(pair) + "quit\n");
    await_rest(gui.pid());
    std::this_thread::sleep_for(pause);
    EXPECT_THAT(starting_with(gui.rest(), pair.answer), SizeIs(kQuestions)) << pause.count();
    if (pause == 0ms) {
      EXPECT_LT(peak_memory(gui.pid()), memory_limit());
    }
    EXPECT_TRUE(gui.wait().successful());
  }
}

INSTANTIATE_TEST_SUITE_P(EndToEnd, FloodFromAScript, ::testing::ValuesIn(kSides),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST_F(Flood, OfLongPositionsAndLongAnswersPassesStockfish) {
  const std::string engine = find_program("stockfish");
  if (engine.empty()) GTEST_SKIP() << "stockfish is not installed";
  constexpr int kPositions = 200;
  constexpr int kDiagrams = 20;
  std::string position = "position startpos moves";
  for (int i = 0; i < 100; ++i) position += " g1f3 g8f6 f3g1 f6g8";
  std::string script = "uci\n";
  for (int i = 0; i < kPositions; ++i) {
    script += position + "\n";
    for (int j = 0; j < kDiagrams; ++j) script += "d\n";
  }
  Gui& gui = start_script(folder_.write("script", script + "quit\n"), {"-noini", "-ec", engine});
  EXPECT_THAT(starting_with(gui.rest(), "Fen: "), SizeIs(kPositions * kDiagrams));
  EXPECT_TRUE(gui.wait().successful());
}

/// Our own answers to a GUI that keeps asking and does not read.
TEST_F(Flood, OfAnswersOfOursStaysInTheMemoryAGuiIsWorth) {
  std::string flood;
  for (int i = 0; i < 200'000; ++i) flood += "uci\n";
  Gui& gui = greet_scripted("--options 100");
  EXPECT_LT(gui.send_without_reading(flood), flood.size());
  EXPECT_GT(peak_memory(gui.pid()), 0);
  EXPECT_LT(peak_memory(gui.pid()), memory_limit());
  gui.close_output();
  gui.wait_unread();
}

/// If one engine replaces another, the unread lines of the first are not taken for lines of the second.
TEST_F(Flood, OfAnEngineThatIsReplacedDoesNotReachItsSuccessor) {
  constexpr int kClaims = 5500;  // more than the GUI's pipe holds, less than that and the engine's
  Gui& gui = greet({"-noini", "-pg", "EngineProtocol=cecp", "-ec",
                    std::string(SCRIPTED_CECP_ENGINE) + " --echo " + (folder_ / "echo") +
                        " --feature reuse=0 --feature usermove=1 --slow 300 --move e7e5 --farewell " +
                        std::to_string(kClaims)});
  gui.send("position startpos moves e2e4\ngo movetime 1");
  std::this_thread::sleep_for(2s);  // a GUI that reads nothing for longer than a dead engine is listened to
  gui.expect("bestmove");
  for (int i = 0; i < kClaims; ++i) gui.expect("info ");
  while (std::ranges::count(received(), "protover 2") < 2) std::this_thread::yield();
  gui.best_move("position startpos moves e2e4\ngo movetime 1");
  EXPECT_EQ(std::ranges::count(received(), "usermove e2e4"), 2);
}

}  // namespace
}  // namespace polyglot::proxy::testing
