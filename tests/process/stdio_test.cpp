// SPDX-License-Identifier: MIT
#include <csignal>
#include <ctime>
#include <sys/socket.h>
#include <sys/stat.h>

#include <polyglot/process/stdio.hpp>

#include "process/pipe_testing.hpp"
#include "process/process_testing.hpp"
#include "support/testing.hpp"

namespace polyglot::process {
namespace {

using boost::asio::awaitable;
using namespace std::chrono_literals;
using namespace testing;

bool is_non_blocking(int fd) {
  return (::fcntl(fd, F_GETFL) & O_NONBLOCK) != 0;
}

/// Both ends of a pipe, which block.
struct PlainPipe {
  os::Descriptor read, write;
  PlainPipe() {
    int ends[2] = {-1, -1};
    EXPECT_EQ(::pipe(ends), 0);
    read = os::own(ends[0]);
    write = os::own(ends[1]);
  }
};

/// Both sides of a pseudo terminal.
struct Terminal {
  os::Descriptor user = os::own(::posix_openpt(O_RDWR | O_NOCTTY));
  os::Descriptor program;
  Terminal() {
    ::grantpt(user.native());
    ::unlockpt(user.native());
    program = os::own(::open(::ptsname(user.native()), O_RDWR | O_NOCTTY));
  }
};

std::string read_shared(int fd) {
  TestLoop loop;
  const auto reader =
      make_channel<LineReader>(taken(open_shared_stream(loop.executor(), fd, StreamUse::reads)));
  return loop.await(read_all(*reader));
}

bool write_shared(int fd, std::string_view text) {
  TestLoop loop;
  const auto writer =
      make_channel<LineWriter>(taken(open_shared_stream(loop.executor(), fd, StreamUse::writes)));
  return loop.await(writer->write(text)).has_value();
}

TEST(StandardChannels, ReadAPipeThatStaysBlocking) {
  PlainPipe pipe;
  write_all(pipe.write.native(), "uci\nlast");
  pipe.write.reset();
  EXPECT_EQ(read_shared(pipe.read.native()), "uci\nlast");
  EXPECT_FALSE(is_non_blocking(pipe.read.native()));
}

TEST(StandardChannels, ReadAFile) {
  const TemporaryFolder folder;
  const std::string text = std::string(200'000, 'x') + "\nuci\n";
  const os::Descriptor file = os::own(::open(folder.write("in", text).c_str(), O_RDONLY));
  EXPECT_EQ(read_shared(file.native()), text);
}

TEST(StandardChannels, ReadTheNullDevice) {
  const os::Descriptor null = os::own(::open("/dev/null", O_RDWR));
  EXPECT_EQ(read_shared(null.native()), "");
  EXPECT_TRUE(write_shared(null.native(), "x\n"));
}

TEST(StandardChannels, UseASocketThatStaysBlocking) {
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  os::Descriptor gui = os::own(ends[0]);
  const os::Descriptor ours = os::own(ends[1]);
  EXPECT_TRUE(write_shared(ours.native(), "id\n"));
  char buffer[10];
  EXPECT_EQ(::read(gui.native(), buffer, sizeof buffer), 3);
  write_all(gui.native(), "quit\n");
  gui.reset();
  EXPECT_EQ(read_shared(ours.native()), "quit\n");
  EXPECT_FALSE(is_non_blocking(ours.native()));
}

TEST(StandardChannels, UseATerminalThatStaysBlocking) {
  Terminal terminal;
  ASSERT_TRUE(terminal.program);
  EXPECT_TRUE(write_shared(terminal.program.native(), "id\n"));
  char buffer[10];
  EXPECT_EQ(::read(terminal.user.native(), buffer, sizeof buffer), 4);  // with the terminal's own '\r'
  write_all(terminal.user.native(), "quit\n\x04");
  EXPECT_EQ(read_shared(terminal.program.native()), "quit\n");
  EXPECT_FALSE(is_non_blocking(terminal.program.native()));
}

TEST(StandardChannels, TakeAHangUpOfTheTerminalAsTheEnd) {
  Terminal terminal;
  ASSERT_TRUE(terminal.program);
  terminal.user.reset();
  EXPECT_EQ(read_shared(terminal.program.native()), "");
}

TEST(StandardChannels, WriteAFileWhereItsSharersAre) {
  const TemporaryFolder folder;
  const std::string path = folder / "out";
  const os::Descriptor file = os::own(::open(path.c_str(), O_WRONLY | O_CREAT, 0644));
  write_all(file.native(), "before\n");
  EXPECT_TRUE(write_shared(file.native(), "ours\n"));
  write_all(file.native(), "after\n");
  EXPECT_EQ(contents(path), "before\nours\nafter\n");
}

TEST(StandardChannels, BlockedPipeNeitherBlocksUsNorChangesItsMode) {
  PlainPipe pipe;
  TestLoop loop;
  const auto writer = make_channel<LineWriter>(
      taken(open_shared_stream(loop.executor(), pipe.write.native(), StreamUse::writes)));
  const auto write = [](LineWriter& to, bool& failed) -> boost::asio::awaitable<void> {
    const std::string text(1'000'000, 'x');
    const auto result = co_await to.write(text);
    failed = !result;
  };
  bool failed = false;
  loop.spawn(write(*writer, failed));
  loop.loop.poll();
  EXPECT_FALSE(is_non_blocking(pipe.write.native()));
  EXPECT_FALSE(failed);
  writer->close();
  loop.run_until([&] { return failed; });
}

TEST(StandardChannels, ClosedDescriptorsBecomeTheNullDevice) {
  const int status = in_child([] {
    for (int fd = 0; fd < 3; ++fd) ::close(fd);
    TestLoop loop;
    auto channels = open_standard_channels(loop.executor());
    if (!channels || !loop.await(channels->output->write("x\n"))) return 1;
    if (!loop.await(read_all(*channels->input)).empty()) return 2;
    const PlainPipe pipe;
    return pipe.read.native() > 2 && pipe.write.native() > 2 ? 0 : 3;
  });
  EXPECT_EQ(status, 0);
}

/// Nothing is resumed any more, and the loop waits for its deadline instead of looking again and again.
bool is_quiet(TestLoop& loop) {
  loop.loop.poll();
  timespec before{}, after{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
  const bool resumed = run_one_until(loop.loop, Event::Clock::now() + 100ms);
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
  const auto spent = std::chrono::seconds(after.tv_sec - before.tv_sec) +
                     std::chrono::nanoseconds(after.tv_nsec - before.tv_nsec);
  return !resumed && spent < 50ms;
}

awaitable<void> note_hang_up(LineReader& reader, bool& ended, bool& hung_up) {
  hung_up = co_await reader.wait_hang_up();
  ended = true;
}

TEST(HangUp, ShowsThoughNobodyReads) {
  TestLoop loop;
  Pipe pipe = open_pipe(loop, StreamUse::reads);
  const auto reader = make_channel<LineReader>(make_stream(std::move(pipe.ours)));
  bool ended = false;
  bool hung_up = false;
  loop.spawn(note_hang_up(*reader, ended, hung_up));
  write_all(pipe.theirs, "unread");
  EXPECT_TRUE(is_quiet(loop));
  EXPECT_FALSE(ended);
  pipe.theirs.reset();
  loop.run_until([&ended] { return ended; });
  EXPECT_TRUE(hung_up);
  EXPECT_EQ(loop.await(read_all(*reader)), "unread");
}

TEST(HangUp, OfAClosedReaderIsNone) {
  TestLoop loop;
  Pipe pipe = open_pipe(loop, StreamUse::reads);
  const auto reader = make_channel<LineReader>(make_stream(std::move(pipe.ours)));
  bool ended = false;
  bool hung_up = true;
  loop.spawn(note_hang_up(*reader, ended, hung_up));
  loop.loop.poll();
  reader->close();
  loop.run_until([&ended] { return ended; });
  EXPECT_FALSE(hung_up);
}

TEST(TerminationSignals, AreEvents) {
  constexpr int kNumbers[] = {SIGINT, SIGTERM, SIGHUP};
  // nohup ignores SIGHUP, and a shell's background jobs SIGINT.
  for (const int number : kNumbers) static_cast<void>(std::signal(number, SIG_DFL));
  TestLoop loop;
  boost::asio::signal_set signals(loop.executor());
  catch_ending_signals(signals);
  for (const int number : kNumbers) {
    ::raise(number);
    EXPECT_EQ(loop.await(next_signal(signals)), "signal " + std::to_string(number));
  }
}

TEST(TerminationSignals, LeaveAnIgnoredSignalIgnored) {
  const int status = in_child([] {
    static_cast<void>(std::signal(SIGHUP, SIG_IGN));
    TestLoop own;
    boost::asio::signal_set signals(own.executor());
    catch_ending_signals(signals);
    struct sigaction action {};
    ::sigaction(SIGHUP, nullptr, &action);
    return action.sa_handler == SIG_IGN ? 0 : 1;
  });
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace polyglot::process
