// SPDX-License-Identifier: MIT
#include <csignal>
#include <poll.h>
#include <pty.h>
#include <string>
#include <unistd.h>

#include <gmock/gmock.h>

#include "tools/progress.hpp"
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

using namespace std::chrono_literals;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

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
