// SPDX-License-Identifier: MIT
// Failures in sessions with an XBoard GUI, or with an engine that speaks the XBoard protocol.
#include <thread>

#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

using namespace std::chrono_literals;

class CecpSession : public ProxyTest {
 protected:
  /// The scripted engine of the XBoard protocol.
  [[nodiscard]] std::string scripted_cecp(const std::string& flags = "") const {
    return std::string(SCRIPTED_CECP_ENGINE) + " --echo " + (folder_ / "echo") + " " + flags;
  }
  Gui& start_cecp(const std::string& flags = "", const Lines& arguments = {}) {
    return start(Lines{"-noini", "-ec", scripted_cecp(flags)} + arguments);
  }
  /// Starts it, and greets as a UCI GUI.
  Gui& greet_cecp(const std::string& flags, const Lines& arguments = {}) {
    return ProxyTest::greet(Lines{"-noini", "-ec", scripted_cecp(flags)} + arguments);
  }
  /// Greets as an XBoard GUI.
  static Lines greet(Gui& gui) { return gui.ask_all("xboard\nprotover 2", "feature done=1"); }
};

// ---- Deaths ---------------------------------------------------------------------------------------------

TEST_F(CecpSession, TellsXboardOfAnEngineThatDiesInAGame) {  // defect 11
  Gui& gui = start_scripted("--crash-on-go --stderr-noise 'assertion failed: board.c 17'");
  greet(gui);
  gui.send("new\npost\nusermove e2e4");
  const Lines seen = gui.rest();
  EXPECT_THAT(seen, ElementsAre(AllOf(StartsWith("tellusererror "), HasSubstr(kCrash),
                                      HasSubstr("assertion failed: board.c 17"))));
  EXPECT_EQ(gui.wait().text, "exited with status 1");
}

TEST_F(CecpSession, TellsXboardOfAnEngineThatIsSilent) {  // defect 12
  Gui& gui = start_cecp("--silent --stubborn", {"-pg", "EngineStartTimeout=300"});
  gui.send("xboard\nprotover 2");
  EXPECT_THAT(rest_of(gui, 1),
              Contains(AllOf(StartsWith("tellusererror "), HasSubstr("EngineStartTimeout"))));
}

TEST_F(CecpSession, EndsWithTheGuiDuringTheStart) {
  for (const bool quits : {true, false}) {
    Gui& gui = start_cecp("--silent --stubborn");
    gui.ask("xboard\nprotover 2", "feature done=0");
    quits ? gui.send("quit") : gui.close_input();
    EXPECT_EQ(gui.wait().text, "exited with status 0");
    expect_nothing_left();
  }
}

TEST_F(CecpSession, EndsAnEngineThatIgnoresQuit) {
  Gui& gui = start_cecp("--stubborn --feature usermove=1");
  greet(gui);
  gui.send("new\nusermove e2e4");
  quit(gui);
}

TEST_F(CecpSession, EndsAUciEngineThatIgnoresQuit) {
  Gui& gui = start_scripted("--ignore-quit --ignore-eof --ignore-term --wait-go");
  greet(gui);
  gui.send("new\nusermove e2e4");
  quit(gui);
}

// ---- Kinds of engines -----------------------------------------------------------------------------------

TEST_F(CecpSession, TellsTheEngineStartedAgainWhatTheDeadOneDidNotTake) {
  Gui& gui = start_cecp("--deaf-after-uci --feature 'myname=\"Touchy 1\"' --feature usermove=1 --move e7e5");
  EXPECT_THAT(greet(gui), Contains("feature myname=\"Touchy 1\""));
  EXPECT_EQ(gui.ask("new\nusermove e2e4", "move"), "move e7e5");
  quit(gui);
}

