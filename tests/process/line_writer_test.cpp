// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <boost/asio/ip/tcp.hpp>

#include <polyglot/process/engine_connection.hpp>

#include "process/pipe_testing.hpp"
#include "process/process_testing.hpp"
#include "support/testing.hpp"

namespace polyglot::process {
namespace {

using namespace testing;
namespace asio = boost::asio;

using Outcome = std::optional<Result<void>>;

asio::awaitable<void> write_into(LineWriter& writer, std::string text, Outcome& outcome) {
  outcome = co_await writer.write(text);
}

/// More than a pipe or the buffers of a socket hold.
constexpr std::size_t kMuch = 16'000'000;

enum class Kind { pipe, socket, blocking };

/// A writer, and the descriptor of its peer.
class LineWriterTest : public ::testing::TestWithParam<Kind> {
 protected:
  LineWriterTest() { writer = GetParam() == Kind::socket ? connect() : make_channel<LineWriter>(open()); }

  std::shared_ptr<LineWriter> connect() {
    asio::ip::tcp::acceptor acceptor(loop.executor(), {asio::ip::address_v4::loopback(), 0});
    const std::string address = "tcp://127.0.0.1:" + std::to_string(acceptor.local_endpoint().port());
    const std::shared_ptr<EngineConnection> connection =
        taken(EngineConnection::open(loop.executor(), {.argv = {address}}));
    loop.run_until([&connection] { return connection->was_reached(); });
    peer = os::own(acceptor.accept().release());
    ::fcntl(peer.native(), F_SETFL, 0);  // it blocks
    return {connection, &connection->input()};
  }

  std::unique_ptr<ByteStream> open() {
    if (GetParam() == Kind::pipe) {
      Pipe pipe = open_pipe(loop, StreamUse::writes);
      peer = std::move(pipe.theirs);
      return make_stream(std::move(pipe.ours));
    }
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    peer = os::own(ends[0]);
    return make_blocking_stream(loop.executor(), os::own(ends[1]), StreamUse::writes);
  }

  /// A write that is blocked fails once `end` has ended one of the two sides.
  void expect_end_of_blocked_write(const std::function<void()>& end) {
    Outcome outcome;
    loop.spawn(write_into(*writer, std::string(kMuch, 'x'), outcome));
    loop.loop.poll();
    EXPECT_FALSE(outcome.has_value());
    end();
    loop.run_until([&] { return outcome.has_value(); });
    EXPECT_FALSE(*outcome);
  }

  TestLoop loop;
  os::Descriptor peer;
  std::shared_ptr<LineWriter> writer;
};

TEST_P(LineWriterTest, WritesAtOnceWhenThereIsRoom) {
  ASSERT_TRUE(loop.await(writer->write("isready\n")));
  char buffer[100];
  EXPECT_EQ(::read(peer.native(), buffer, sizeof buffer), 8);
}

TEST_P(LineWriterTest, WritesNowOnlyWhatFits) {
  if (GetParam() == Kind::blocking) {
    EXPECT_EQ(writer->write_now("isready\n"), 0U);
    return;
  }
  EXPECT_EQ(writer->write_now("isready\n"), 8U);
  const std::string text(kMuch, 'x');
  std::size_t written = 0;
  for (std::size_t count = 1; count > 0; written += count) count = writer->write_now(text);
  EXPECT_GT(written, 0U);
  std::string buffer(1'000'000, '\0');
  EXPECT_GT(::read(peer.native(), buffer.data(), buffer.size()), 0);
  EXPECT_EQ(writer->write_now("quit\n"), 5U);
}

TEST_P(LineWriterTest, WritesEverythingToASlowPeer) {
  const std::string text = std::string(kMuch, 'x') + "\n";
  Outcome outcome;
  loop.spawn(write_into(*writer, text, outcome));
  loop.loop.poll();
  EXPECT_FALSE(outcome.has_value());
  const auto reader =
      make_channel<LineReader>(make_blocking_stream(loop.executor(), std::move(peer), StreamUse::reads));
  std::string got;
  loop.spawn(copy_all(*reader, got));
  loop.run_until([&] { return outcome.has_value(); });
  EXPECT_TRUE(*outcome);
  writer.reset();
  loop.run_until([&] { return !got.empty() || reader->at_end(); });
  if (GetParam() != Kind::socket) EXPECT_EQ(got, text);
}

TEST_P(LineWriterTest, CloseEndsABlockedWrite) {
  expect_end_of_blocked_write([this] { writer->close(); });
}

TEST_P(LineWriterTest, MayBeDestroyedWhileAWriteIsPending) {
  expect_end_of_blocked_write([this] { writer.reset(); });
}

TEST(LineWriterLoop, MayEndWhileAWriteIsPending) {
  Outcome outcome;
  {
    TestLoop short_lived;
    Pipe ends = open_pipe(short_lived, StreamUse::writes);
    const auto blocked = make_channel<LineWriter>(make_stream(std::move(ends.ours)));
    short_lived.spawn(write_into(*blocked, std::string(kMuch, 'x'), outcome));
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
  expect_end_of_blocked_write([this] { peer.reset(); });
}

std::string kind_name(const ::testing::TestParamInfo<Kind>& test) {
  constexpr const char* kNames[] = {"Pipe", "Socket", "Blocking"};
  return kNames[static_cast<int>(test.param)];
}

INSTANTIATE_TEST_SUITE_P(Kinds, LineWriterTest, ::testing::Values(Kind::pipe, Kind::socket, Kind::blocking),
                         kind_name);

}  // namespace
}  // namespace polyglot::process
