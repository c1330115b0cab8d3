// SPDX-License-Identifier: MIT
// Polyglot reports failures to the GUI in one line, on the terminal, and with the exit code; never in the
// words of the XBoard protocol.
// Faults under the proxy that every system has: lines without end, engines that are gone.
#include "proxy/fault_testing.hpp"
#include "proxy/leftovers.hpp"
#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kInfo = "info string ";

using EngineFailure = ProxyTest;

// ---- While playing --------------------------------------------------------------------------------------

TEST_F(EngineFailure, OfACrashIsToldWithStatusAndLastWords) {  // defects 11 and 37
  Gui& gui = greet_scripted("--crash-on-go --stderr-noise 'assertion failed: board.c 17'");
  gui.send("position startpos\ngo movetime 100");
  const Lines seen = gui.rest();
  EXPECT_THAT(seen, ElementsAre(AllOf(StartsWith("info string "), HasSubstr(kCrash),
                                      HasSubstr("assertion failed: board.c 17"))));
  EXPECT_EQ(gui.wait().text, "exited with status 1");
  EXPECT_THAT(split_lines(gui.errors()), ElementsAre("polyglot: " + seen.at(0).substr(kInfo.size()),
                                                     HasSubstr("assertion failed: board.c 17")));
}

TEST_F(EngineFailure, OfAnExitComesAfterItsLastLines) {
  Gui& gui = greet_scripted("--last-words");
  gui.send("position startpos\ngo movetime 100");
  EXPECT_THAT(rest_of(gui, 1), ElementsAre("info string it was", "info string a good", "info string game",
                                           AllOf(StartsWith(kInfo), HasSubstr("exited with status 5"))));
}

TEST_F(EngineFailure, InTheMiddleOfALineLeavesOutThatLine) {
  Gui& gui = greet_scripted("--half-line-then-die");
  gui.send("position startpos\ngo movetime 100");
  EXPECT_THAT(rest_of(gui, 1), ElementsAre(AllOf(StartsWith(kInfo), HasSubstr("exited with status 4"))));
}

TEST_F(EngineFailure, OfItsGuardianIsToldAndNothingIsLeft) {
  Gui& gui = greet_scripted("--double-fork --child --ignore-quit --ignore-eof --ignore-term");
  const Lines processes = processes_marked(environment().front());
  const auto guardian = std::find_if(processes.begin(), processes.end(),
                                     [](const std::string& it) { return it.ends_with(" engine-guardian"); });
  ASSERT_NE(guardian, processes.end());
  end_by_force(*guardian);
  EXPECT_THAT(rest_of(gui, 1), ElementsAre(AllOf(StartsWith(kInfo), HasSubstr("its guardian was killed"))));
  expect_nothing_left();
}

// ---- At the start ---------------------------------------------------------------------------------------

class StartFailure : public ProxyTest {
 protected:
  /// Polyglot is silent before the GUI's first line. Then it writes one line, the same line on stderr, and
  /// exits with the code.
  void expect_failure(const Lines& arguments, int code, const std::string& reason) {
    Gui& gui = start(arguments);
    EXPECT_FALSE(gui.hears_something(200ms));
    gui.send("uci");
    const Lines seen = gui.rest();
    ASSERT_THAT(seen, ElementsAre(StartsWith(kInfo)));
    EXPECT_THAT(seen[0], HasSubstr(reason));
    EXPECT_EQ(gui.wait().text, "exited with status " + std::to_string(code));
    EXPECT_THAT(split_lines(gui.errors()), ElementsAre("polyglot: " + seen[0].substr(kInfo.size())));
  }
};

constexpr int kEngineFailed = 1;
constexpr int kWrongUsage = 2;

