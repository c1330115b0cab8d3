// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <boost/asio/awaitable.hpp>

#include <polyglot/result.hpp>

namespace polyglot::process {

class ByteStream;

/// Makes a LineReader or LineWriter. It closes when its owners drop it. Pending calls return then, and keep
/// it alive until they have returned.
template <class Channel, class... Arguments>
[[nodiscard]] std::shared_ptr<Channel> make_channel(Arguments&&... arguments) {
  auto channel = std::make_shared<Channel>(std::forward<Arguments>(arguments)...);
  return {channel.get(), [channel](Channel* dropped) { dropped->close(); }};
}

/// Reads lines from a stream of bytes, which it owns. Make it by make_channel().
///
/// At most one read_lines() may be pending. Not thread-safe.
class LineReader : public std::enable_shared_from_this<LineReader> {
 public:
  static constexpr std::size_t kReadSize = 64UL * 1024;
  static constexpr std::size_t kDefaultMaxLine = 64UL * 1024 * 1024;

  /// What a line is.
  enum class Lines : std::uint8_t {
    protocol,  ///< lines are unchanged; a line longer than `max_line` is an error
    bytes,     ///< no lines: a block has the bytes of one read
    messages   ///< text for people: '\r' ends a line, too; empty lines are dropped, long ones cut to
               ///< `max_line` bytes
  };

  /// `stream`: null makes a reader that is at its end.
  explicit LineReader(std::unique_ptr<ByteStream> stream, Lines lines = Lines::protocol,
                      std::size_t max_line = kDefaultMaxLine);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  /// Reads once, and returns all complete lines in one block, each with its '\n'. The block is valid until
  /// the next call. At the end of the data, a last line without '\n' is returned. After that every block is
  /// empty; an empty block always means the end.
  ///
  /// Cost: one wait, and one system call that reads up to 64 KiB. Complete lines are not copied. Error: the
  /// system's reason, or a protocol line longer than `max_line` bytes; the end follows it. close() makes a
  /// pending call return the end.
  [[nodiscard]] boost::asio::awaitable<Result<std::string_view>> read_lines();

  /// Returns true when the peer has closed its end, even if nobody reads its lines. Returns false if close()
  /// was called, or if the stream cannot report that.
  [[nodiscard]] boost::asio::awaitable<bool> wait_hang_up();

  /// Returns true at the end of the data: all further blocks are empty.
  [[nodiscard]] bool at_end() const noexcept { return at_end_; }

  /// Returns the size of the buffer in bytes. The buffer shrinks again after a very long line.
  [[nodiscard]] std::size_t capacity() const noexcept { return buffer_.capacity(); }

  void close() noexcept;

 private:
  void make_room();
  [[nodiscard]] std::size_t trim_messages(std::size_t fresh) noexcept;
  [[nodiscard]] std::string_view complete_lines(std::size_t fresh) noexcept;
  [[nodiscard]] std::string_view last_line() noexcept;
  void end() noexcept;

  std::unique_ptr<ByteStream> stream_;
  Lines lines_;
  std::size_t max_line_;
  /// It holds the lines returned last, which the next call drops. After them, [begin_, end_) is the start of
  /// an incomplete line.
  std::string buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t message_length_ = 0;  ///< length of the current message before it is cut
  bool at_end_;
};

/// Writes to a stream of bytes, which it owns. If the peer is gone, a write returns an error and does not end
/// the program. Make it by make_channel().
///
/// At most one write() may be pending. Not thread-safe.
class LineWriter : public std::enable_shared_from_this<LineWriter> {
 public:
  explicit LineWriter(std::unique_ptr<ByteStream> stream);
  ~LineWriter();
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;

  /// Writes all of `text`, which must live until this returns. It waits while the peer does not read. A
  /// caller that awaits it reads nothing meanwhile (back-pressure).
  ///
  /// Cost when there is room: one system call, and no turn of the loop. Error: the peer is gone, close() was
  /// called, or the system's reason. A part of the text may have been written.
  [[nodiscard]] boost::asio::awaitable<Result<void>> write(std::string_view text);

  /// Writes what fits at once, without waiting and without a coroutine. Returns the number of bytes written.
  /// Do not call it while a write() is pending. The next write() reports errors.
  [[nodiscard]] std::size_t write_now(std::string_view text);

  /// Returns true when no reader remains; false if close() was called, or if the stream cannot report that.
  [[nodiscard]] boost::asio::awaitable<bool> wait_hang_up();

  /// Returns the number of bytes written so far, including those of a pending write(). While the number
  /// grows, the peer reads.
  [[nodiscard]] std::uint64_t written() const noexcept { return written_; }
  /// Returns the number of bytes in a pipe that its reader has not read yet; 0 for anything else.
  [[nodiscard]] std::size_t unread() const noexcept;
  /// Returns true if a write has failed because no reader remains.
  [[nodiscard]] bool peer_gone() const noexcept { return peer_gone_; }

  /// Closes the stream. The peer sees the end, and a pending write() returns an error.
  void close() noexcept;

 private:
  std::unique_ptr<ByteStream> stream_;
  std::uint64_t written_ = 0;
  bool is_closed_ = false;
  bool peer_gone_ = false;
};

}  // namespace polyglot::process
