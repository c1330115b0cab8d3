// SPDX-License-Identifier: MIT
#include <sys/socket.h>
#include <sys/stat.h>

#include <gtest/gtest.h>

#include <polyglot/process/stdio.hpp>

#include "process/process_testing.hpp"

namespace polyglot::process {
namespace {

using namespace testing;

bool is_non_blocking(int fd) {
  return (::fcntl(fd, F_GETFL) & O_NONBLOCK) != 0;
}

/// Both sides of a pseudo terminal.
struct Terminal {
  os::Descriptor user{::posix_openpt(O_RDWR | O_NOCTTY)};
  os::Descriptor program;
  Terminal() {
    ::grantpt(user.get());
    ::unlockpt(user.get());
    program.reset(::open(::ptsname(user.get()), O_RDWR | O_NOCTTY));
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
  PipeEnds pipe = make_pipe();
  write_all(pipe.write.get(), "uci\nlast");
  pipe.write.reset();
  EXPECT_EQ(read_shared(pipe.read.get()), "uci\nlast");
  EXPECT_FALSE(is_non_blocking(pipe.read.get()));
}

TEST(StandardChannels, ReadAFile) {
  const TemporaryFolder folder;
  const std::string text = std::string(200'000, 'x') + "\nuci\n";
  const os::Descriptor file(::open(folder.write("in", text).c_str(), O_RDONLY));
  EXPECT_EQ(read_shared(file.get()), text);
}

TEST(StandardChannels, ReadTheNullDevice) {
  const os::Descriptor null(::open("/dev/null", O_RDWR));
  EXPECT_EQ(read_shared(null.get()), "");
  EXPECT_TRUE(write_shared(null.get(), "x\n"));
}

TEST(StandardChannels, UseASocketThatStaysBlocking) {
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  os::Descriptor gui(ends[0]);
  const os::Descriptor ours(ends[1]);
  EXPECT_TRUE(write_shared(ours.get(), "id\n"));
  char buffer[10];
  EXPECT_EQ(::read(gui.get(), buffer, sizeof buffer), 3);
  write_all(gui.get(), "quit\n");
  gui.reset();
  EXPECT_EQ(read_shared(ours.get()), "quit\n");
  EXPECT_FALSE(is_non_blocking(ours.get()));
}

TEST(StandardChannels, UseATerminalThatStaysBlocking) {
  Terminal terminal;
  ASSERT_TRUE(terminal.program);
  EXPECT_TRUE(write_shared(terminal.program.get(), "id\n"));
  char buffer[10];
  EXPECT_EQ(::read(terminal.user.get(), buffer, sizeof buffer), 4);  // with the terminal's own '\r'
  write_all(terminal.user.get(), "quit\n\x04");
  EXPECT_EQ(read_shared(terminal.program.get()), "quit\n");
  EXPECT_FALSE(is_non_blocking(terminal.program.get()));
}

TEST(StandardChannels, TakeAHangUpOfTheTerminalAsTheEnd) {
  Terminal terminal;
  ASSERT_TRUE(terminal.program);
  terminal.user.reset();
  EXPECT_EQ(read_shared(terminal.program.get()), "");
}

TEST(StandardChannels, WriteAFileWhereItsSharersAre) {
  const TemporaryFolder folder;
  const std::string path = folder / "out";
  const os::Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT, 0644));
  write_all(file.get(), "before\n");
  EXPECT_TRUE(write_shared(file.get(), "ours\n"));
  write_all(file.get(), "after\n");
  EXPECT_EQ(contents(path), "before\nours\nafter\n");
}

TEST(StandardChannels, BlockedPipeNeitherBlocksUsNorChangesItsMode) {
  PipeEnds pipe = make_pipe();
  TestLoop loop;
  auto writer = open_shared_writer(loop.executor(), pipe.write.get());
  const auto write = [](LineWriter& to, bool& failed) -> boost::asio::awaitable<void> {
    const std::string text(1'000'000, 'x');
    const auto result = co_await to.write(text);
    failed = !result;
  };
  bool failed = false;
  loop.spawn(write(*writer, failed));
  loop.loop.poll();
  EXPECT_FALSE(is_non_blocking(pipe.write.get()));
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
    const PipeEnds pipe = make_pipe();
    return pipe.read.get() > 2 && pipe.write.get() > 2 ? 0 : 3;
  });
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace polyglot::process