TEST_F(CecpSession, EndsWithTheGuiWhileAnEngineTakesTheOthersPlace) {
  for (const bool quits : {true, false}) {
    Gui& gui =
        greet_cecp("--feature reuse=0 --feature usermove=1 --move e2e4", {"-pg", "EngineProtocol=cecp"});
    gui.best_move("position startpos\ngo movetime 100");
    gui.send(quits ? "ucinewgame\nquit" : "ucinewgame");
    if (!quits) gui.close_input();
    EXPECT_EQ(gui.wait().text, "exited with status 0");
    expect_nothing_left();
  }
}

TEST_F(CecpSession, AnswersEverySearchOfAScript) {
  constexpr int kSearches = 20;
  std::string searches = "position startpos";
  for (int i = 0; i < kSearches; ++i) searches += "\ngo movetime 10000";
  for (const bool quits : {true, false}) {
    Gui& gui =
        start_cecp("--feature ping=1 --feature usermove=1 --move e2e4", {"-pg", "EngineProtocol=cecp"});
    // The first searches wait for the engine. The end of the script does not come with them, because an
    // engine has only seconds to start when the GUI has gone, and a busy machine may need more.
    const Lines first = gui.search("uci\n" + searches);
    gui.send(quits ? searches + "\nquit" : searches);
    if (!quits) gui.close_input();
    EXPECT_THAT(starting_with(first + gui.rest(), "bestmove "), SizeIs(2 * kSearches)) << quits;
    EXPECT_EQ(gui.wait().text, "exited with status 0");
  }
}

TEST_F(CecpSession, GivesASecondEngineTheFullTimeToStart) {
  Gui& gui = greet_cecp("--feature reuse=0 --feature usermove=1 --move e2e4 --slow 500",
                        {"-pg", "EngineProtocol=cecp", "-pg", "EngineStartTimeout=1500"});
  gui.best_move("position startpos\ngo movetime 100");
  std::this_thread::sleep_for(700ms);  // the first engine's time is up while the second one starts
  gui.send("ucinewgame\nisready");
  gui.expect("readyok");
  quit(gui);
}

TEST_F(CecpSession, SpeaksUciWithASlowEngineThatKnowsBothProtocolsAndIsStartedOnce) {
  const std::string engine = find_program("fairy-stockfish");
  if (engine.empty()) GTEST_SKIP() << "fairy-stockfish is not installed";
  const std::string slow = folder_.write(
      "slow.sh", "#!/bin/sh\necho start >>'" + (folder_ / "starts") + "'\nsleep 3\nexec " + engine + "\n");
  Gui& gui = ProxyTest::greet({"-noini", "-ec", "sh " + slow});
  gui.ask("isready", "readyok");
  gui.best_move("position startpos\ngo depth 1");
  quit(gui);
  EXPECT_EQ(content("starts"), "start\n");
}

TEST_F(CecpSession, StopsAnEngineThatReadsNothingWhileItSearches) {
  const std::string engine = find_program("fairymax");
  if (engine.empty()) GTEST_SKIP() << "fairymax is not installed";
  const std::string folder = std::filesystem::path(engine).parent_path().string();  // of its own settings
  Gui& gui = ProxyTest::greet({"-noini", "-ec", engine, "-ed", folder, "-pg", "EngineProtocol=cecp"});
  gui.ask("position startpos\ngo depth 60", "info depth 5");
  gui.best_move("stop");
  gui.ask("isready\nposition startpos moves e2e4\ngo movetime 100", "readyok");
  gui.expect("bestmove");
  quit(gui);
}

TEST_F(CecpSession, InterruptsAnEngineThatReadsNothingWhileItAnalyses) {
  Gui& gui = greet_cecp("--feature 'ping=1 setboard=1 sigint=1' --deaf-in-analysis");
  gui.ask("position startpos\ngo infinite", "info depth 1");
  EXPECT_EQ(gui.best_move("stop"), "bestmove e2e4");
  quit(gui);
}

}  // namespace
}  // namespace polyglot::proxy::testing
