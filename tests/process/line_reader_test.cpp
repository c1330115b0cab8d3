// SPDX-License-Identifier: MIT
#include <thread>

#include <polyglot/ascii.hpp>
#include <polyglot/process/line_channel.hpp>

#include "process/pipe_testing.hpp"
#include "support/testing.hpp"

namespace polyglot::process {
namespace {

using namespace testing;

/// A pipe with a LineReader on it; what a test writes fits into the pipe or comes from a thread of its own.
class LineReaderTest : public ::testing::Test {
 protected:
  TestLoop loop;
  Pipe pipe = open_pipe(loop, StreamUse::reads);
  std::shared_ptr<LineReader> reader = make_channel<LineReader>(make_stream(std::move(pipe.ours)));

  std::string next() {
    const auto block = loop.await(reader->read_lines());
    return block ? std::string(*block) : "error: " + block.error().to_string();
  }
  void write(std::string_view text) { write_all(pipe.theirs, text); }

  /// Feeds `text` from another thread, which then closes the pipe.
  void feed(std::string text) {
    feeder_ = std::jthread([this, text = std::move(text)] {
      write(text);
      pipe.theirs.reset();
    });
  }

 private:
  std::jthread feeder_;
};

TEST_F(LineReaderTest, GivesAllCompleteLinesOfOneReadAtOnce) {
  write("a\nb\r\nc");
  EXPECT_EQ(next(), "a\nb\r\n");
  write("d\n");
  EXPECT_EQ(next(), "cd\n");
}

TEST_F(LineReaderTest, GivesTheLastLineWithoutNewlineThenTheEnd) {
  write("a\nlast");
  pipe.theirs.reset();
  EXPECT_EQ(next(), "a\n");
  EXPECT_EQ(next(), "last");
  EXPECT_TRUE(reader->at_end());
  EXPECT_EQ(next(), "");
  EXPECT_EQ(next(), "");
}

TEST_F(LineReaderTest, TakesNulAsData) {
  const std::string text("a\0b\n\0\n", 6);
  write(text);
  EXPECT_EQ(next(), text);
}

TEST_F(LineReaderTest, TakesGiantLinesAndGivesTheMemoryBack) {
  for (const std::size_t size : {1'000'000U, 5'000'000U}) {
    const std::string line = std::string(size, 'x') + '\n';
    Pipe ends = open_pipe(loop, StreamUse::reads);
    pipe.theirs = std::move(ends.theirs);
    const auto giant = make_channel<LineReader>(make_stream(std::move(ends.ours)));
    const std::string text = line + "small\n" + std::string(100, 'y') + "\n";
    feed(text);
    EXPECT_EQ(loop.await(read_all(*giant)), text);
    EXPECT_LE(giant->capacity(), 4 * LineReader::kReadSize);
  }
}

TEST_F(LineReaderTest, RefusesALineAboveTheLimit) {
  Pipe ends = open_pipe(loop, StreamUse::reads);
  const auto strict =
      make_channel<LineReader>(make_stream(std::move(ends.ours)), LineReader::Lines::protocol, 1000U);
  write_all(ends.theirs, std::string(2000, 'x'));
  const auto block = loop.await(strict->read_lines());
  ASSERT_FALSE(block);
  EXPECT_EQ(block.error().what, "a line is longer than 1000 bytes");
  EXPECT_EQ(loop.await(read_all(*strict)), "");
}

class MessageReaderTest : public LineReaderTest {
 protected:
  MessageReaderTest() {
    Pipe ends = open_pipe(loop, StreamUse::reads);
    pipe.theirs = std::move(ends.theirs);
    reader_ = make_channel<LineReader>(make_stream(std::move(ends.ours)), LineReader::Lines::messages, 10U);
  }
  /// What is read if `text` is written in one piece.
  std::string read(std::string_view text) {
    write(text);
    const auto block = loop.await(reader_->read_lines());
    return block ? std::string(*block) : "error: " + block.error().to_string();
  }

  std::shared_ptr<LineReader> reader_;
};

TEST_F(MessageReaderTest, TakesCarriageReturnsForLineEnds) {
  EXPECT_EQ(read(" 10 %\r 20 %\rdone\r\n\n\nnext\r"), " 10 %\n 20 %\ndone\nnext\n");
  EXPECT_EQ(read("\nanother\n"), "another\n");
}

TEST_F(MessageReaderTest, CutsWhatIsTooLong) {
  EXPECT_EQ(read("0123456789abc\n0123456789\n"), "0123456789\n0123456789\n");
}

TEST_F(MessageReaderTest, DrainsALineWithoutEndInLittleMemory) {
  feed(std::string(5'000'000, '#') + "\nlast");
  EXPECT_EQ(loop.await(read_all(*reader_)), "##########\nlast");
  EXPECT_LE(reader_->capacity(), 4 * LineReader::kReadSize);
}

TEST_F(LineReaderTest, CloseEndsAPendingRead) {
  std::optional<bool> empty;
  const auto read = [](LineReader& from, std::optional<bool>& result) -> boost::asio::awaitable<void> {
    const auto block = co_await from.read_lines();
    result = block && block->empty();
  };
  write("incomplete");
  loop.spawn(read(*reader, empty));
  loop.loop.poll();
  EXPECT_FALSE(empty.has_value());
  reader->close();
  loop.run_until([&] { return empty.has_value(); });
  EXPECT_TRUE(*empty);
}

TEST_F(LineReaderTest, MayBeDestroyedWhileAReadIsPending) {
  bool ended = false;
  const auto read = [](LineReader& from, bool& done) -> boost::asio::awaitable<void> {
    const auto block = co_await from.read_lines();
    done = block && block->empty();
  };
  Pipe ends = open_pipe(loop, StreamUse::reads);
  auto doomed = make_channel<LineReader>(make_stream(std::move(ends.ours)));
  loop.spawn(read(*doomed, ended));
  loop.loop.poll();
  doomed.reset();
  loop.run_until([&] { return ended; });
}

TEST(TakeLine, CutsLineByLine) {
  std::string_view block = "a\n\nb\r\nlast";
  EXPECT_EQ(take_line(block), "a");
  EXPECT_EQ(take_line(block), "");
  EXPECT_EQ(take_line(block), "b\r");
  EXPECT_EQ(take_line(block), "last");
  EXPECT_TRUE(block.empty());
}

}  // namespace
}  // namespace polyglot::process
