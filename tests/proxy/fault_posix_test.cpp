// SPDX-License-Identifier: MIT
// Real faults of the system under the proxy: no descriptors or memory left, a full disk, streams that cannot
// be read.
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <polyglot/os/descriptor.hpp>

#include "proxy/fault_testing.hpp"
#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

/// Changes a limit of the running program.
void limit(const Gui& gui, __rlimit_resource resource, rlim_t value) {
  const rlimit limits{value, value};
  ASSERT_EQ(::prlimit(gui.pid(), resource, &limits, nullptr), 0);
}

// ---- stderr ---------------------------------------------------------------------------------------------

TEST_F(Fault, OfStderrDoesNotKeepTheProgramFromEnding) {
  for (const char* const errors : {"2>/dev/full", "2>&-", "2> >(exec sleep 0.1)"}) {
    Gui& gui = start_shell(std::string("exec bash -c 'exec $POLYGLOT -noini -ec \"$ENGINE\" ") + errors + "'",
                           {"ENGINE=" + scripted("--crash-on-go")});
    gui.send("uci\nposition startpos\ngo movetime 1");
    EXPECT_THAT(rest_of(gui, 1), Contains(HasSubstr("killed by signal 11"))) << errors;
    expect_nothing_left();
  }
}

TEST_F(Fault, OfStderrThatNobodyReadsDoesNotKeepTheProgramFromEnding) {
  const std::string full_pipe = folder_ / "full_pipe";
  ASSERT_EQ(::mkfifo(full_pipe.c_str(), 0600), 0);
  const os::Descriptor reader = os::own(::open(full_pipe.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
  while (::write(reader.native(), "x", 1) == 1) {
  }
  Gui& gui = start_shell("exec $POLYGLOT -noini -ec \"$ENGINE\" 2> full_pipe",
                         {"ENGINE=" + scripted("--crash-on-go")});
  gui.send("uci\nposition startpos\ngo movetime 1");
  EXPECT_EQ(gui.wait().text, "exited with status 1");
}

TEST_F(Fault, OfStderrIsNoReasonForAToolToCrash) {
  Gui& gui = start_shell("exec $POLYGLOT key nonsense 2>/dev/full");
  EXPECT_EQ(gui.wait().text, "exited with status 1");
}

// ---- stdin and stdout -----------------------------------------------------------------------------------

TEST_F(Fault, OfReadingIsToldAndNoEndOfInput) {
  Gui& gui = start_shell("exec $POLYGLOT -noini -ec \"$ENGINE\" < .", {"ENGINE=" + scripted()});
  expect_failure(gui, "no more input from the GUI");
}

TEST_F(Fault, OfWritingIsToldOnStderr) {
  Gui& gui = start_shell("exec $POLYGLOT -noini -ec \"$ENGINE\" >/dev/full", {"ENGINE=" + scripted()});
  gui.send("uci");
  EXPECT_EQ(gui.wait().text, "exited with status 1");
  EXPECT_THAT(gui.errors(), HasSubstr("No space left on device"));
}

// ---- Memory and descriptors -----------------------------------------------------------------------------

TEST_F(Fault, OfMemoryIsTold) {
  if (test::program_has_sanitizers()) GTEST_SKIP() << "a sanitizer takes all addresses there are";
  Gui& gui = greet_scripted();
  limit(gui, RLIMIT_AS, 48UL << 20);
  send_line_without_end(gui, 60UL << 20);
  expect_failure(gui, "bad_alloc");
}

TEST_F(Fault, OfDescriptorsWhereAnotherEngineIsDueIsTold) {
  if (test::program_has_sanitizers()) GTEST_SKIP() << "a sanitizer takes a pipe to look at memory";
  Gui& gui = greet({"-noini", "-ec", one_game_engine(), "-pg", "EngineProtocol=cecp"});
  play(gui);
  limit(gui, RLIMIT_NOFILE, 3);
  gui.send("ucinewgame\nposition startpos\ngo movetime 1");
  expect_failure(gui, "the engine cannot be started: ");
}

TEST_F(Fault, OfDescriptorsDoesNotComeOfManyEngines) {
  Gui& gui = greet({"-noini", "-ec", one_game_engine()});
  play(gui);
  limit(gui, RLIMIT_NOFILE, 64);
  for (int i = 0; i < 40; ++i) play(gui);
  quit(gui);
}

using EndBySignal = ProxyTest;

TEST_F(EndBySignal, DoesNotWaitForEndlessAnswers) {
  Gui& gui = greet_scripted("--endless-quit --ignore-term", {"-pg", "EngineQuitTimeout=100"});
  gui.ask("quit", "readyok");
  gui.signal(SIGTERM);
  EXPECT_EQ(gui.wait().text, "exited with status 0");
  expect_nothing_left();
}

}  // namespace
}  // namespace polyglot::proxy::testing
