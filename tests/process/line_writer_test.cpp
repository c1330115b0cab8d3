// SPDX-License-Identifier: MIT
#include <sys/socket.h>

#include <gtest/gtest.h>

#include <polyglot/process/line_channel.hpp>

#include "process/pipe_testing.hpp"
#include "process/process_testing.hpp"

namespace polyglot::process {
namespace {

using namespace testing;
namespace asio = boost::asio;

using Outcome = std::optional<Result<void>>;

asio::awaitable<void> write_into(LineWriter& writer, std::string text, Outcome& outcome) {
  outcome = co_await writer.write(text);
}

class LineWriterTest : public ::testing::TestWithParam<LineWriter::Mode> {
 protected:
  LineWriterTest() {
    if (GetParam() == LineWriter::Mode::socket) {
      int ends[2];
      EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
      pipe = {os::own(ends[0]), os::own(ends[1])};
    } else {
      pipe = open_pipe();
    }
    if (GetParam() == LineWriter::Mode::non_blocking) set_non_blocking(pipe.write);
    writer.emplace(loop.executor(), std::move(pipe.write), GetParam());
  }

  TestLoop loop;
  Pipe pipe;
  std::optional<LineWriter> writer;
};

TEST_P(LineWriterTest, WritesAtOnceWhenThereIsRoom) {
  ASSERT_TRUE(loop.await(writer->write("isready\n")));
  char buffer[100];
  EXPECT_EQ(::read(number_of(pipe.read), buffer, sizeof buffer), 8);
}

TEST_P(LineWriterTest, WritesNowOnlyWhatFits) {
  EXPECT_EQ(writer->write_now("isready\n"), 8U);
  const std::string text(3'000'000, 'x');
  std::size_t written = 0;
  for (std::size_t count = 1; count > 0; written += count) count = writer->write_now(text);
  EXPECT_GT(written, 0U);
  std::string buffer(1'000'000, '\0');
  EXPECT_GT(::read(number_of(pipe.read), buffer.data(), buffer.size()), 0);
  EXPECT_EQ(writer->write_now("quit\n"), 5U);
}

TEST_P(LineWriterTest, WritesEverythingToASlowPeer) {
  const std::string text = std::string(3'000'000, 'x') + "\n";
  Outcome outcome;
  loop.spawn(write_into(*writer, text, outcome));
  loop.loop.poll();
  EXPECT_FALSE(outcome.has_value());
  LineReader reader(loop.executor(), std::move(pipe.read));
  std::string got;
  loop.spawn(copy_all(reader, got));
  loop.run_until([&] { return outcome.has_value(); });
  EXPECT_TRUE(*outcome);
  writer->close();
  loop.run_until([&] { return reader.at_end() && !got.empty(); });
  EXPECT_EQ(got, text);
}

TEST_P(LineWriterTest, CloseEndsABlockedWrite) {
  Outcome outcome;
  loop.spawn(write_into(*writer, std::string(1'000'000, 'x'), outcome));
  loop.loop.poll();
  EXPECT_FALSE(outcome.has_value());
  writer->close();
  loop.run_until([&] { return outcome.has_value(); });
  EXPECT_FALSE(*outcome);
}

TEST_P(LineWriterTest, MayBeDestroyedWhileAWriteIsPending) {
  Outcome outcome;
  loop.spawn(write_into(*writer, std::string(1'000'000, 'x'), outcome));
  loop.loop.poll();
  writer.reset();
  loop.run_until([&] { return outcome.has_value(); });
  EXPECT_FALSE(*outcome);
}

TEST(LineWriterLoop, MayEndWhileAWriteIsPending) {
  Outcome outcome;
  {
    TestLoop short_lived;
    Pipe ends = open_pipe();
    LineWriter blocked(short_lived.executor(), std::move(ends.write), LineWriter::Mode::polite);
    short_lived.spawn(write_into(blocked, std::string(1'000'000, 'x'), outcome));
    short_lived.loop.poll();
  }
  EXPECT_FALSE(outcome.has_value());
}

TEST_P(LineWriterTest, PeerThatIsGoneIsAnErrorAndNoSignal) {
  pipe.read.reset();
  const auto result = loop.await(writer->write("x\n"));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().what, "cannot write: Broken pipe");
  EXPECT_TRUE(writer->peer_gone());
}

TEST_P(LineWriterTest, PeerThatGoesEndsABlockedWrite) {
  Outcome outcome;
  loop.spawn(write_into(*writer, std::string(1'000'000, 'x'), outcome));
  loop.loop.poll();
  pipe.read.reset();
  loop.run_until([&] { return outcome.has_value(); });
  EXPECT_FALSE(*outcome);
}

std::string mode_name(const ::testing::TestParamInfo<LineWriter::Mode>& test) {
  constexpr const char* kNames[] = {"NonBlocking", "Socket", "Polite"};
  return kNames[static_cast<int>(test.param)];
}

INSTANTIATE_TEST_SUITE_P(Modes, LineWriterTest,
                         ::testing::Values(LineWriter::Mode::non_blocking, LineWriter::Mode::socket,
                                           LineWriter::Mode::polite),
                         mode_name);

}  // namespace
}  // namespace polyglot::process
