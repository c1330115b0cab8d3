// SPDX-License-Identifier: MIT
// `polyglot guard COMMAND...`: when one side ends, everything ends.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <string>

#include <gmock/gmock.h>

#include <polyglot/process/engine_process.hpp>

#include "proxy/leftovers.hpp"
#include "proxy/proxy_test.hpp"
#include "test_paths.hpp"

namespace polyglot::proxy::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace std::chrono_literals;

class Guard : public ProxyTest {
 protected:
  /// Starts an engine that only SIGKILL ends, with a child and a daemon, and waits until it speaks.
  Gui& guard_stubborn() {
    Lines command = {"guard",   "--grace",       "0.2",          SCRIPTED_ENGINE,
                     "--child", "--ignore-quit", "--ignore-eof", "--ignore-term"};
    if (process::supervision_promises().daemons_end) command.push_back("--double-fork");
    Gui& gui = start(command);
    gui.send("uci");
    gui.expect("uciok");
    return gui;
  }
};

TEST_F(Guard, PassesWhatBothSidesSay) {
  Gui& gui = start({"guard", SCRIPTED_ENGINE, "--name", "guarded"});
  gui.send("uci");
  EXPECT_EQ(gui.expect("id name"), "id name guarded");
  gui.expect("uciok");
  quit(gui);
}

TEST_F(Guard, PassesLargeInputAndOutputToTheEnd) {
  Gui& gui = start_shell("exec sh -c 'seq 1 300000 | \"$POLYGLOT\" guard cat | cksum; seq 1 300000 | cksum'");
  const Lines sums = gui.rest();
  ASSERT_EQ(sums.size(), 2U);
  EXPECT_EQ(sums[0], sums[1]);
}

/// More than a pipe holds; the program ends before anybody reads.
TEST_F(Guard, WaitsForWhoeverReadsLate) {
  for (const std::string from : {"", "</dev/null"}) {
    Gui& gui = start_shell("{ " + from +
                           " \"$POLYGLOT\" guard --grace 0.1 seq 1 50000; } | "
                           "{ sleep 2; cksum; }; seq 1 50000 | cksum");
    const Lines sums = gui.rest();
    ASSERT_EQ(sums.size(), 2U);
    EXPECT_EQ(sums[0], sums[1]) << from;
  }
}

TEST_F(Guard, SaysThatItsOutputCannotBeWritten) {
  Gui& gui = start_shell("\"$POLYGLOT\" guard echo lost >/dev/full");
  EXPECT_EQ(gui.wait().text(), "exited with status 1");
  EXPECT_THAT(gui.errors(), HasSubstr("standard output: cannot write: No space left on device"));
}

TEST_F(Guard, PassesTextWithoutALineEnd) {
  Gui& gui = start_shell("printf 'no end' | \"$POLYGLOT\" guard sh -c 'cat; echo .'");
  EXPECT_THAT(gui.rest(), ElementsAre("no end."));
}

TEST_F(Guard, EndsAsItsProgramDoes) {
  EXPECT_EQ(start({"guard", "sh", "-c", "echo complaint >&2; exit 7"}).wait().text(), "exited with status 7");
  EXPECT_EQ(start({"guard", "sh", "-c", "kill -9 $$"}).wait().text(), "exited with status 137");
  Gui& missing = start({"guard", "/no/such/program"});
  EXPECT_EQ(missing.wait().text(), "exited with status 127");
  EXPECT_THAT(missing.errors(), HasSubstr("/no/such/program"));
}

TEST_F(Guard, LeavesNothingWhenItsInputEnds) {
  Gui& gui = guard_stubborn();
  gui.close_input();
  (void)gui.wait();
  expect_nothing_left();
}

TEST_F(Guard, LeavesNothingWhenNobodyReadsItsOutput) {
  Gui& gui = guard_stubborn();
  gui.close_output();
  (void)gui.wait_unread();
  expect_nothing_left();
}

TEST_F(Guard, LeavesNothingAtASignal) {
  Gui& gui = guard_stubborn();
  gui.signal(SIGTERM);
  (void)gui.wait();
  expect_nothing_left();
}

TEST_F(Guard, LeavesNothingWhicheverProcessIsKilled) {
  Lines names = {"polyglot", "scripted_engine"};
  if (process::supervision_promises().guardian_may_fail) names.emplace_back("engine-guardian");
  for (const std::string& name : names) {
    Gui& gui = guard_stubborn();
    const Lines processes = processes_marked(environment().front());
    const auto victim = std::ranges::find_if(processes, [&name](const std::string& process) {
      return process.ends_with(" " + name.substr(0, 15));
    });
    ASSERT_NE(victim, processes.end()) << name;
    ASSERT_EQ(::kill(std::stoi(*victim), SIGKILL), 0);
    (void)gui.wait();
    expect_nothing_left();
  }
}

/// An engine at the other end of a guarded program, as behind ssh.
TEST_F(Guard, CanBeAnEngineOfAnother) {
  Gui& gui = start({"-noini", "-ec", program_under_test() + " guard " + scripted()});
  gui.send("uci");
  gui.expect("uciok");
  gui.send("position startpos\ngo movetime 10");
  gui.expect("bestmove");
  quit(gui);
}

}  // namespace
}  // namespace polyglot::proxy::testing
