// SPDX-License-Identifier: MIT
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/progress.hpp"
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
    EXPECT_THAT(run.end(), Fails(128 + SIGINT, "polyglot make-book: interrupted; nothing was written\n",
                                 ::testing::IsEmpty()));
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

TEST(MakeBookProgress, ShowsShareSpeedAndTimeLeftWhileItReads) {
  builder::Progress progress;
  progress.total_bytes = 40'000'000;
  progress.bytes = 10'000'000;
  progress.games = 5000;
  EXPECT_EQ(progress_line(progress, 2s),
            "[######..................]  25 %  5000 games  2500 games/s  5.0 MB/s  0:00:06 left");
}

TEST(MakeBookProgress, ShowsNoShareOfAPipe) {
  builder::Progress progress;
  progress.bytes = 10'000'000;
  progress.games = 5000;
  EXPECT_EQ(progress_line(progress, 2s), "5000 games  2500 games/s  5.0 MB/s");
}

TEST(MakeBookProgress, ShowsHowMuchOfTheBookIsWritten) {
  builder::Progress progress;
  progress.games = 5000;
  progress.writing = true;
  EXPECT_EQ(progress_line(progress, 0s), "[........................]   0 %  writing the book of 5000 games");
  progress.written = 0.5;
  EXPECT_EQ(progress_line(progress, 90s),
            "[############............]  50 %  writing the book of 5000 games  0:01:30 left");
  progress.written = 1;
  EXPECT_EQ(progress_line(progress, 90s),
            "[########################] 100 %  writing the book of 5000 games  0:00:00 left");
}

/// Standard error is a terminal as long as this lives.
class Terminal {
 public:
  Terminal() : stderr_(::dup(STDERR_FILENO)) {
    EXPECT_EQ(::openpty(&reading_, &writing_, nullptr, nullptr, nullptr), 0);
    ::dup2(writing_, STDERR_FILENO);
  }
  ~Terminal() {
    ::dup2(stderr_, STDERR_FILENO);
    for (const int file : {reading_, writing_, stderr_}) ::close(file);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  /// Reads until the text has `what`, or nothing comes for long.
  void await(std::string_view what) {
    constexpr int kLong = 20'000;  // milliseconds
    pollfd waiting{.fd = reading_, .events = POLLIN, .revents = 0};
    char block[4096];
    while (text_.find(what) == text_.npos && ::poll(&waiting, 1, kLong) == 1) {
      const ssize_t size = ::read(reading_, block, sizeof block);
      if (size <= 0) return;
      text_.append(block, static_cast<std::size_t>(size));
    }
  }
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  int stderr_;
  int reading_ = -1;
  int writing_ = -1;
  std::string text_;
};

TEST(MakeBookProgress, IsOneLineOfATerminalAndGoneInTheEnd) {
  Terminal terminal;
  builder::Progress progress;
  progress.total_bytes = 100;
  progress.bytes = 50;
  {
    const MakeBookProgress display(progress);
    terminal.await(" left");
    progress.writing = true;
    terminal.await("writing the book");
  }
  terminal.await("\r\x1b[K");
  EXPECT_THAT(terminal.text(), StartsWith("\r[############............]  50 %  0 games"));
  EXPECT_THAT(terminal.text(), HasSubstr("\r[........................]   0 %  writing the book"));
  EXPECT_THAT(terminal.text(), EndsWith("\r\x1b[K"));
  EXPECT_EQ(terminal.text().find('\n'), std::string::npos);
}

TEST(MakeBookProgress, IsALineNowAndThenElsewhereAndSilentIfAsked) {
  const TemporaryFolder folder;
  RunningProgram talking(program_under_test(), {"make-book", "-", "-o", folder / "x.bin"}, {.silent = true});
  RunningProgram quiet(program_under_test(), {"make-book", "-", "-o", folder / "y.bin", "-q"},
                       {.silent = true});
  ::sleep(7);  // lines come every five seconds
  talking.send(SIGINT);
  quiet.send(SIGINT);
  const std::string interrupted = "polyglot make-book: interrupted; nothing was written\n";
  EXPECT_EQ(talking.end().err, "0 games  0 games/s  0.0 MB/s\n" + interrupted);
  EXPECT_EQ(quiet.end().err, interrupted);
}

}  // namespace
}  // namespace polyglot::tools::test
