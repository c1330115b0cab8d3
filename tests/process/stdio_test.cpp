// SPDX-License-Identifier: MIT
#include <sys/socket.h>
#include <sys/stat.h>

#include <gtest/gtest.h>

#include <polyglot/process/stdio.hpp>

#include "process/pipe_testing.hpp"
#include "process/process_testing.hpp"
#include "process/shared_channels_posix.hpp"

namespace polyglot::process {
namespace {

using namespace testing;

bool is_non_blocking(int fd) {
  return (::fcntl(fd, F_GETFL) & O_NONBLOCK) != 0;
}

/// Both sides of a pseudo terminal.
struct Terminal {
  os::Descriptor user = os::own(::posix_openpt(O_RDWR | O_NOCTTY));
  os::Descriptor program;
  Terminal() {
    ::grantpt(number_of(user));
    ::unlockpt(number_of(user));
    program = os::own(::open(::ptsname(number_of(user)), O_RDWR | O_NOCTTY));
  }
};

std::string read_shared(int fd) {
  TestLoop loop;
  auto reader = open_shared_reader(loop.executor(), fd);
  return loop.await(read_all(reader.value()));
}

bool write_shared(int fd, std::string_view text) {
  TestLoop loop;
  auto writer = open_shared_writer(loop.executor(), fd);
  return loop.await(writer.value().write(text)).has_value();
}

TEST(StandardChannels, ReadAPipeThatStaysBlocking) {
  Pipe pipe = open_pipe();
  write_all(number_of(pipe.write), "uci\nlast");
  pipe.write.reset();
  EXPECT_EQ(read_shared(number_of(pipe.read)), "uci\nlast");
  EXPECT_FALSE(is_non_blocking(number_of(pipe.read)));
}

TEST(StandardChannels, ReadAFile) {
  const TemporaryFolder folder;
  const std::string text = std::string(200'000, 'x') + "\nuci\n";
  const os::Descriptor file = os::own(::open(folder.write("in", text).c_str(), O_RDONLY));
  EXPECT_EQ(read_shared(number_of(file)), text);
}

TEST(StandardChannels, ReadTheNullDevice) {
  const os::Descriptor null = os::own(::open("/dev/null", O_RDWR));
  EXPECT_EQ(read_shared(number_of(null)), "");
  EXPECT_TRUE(write_shared(number_of(null), "x\n"));
}

TEST(StandardChannels, UseASocketThatStaysBlocking) {
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  os::Descriptor gui = os::own(ends[0]);
  const os::Descriptor ours = os::own(ends[1]);
  EXPECT_TRUE(write_shared(number_of(ours), "id\n"));
  char buffer[10];
  EXPECT_EQ(::read(number_of(gui), buffer, sizeof buffer), 3);
  write_all(number_of(gui), "quit\n");
  gui.reset();
  EXPECT_EQ(read_shared(number_of(ours)), "quit\n");
  EXPECT_FALSE(is_non_blocking(number_of(ours)));
}

TEST(StandardChannels, UseATerminalThatStaysBlocking) {
  Terminal terminal;
  ASSERT_TRUE(terminal.program);
  EXPECT_TRUE(write_shared(number_of(terminal.program), "id\n"));
  char buffer[10];
  EXPECT_EQ(::read(number_of(terminal.user), buffer, sizeof buffer), 4);  // with the terminal's own '\r'
  write_all(number_of(terminal.user), "quit\n\x04");
  EXPECT_EQ(read_shared(number_of(terminal.program)), "quit\n");
  EXPECT_FALSE(is_non_blocking(number_of(terminal.program)));
}

TEST(StandardChannels, TakeAHangUpOfTheTerminalAsTheEnd) {
  Terminal terminal;
  ASSERT_TRUE(terminal.program);
  terminal.user.reset();
  EXPECT_EQ(read_shared(number_of(terminal.program)), "");
}

TEST(StandardChannels, WriteAFileWhereItsSharersAre) {
  const TemporaryFolder folder;
  const std::string path = folder / "out";
  const os::Descriptor file = os::own(::open(path.c_str(), O_WRONLY | O_CREAT, 0644));
  write_all(number_of(file), "before\n");
  EXPECT_TRUE(write_shared(number_of(file), "ours\n"));
  write_all(number_of(file), "after\n");
  EXPECT_EQ(contents(path), "before\nours\nafter\n");
}

TEST(StandardChannels, BlockedPipeNeitherBlocksUsNorChangesItsMode) {
  Pipe pipe = open_pipe();
  TestLoop loop;
  auto writer = open_shared_writer(loop.executor(), number_of(pipe.write));
  const auto write = [](LineWriter& to, bool& failed) -> boost::asio::awaitable<void> {
    const std::string text(1'000'000, 'x');
    const auto result = co_await to.write(text);
    failed = !result;
  };
  bool failed = false;
  loop.spawn(write(*writer, failed));
  loop.loop.poll();
  EXPECT_FALSE(is_non_blocking(number_of(pipe.write)));
  EXPECT_FALSE(failed);
  writer->close();
  loop.run_until([&] { return failed; });
}

TEST(StandardChannels, ClosedDescriptorsBecomeTheNullDevice) {
  const int status = in_child([] {
    for (int fd = 0; fd < 3; ++fd) ::close(fd);
    TestLoop loop;
    auto channels = open_standard_channels(loop.executor());
    if (!channels || !loop.await(channels->output.write("x\n"))) return 1;
    if (!loop.await(read_all(channels->input)).empty()) return 2;
    const Pipe pipe = open_pipe();
    return number_of(pipe.read) > 2 && number_of(pipe.write) > 2 ? 0 : 3;
  });
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace polyglot::process