TEST_F(StartFailure, IsReportedWithItsReasonAndExitCode) {
  folder_.write("bad.ini", "[PolyGlot]\nEngineCommand = x\nnonsense\n");
  const std::string text = folder_.write("engine", "text");
  expect_failure({}, kWrongUsage, "polyglot.ini");
  expect_failure({"-noini"}, kWrongUsage, "EngineCommand is not set");
  expect_failure({"-noini", "-ec", scripted(), "-foo"}, kWrongUsage, "-foo");
  expect_failure({"bad.ini"}, kWrongUsage, "bad.ini:3");
  expect_failure({"-noini", "-ec", "no_such_engine"}, kEngineFailed, "no_such_engine");
  expect_failure({"-noini", "-ec", text}, kEngineFailed, "engine");
  expect_failure({"-noini", "-ec", folder_.string()}, kEngineFailed, folder_.string());
  expect_failure({"-noini", "-ec", scripted(), "-ed", "/no/such/dir"}, kEngineFailed, "/no/such/dir");
  expect_failure({"-noini", "-ec", scripted("--exit-at-start 3")}, kEngineFailed, "exited with status 3");
  expect_failure({"-noini", "-ec", scripted("--not-uci"), "-pg", "EngineProtocol=uci"}, kEngineFailed,
                 "is not a UCI engine");
}

/// Not fairymax, which may crash at a command that it does not know.
TEST_F(StartFailure, WithPhalanx) {
  const std::string phalanx = find_program("phalanx");
  if (phalanx.empty()) GTEST_SKIP() << "phalanx is not installed";
  expect_failure({"-noini", "-ec", phalanx, "-pg", "EngineProtocol=uci"}, kEngineFailed,
                 "is not a UCI engine");
}

TEST_F(StartFailure, ExecutesNoCommandSubstitution) {  // defect 36
  for (const std::string command : {"$(touch executed)", "`touch executed`", "true; touch executed"}) {
    expect_failure({"-noini", "-ec", command}, kEngineFailed, "EngineCommand");
    EXPECT_FALSE(std::filesystem::exists(folder_ / "executed")) << command;
  }
}

TEST_F(StartFailure, OfASilentEngineIsToldAfterEngineStartTimeout) {
  Gui& gui = start_scripted("--silent", {"-pg", "EngineStartTimeout=300"});
  gui.send("uci");
  const Lines seen = gui.rest();
  ASSERT_THAT(seen, ElementsAre(AllOf(StartsWith(kInfo), HasSubstr("EngineStartTimeout"))));
  EXPECT_EQ(gui.wait().text, "exited with status 1");
  EXPECT_EQ(gui.errors(), "polyglot: " + seen[0].substr(kInfo.size()) + "\n");
}

TEST_F(StartFailure, IsToldInXboardsWordsToXboard) {
  Gui& gui = start_scripted("--silent", {"-pg", "EngineStartTimeout=300"});
  gui.send("xboard\nprotover 2");
  EXPECT_THAT(rest_of(gui, 1), ElementsAre("feature done=0", StartsWith("tellusererror ")));
}

constexpr std::size_t kTooLong = 65UL << 20;  ///< bytes of a line, of which 64 MiB are allowed

TEST_F(Fault, OfALineWithoutEndFromTheGuiIsTold) {
  Gui& gui = greet_scripted();
  send_line_without_end(gui, kTooLong);
  expect_failure(gui, "a line is longer than");
}

TEST_F(Fault, OfALineWithoutEndFromTheEngineIsTold) {
  Gui& gui = greet_scripted("--long-line " + std::to_string(kTooLong));
  gui.send("position startpos\ngo movetime 1");
  expect_failure(gui, "a line is longer than");
}

TEST_F(Fault, OfAnEngineThatClosesItsInputAndStaysIsTold) {
  Gui& gui = greet_scripted("--deaf-on-go --ignore-term");
  gui.send("position startpos\ngo movetime 1");
  expect_failure(gui, "closed its input");
}

TEST_F(Fault, OfAnEngineThatIsThereNoMoreWhenAnotherOneIsDueIsTold) {
  const std::string engine = script_of(one_game_engine());
  Gui& gui = greet({"-noini", "-ec", engine});
  play(gui);
  std::filesystem::remove(engine);
  gui.send("ucinewgame\nposition startpos\ngo movetime 1");
  expect_failure(gui, "the engine cannot be started: ");
}

}  // namespace
}  // namespace polyglot::proxy::testing
