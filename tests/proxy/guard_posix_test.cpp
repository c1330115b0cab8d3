// SPDX-License-Identifier: MIT
// `polyglot guard` between other programs of the system, and at a signal.
#include <csignal>

#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

using GuardInAShell = ProxyTest;

TEST_F(GuardInAShell, PassesLargeInputAndOutputToTheEnd) {
  Gui& gui = start_shell("exec sh -c 'seq 1 300000 | \"$POLYGLOT\" guard cat | cksum; seq 1 300000 | cksum'");
  const Lines sums = gui.rest();
  ASSERT_EQ(sums.size(), 2U);
  EXPECT_EQ(sums[0], sums[1]);
}

/// More than a pipe holds; the program ends before anybody reads.
TEST_F(GuardInAShell, WaitsForWhoeverReadsLate) {
  for (const std::string from : {"", "</dev/null"}) {
    Gui& gui = start_shell("{ " + from +
                           " \"$POLYGLOT\" guard --grace 0.1 seq 1 50000; } | "
                           "{ sleep 2; cksum; }; seq 1 50000 | cksum");
    const Lines sums = gui.rest();
    ASSERT_EQ(sums.size(), 2U);
    EXPECT_EQ(sums[0], sums[1]) << from;
  }
}

TEST_F(GuardInAShell, SaysThatItsOutputCannotBeWritten) {
  Gui& gui = start_shell("\"$POLYGLOT\" guard echo lost >/dev/full");
  EXPECT_EQ(gui.wait().text, "exited with status 1");
  EXPECT_THAT(gui.errors(), HasSubstr("standard output: cannot write: No space left on device"));
}

TEST_F(GuardInAShell, PassesTextWithoutALineEnd) {
  Gui& gui = start_shell("printf 'no end' | \"$POLYGLOT\" guard sh -c 'cat; echo .'");
  EXPECT_THAT(gui.rest(), ElementsAre("no end."));
}

TEST_F(GuardInAShell, EndsAsItsProgramDoes) {
  EXPECT_EQ(start({"guard", "sh", "-c", "echo complaint >&2; exit 7"}).wait().text, "exited with status 7");
  EXPECT_EQ(start({"guard", "sh", "-c", "kill -9 $$"}).wait().text, "exited with status 137");
}

TEST_F(GuardInAShell, LeavesNothingAtASignal) {
  Gui& gui = greet({"guard", "--grace", "0.2", SCRIPTED_ENGINE, "--child", "--ignore-quit", "--ignore-eof",
                    "--ignore-term"});
  gui.signal(SIGTERM);
  (void)gui.wait();
  expect_nothing_left();
}

}  // namespace
}  // namespace polyglot::proxy::testing
