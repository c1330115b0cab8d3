// SPDX-License-Identifier: MIT
// `polyglot guard COMMAND...`: when one side ends, everything ends.
#include "proxy/leftovers.hpp"
#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

class Guard : public ProxyTest {
 protected:
  /// Starts an engine that only SIGKILL ends, with a child and a daemon, and waits until it speaks.
  Gui& guard_stubborn() {
    return greet({"guard", "--grace", "0.2", SCRIPTED_ENGINE, "--child", "--ignore-quit", "--ignore-eof",
                  "--ignore-term", "--double-fork"});
  }

  void kill_one_named(const std::string& name) {
    Gui& gui = guard_stubborn();
    const Lines processes = processes_marked(environment().front());
    const auto victim = std::ranges::find_if(processes, [&name](const std::string& process) {
      return process.ends_with(" " + name.substr(0, 15));  // the system keeps no more
    });
    ASSERT_NE(victim, processes.end()) << name;
    end_by_force(*victim);
    (void)gui.wait();
    expect_nothing_left();
  }
};

TEST_F(Guard, PassesWhatBothSidesSay) {
  Gui& gui = start({"guard", SCRIPTED_ENGINE, "--name", "guarded"});
  EXPECT_EQ(gui.ask("uci", "id name"), "id name guarded");
  gui.expect("uciok");
  quit(gui);
}

TEST_F(Guard, SaysThatItsProgramIsMissing) {
  Gui& missing = start({"guard", "no-such-program"});
  EXPECT_EQ(missing.wait().text, "exited with status 127");
  EXPECT_THAT(missing.errors(), HasSubstr("no-such-program"));
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

TEST_F(Guard, LeavesNothingWhicheverProcessIsKilled) {
  kill_one_named("polyglot");
  kill_one_named("scripted_engine");
}

TEST_F(Guard, LeavesNothingWhenItsGuardianIsKilled) {
  kill_one_named("engine-guardian");
}

/// An engine at the other end of a guarded program, as behind ssh.
TEST_F(Guard, CanBeAnEngineOfAnother) {
  Gui& gui = greet({"-noini", "-ec", program_under_test() + " guard " + scripted()});
  gui.best_move("position startpos\ngo movetime 10");
  quit(gui);
}

}  // namespace
}  // namespace polyglot::proxy::testing
