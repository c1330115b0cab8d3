// SPDX-License-Identifier: MIT
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include <gmock/gmock.h>

#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

using namespace std::chrono_literals;

/// Runs that would wait for input for ever.
class MakeBookThatWaits : public ::testing::TestWithParam<const char*> {
 protected:
  /// Interrupts a run that waits for `input`, and checks its messages and files. It has read all input once
  /// `has_read()`.
  template <class HasRead>
  void interrupt(const std::string& input, HasRead has_read) const {
    const TemporaryFolder out;
    RunningProgram run(program_under_test(),
                       {"make-book", input, "-o", out / "x.bin", "-report", out / "report", "-min-game", "1",
                        "-threads", GetParam()},
                       {.silent = true, .limit = 200});
    for (int i = 0; i < 10'000 && !has_read(); ++i) std::this_thread::sleep_for(1ms);
    std::this_thread::sleep_for(100ms);  // until it waits, most likely: nobody can see that from outside
    run.send(SIGINT);
    const Outcome outcome = run.end();
    EXPECT_EQ(outcome.exit_code, 128 + SIGINT);
    EXPECT_EQ(outcome.err, "polyglot make-book: interrupted; nothing was written\n");
    EXPECT_THAT(outcome.out, ::testing::IsEmpty());
    EXPECT_TRUE(std::filesystem::is_empty(out.path()));
  }
};

TEST_P(MakeBookThatWaits, EndsOnASignalWhileStandardInputIsSilent) {
  interrupt("-", [] { return true; });
}

TEST_P(MakeBookThatWaits, EndsOnASignalWhileNobodyWritesToAFifo) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "games").c_str(), 0600), 0);
  interrupt(folder / "games", [] { return true; });
}

TEST_P(MakeBookThatWaits, EndsOnASignalWhenAFifoHasBecomeSilent) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "games").c_str(), 0600), 0);
  const int writer = ::open((folder / "games").c_str(), O_RDWR | O_CLOEXEC);
  const std::string_view game = "[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n";
  ASSERT_EQ(::write(writer, game.data(), game.size()), static_cast<ssize_t>(game.size()));
  interrupt(folder / "games", [writer] {
    int unread = 0;
    return ::ioctl(writer, FIONREAD, &unread) == 0 && unread == 0;
  });
  ::close(writer);
}

TEST(MakeBookAtASignal, OutlivesALogout) {
  // What nohup does before it runs the program.
  auto* const before = std::signal(SIGHUP, SIG_IGN);
  RunningProgram run(program_under_test(), {"make-book", "-", "-o", "never.bin"},
                     {.silent = true, .limit = 200});
  static_cast<void>(std::signal(SIGHUP, before));
  run.await_handler(SIGINT);
  run.kill(SIGHUP);
  run.kill(SIGINT);
  EXPECT_EQ(run.end().exit_code, 128 + SIGINT);
}

INSTANTIATE_TEST_SUITE_P(WithThreads, MakeBookThatWaits, ::testing::Values("1", "3"));

}  // namespace
}  // namespace polyglot::tools::test
