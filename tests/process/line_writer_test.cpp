// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <memory>
#include <optional>
#include <unistd.h>

#include <boost/asio/ip/tcp.hpp>
#include <gmock/gmock.h>

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

constexpr int kSmall = 64 * 1024;  ///< bytes in a socket's buffer

enum class Kind { pipe, socket, blocking };

/// A writer, and the descriptor of its peer.
class LineWriterTest : public ::testing::TestWithParam<Kind> {
 protected:
  LineWriterTest() { writer.emplace(loop.executor(), open(loop, peer, GetParam())); }

  static std::unique_ptr<ByteStream> open(TestLoop& loop, os::Descriptor& peer, Kind kind) {
    if (kind == Kind::socket) {
      asio::ip::tcp::acceptor acceptor(loop.executor(), {asio::ip::address_v4::loopback(), 0});
      acceptor.set_option(asio::socket_base::receive_buffer_size(kSmall));
      auto ours = std::make_shared<asio::ip::tcp::socket>(loop.executor());
      ours->open(asio::ip::tcp::v4());
      ours->set_option(asio::socket_base::send_buffer_size(kSmall));
      ours->connect(acceptor.local_endpoint());
      peer = os::own(acceptor.accept().release());
      ::fcntl(number_of(peer), F_SETFL, 0);  // it blocks
      ours->non_blocking(true);
      return make_stream(ours, StreamUse::writes);
    }
    if (kind == Kind::pipe) {
      Pipe pipe = open_pipe(loop, PipeUse::we_write);
      peer = std::move(pipe.theirs);
      return make_stream(std::move(pipe.ours));
    }
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    peer = os::own(ends[0]);
    return make_blocking_stream(loop.executor(), os::own(ends[1]));
  }

  TestLoop loop;
  os::Descriptor peer;
  std::optional<LineWriter> writer;
};

TEST_P(LineWriterTest, WritesAtOnceWhenThereIsRoom) {
  ASSERT_TRUE(loop.await(writer->write("isready\n")));
  char buffer[100];
  EXPECT_EQ(::read(number_of(peer), buffer, sizeof buffer), 8);
}

TEST_P(LineWriterTest, WritesNowOnlyWhatFits) {
  if (GetParam() == Kind::blocking) {
    EXPECT_EQ(writer->write_now("isready\n"), 0U);
    return;
  }
  EXPECT_EQ(writer->write_now("isready\n"), 8U);
  const std::string text(3'000'000, 'x');
  std::size_t written = 0;
  for (std::size_t count = 1; count > 0; written += count) count = writer->write_now(text);
  EXPECT_GT(written, 0U);
  std::string buffer(1'000'000, '\0');
  EXPECT_GT(::read(number_of(peer), buffer.data(), buffer.size()), 0);
  EXPECT_EQ(writer->write_now("quit\n"), 5U);
}

TEST_P(LineWriterTest, WritesEverythingToASlowPeer) {
  const std::string text = std::string(3'000'000, 'x') + "\n";
  Outcome outcome;
  loop.spawn(write_into(*writer, text, outcome));
  loop.loop.poll();
  EXPECT_FALSE(outcome.has_value());
  LineReader reader(loop.executor(), make_blocking_stream(loop.executor(), std::move(peer)));
  std::string got;
  loop.spawn(copy_all(reader, got));
  loop.run_until([&] { return outcome.has_value(); });
  EXPECT_TRUE(*outcome);
  writer.reset();
  loop.run_until([&] { return !got.empty() || reader.at_end(); });
  if (GetParam() != Kind::socket) EXPECT_EQ(got, text);
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
    Pipe ends = open_pipe(short_lived, PipeUse::we_write);
    LineWriter blocked(short_lived.executor(), make_stream(std::move(ends.ours)));
    short_lived.spawn(write_into(blocked, std::string(1'000'000, 'x'), outcome));
    short_lived.loop.poll();
  }
  EXPECT_FALSE(outcome.has_value());
}

TEST_P(LineWriterTest, PeerThatIsGoneIsAnErrorAndNoSignal) {
  peer.reset();
  auto result = loop.await(writer->write("x\n"));
  // A socket learns it from the answer to the first bytes.
  while (result && GetParam() == Kind::socket) result = loop.await(writer->write("x\n"));
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().what,
              ::testing::AnyOf("cannot write: Broken pipe", "cannot write: Connection reset by peer"));
  EXPECT_TRUE(writer->peer_gone());
}

TEST_P(LineWriterTest, PeerThatGoesEndsABlockedWrite) {
  Outcome outcome;
  loop.spawn(write_into(*writer, std::string(1'000'000, 'x'), outcome));
  loop.loop.poll();
  peer.reset();
  loop.run_until([&] { return outcome.has_value(); });
  EXPECT_FALSE(*outcome);
}

std::string kind_name(const ::testing::TestParamInfo<Kind>& test) {
  constexpr const char* kNames[] = {"Pipe", "Socket", "Blocking"};
  return kNames[static_cast<int>(test.param)];
}

INSTANTIATE_TEST_SUITE_P(Kinds, LineWriterTest, ::testing::Values(Kind::pipe, Kind::socket, Kind::blocking),
                         kind_name);

}  // namespace
}  // namespace polyglot::process
