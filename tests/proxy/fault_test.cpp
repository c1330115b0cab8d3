// SPDX-License-Identifier: MIT
// Real faults of the system under the proxy: no descriptors or memory left, a full disk, streams that cannot
// be read, lines without end. After each, Polyglot gives a reason and an exit code.
#include <fcntl.h>
#include <filesystem>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include <gmock/gmock.h>

#include <polyglot/os/descriptor_posix.hpp>

#include "proxy/load.hpp"
#include "proxy/proxy_test.hpp"
#include "test_paths.hpp"

namespace polyglot::proxy::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using namespace std::chrono_literals;

constexpr std::size_t kTooLong = 65UL << 20;  ///< bytes of a line, of which 64 MiB are allowed

class Fault : public ProxyTest {
 protected:
  /// Changes a limit of the running program.
  static void limit(const Gui& gui, __rlimit_resource resource, rlim_t value) {
    const rlimit limits{value, value};
    ASSERT_EQ(::prlimit(gui.pid(), resource, &limits, nullptr), 0);
  }
  /// The last line to the GUI and the only one on stderr give this reason, and the exit code is 1.
  static void expect_failure(Gui& gui, const std::string& reason) {
    EXPECT_THAT(gui.rest(), Contains(AllOf(StartsWith("info string "), HasSubstr(reason))));
    EXPECT_EQ(gui.wait().text(), "exited with status 1");
    EXPECT_THAT(split_lines(gui.errors()), ElementsAre(AllOf(StartsWith("polyglot: "), HasSubstr(reason))));
  }
  /// Sends the beginning of a line, up to the end of the program.
  static void send_line_without_end(Gui& gui, std::size_t bytes) {
    const std::string piece(1UL << 20, 'x');
    for (std::size_t sent = 0; sent < bytes && gui.running();) sent += gui.send_without_reading(piece);
  }
  [[nodiscard]] std::string one_game_engine() const {
    return std::string(SCRIPTED_CECP_ENGINE) + " --feature reuse=0 --feature usermove=1 --move e2e4";
  }
  static void play(Gui& gui) {
    gui.send("ucinewgame\nposition startpos\ngo movetime 1");
    gui.expect("bestmove");
  }
};

// ---- stderr ---------------------------------------------------------------------------------------------

TEST_F(Fault, OfStderrDoesNotKeepTheProgramFromEnding) {
  for (const char* const errors : {"2>/dev/full", "2>&-", "2> >(exec sleep 0.1)"}) {
    Gui& gui = start_shell(std::string("exec bash -c 'exec $POLYGLOT -noini -ec \"$ENGINE\" ") + errors + "'",
                           {"ENGINE=" + scripted("--crash-on-go")});
    gui.send("uci\nposition startpos\ngo movetime 1");
    EXPECT_THAT(gui.rest(), Contains(HasSubstr("killed by signal 11"))) << errors;
    EXPECT_EQ(gui.wait().text(), "exited with status 1") << errors;
    expect_nothing_left();
  }
}

TEST_F(Fault, OfStderrThatNobodyReadsDoesNotKeepTheProgramFromEnding) {
  const std::string full_pipe = folder_ / "full_pipe";
  ASSERT_EQ(::mkfifo(full_pipe.c_str(), 0600), 0);
  const os::Descriptor reader = os::own(::open(full_pipe.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
  while (::write(number_of(reader), "x", 1) == 1) {
  }
  Gui& gui = start_shell("exec $POLYGLOT -noini -ec \"$ENGINE\" 2> full_pipe",
                         {"ENGINE=" + scripted("--crash-on-go")});
  gui.send("uci\nposition startpos\ngo movetime 1");
  EXPECT_EQ(gui.wait().text(), "exited with status 1");
}

TEST_F(Fault, OfStderrIsNoReasonForAToolToCrash) {
  Gui& gui = start_shell("exec $POLYGLOT key nonsense 2>/dev/full");
  EXPECT_EQ(gui.wait().text(), "exited with status 1");
}

// ---- stdin and stdout -----------------------------------------------------------------------------------

TEST_F(Fault, OfReadingIsToldAndNoEndOfInput) {
  Gui& gui = start_shell("exec $POLYGLOT -noini -ec \"$ENGINE\" < .", {"ENGINE=" + scripted()});
  expect_failure(gui, "no more input from the GUI");
}

TEST_F(Fault, OfWritingIsToldOnStderr) {
  Gui& gui = start_shell("exec $POLYGLOT -noini -ec \"$ENGINE\" >/dev/full", {"ENGINE=" + scripted()});
  gui.send("uci");
  EXPECT_EQ(gui.wait().text(), "exited with status 1");
  EXPECT_THAT(gui.errors(), HasSubstr("No space left on device"));
}

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
  Gui& gui = start({"-noini", "-ec", one_game_engine(), "-pg", "EngineProtocol=cecp"});
  gui.send("uci");
  gui.expect("uciok");
  play(gui);
  limit(gui, RLIMIT_NOFILE, 3);
  gui.send("ucinewgame\nposition startpos\ngo movetime 1");
  expect_failure(gui, "the engine cannot be started: ");
}

TEST_F(Fault, OfDescriptorsDoesNotComeOfManyEngines) {
  Gui& gui = start({"-noini", "-ec", one_game_engine()});
  gui.send("uci");
  gui.expect("uciok");
  play(gui);
  limit(gui, RLIMIT_NOFILE, 64);
  for (int i = 0; i < 40; ++i) play(gui);
  quit(gui);
}

TEST_F(Fault, OfAnEngineThatIsThereNoMoreWhenAnotherOneIsDueIsTold) {
  const std::string engine = folder_.write("engine", "#!/bin/sh\nexec " + one_game_engine() + "\n", true);
  Gui& gui = start({"-noini", "-ec", engine});
  gui.send("uci");
  gui.expect("uciok");
  play(gui);
  std::filesystem::remove(engine);
  gui.send("ucinewgame\nposition startpos\ngo movetime 1");
  expect_failure(gui, "the engine cannot be started: ");
}

}  // namespace
}  // namespace polyglot::proxy::testing
