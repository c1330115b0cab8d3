// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/result.hpp>

namespace polyglot::process {

/// Whose what is open behind a descriptor is: others have it too if we inherited it.
enum class Sharing : std::uint8_t {
  own,    ///< ours alone: a pipe or socket, which is made non-blocking
  shared  ///< its mode is never touched; anything: pipe, terminal, socket, file, device
};

/// Reads lines. Owns the descriptor.
///
/// It waits until there is something to read and then reads once, so a blocking descriptor does as well.
/// One read_lines() at a time. Destruction closes, and may happen while a read_lines() is pending.
class LineReader {
 public:
  static constexpr std::size_t kReadSize = 64UL * 1024;
  static constexpr std::size_t kDefaultMaxLine = 64UL * 1024 * 1024;

  /// What a line is.
  enum class Lines : std::uint8_t {
    protocol,  ///< every byte counts; one longer than `max_line` is an error
    bytes,     ///< none: whatever one read brought is a block
    messages   ///< for people: '\r' ends one as well, none is empty, and each is cut behind `max_line` bytes
  };

  LineReader(const boost::asio::any_io_executor& executor, os::Descriptor descriptor,
             Sharing sharing = Sharing::own, std::size_t max_line = kDefaultMaxLine,
             Lines lines = Lines::protocol);
  /// Reads from a descriptor of our own that is still to come: read_lines() waits for it.
  explicit LineReader(const boost::asio::any_io_executor& executor);
  void open(os::Descriptor descriptor);
  ~LineReader();
  LineReader(LineReader&&) noexcept;
  LineReader& operator=(LineReader&&) = delete;

  /// All complete lines that one read brought, each with its '\n', in one block that is valid until the
  /// next call. At the end of the data the last line comes as it is if it lacks its '\n'; after that the
  /// block is empty, again and again. An empty block means the end and nothing else.
  ///
  /// Cost: one wait and one call that reads up to 64 KiB; complete lines are not copied.
  /// Error: the system's reason, or a line of a protocol longer than `max_line` bytes; after it comes the
  /// end. A pending call returns the end once close() is called.
  [[nodiscard]] boost::asio::awaitable<Result<std::string_view>> read_lines();

  /// Waits until the peer has closed its end, even while lines of it are still unread and nobody reads.
  /// True then; false when close() was called, or if the descriptor cannot tell (a file).
  [[nodiscard]] boost::asio::awaitable<bool> wait_hang_up();

  /// True once there is nothing more to read: each further block is empty.
  [[nodiscard]] bool at_end() const noexcept;

  /// Bytes held by the buffer at this moment. It shrinks back after a giant line.
  [[nodiscard]] std::size_t capacity() const noexcept;

  /// Closes the descriptor and ends a pending read_lines().
  void close() noexcept;

 private:
  struct State;
  std::shared_ptr<State> state_;  ///< shared with a pending read_lines()
};

/// Writes to a pipe, terminal, socket, file or device. Owns the descriptor; a peer that is gone ends nothing.
///
/// One write() at a time. Destruction closes, and may happen while a write() is pending.
class LineWriter {
 public:
  /// How a write is kept from blocking the whole program.
  enum class Mode : std::uint8_t {
    non_blocking,  ///< it is ours and does not block
    socket,  ///< each write asks not to wait, and the socket's own mode stays; closing does not shut it down
    polite,  ///< shared and blocking: ask for room and write no more than fits for certain
    file,    ///< a file or device that never makes one wait
  };

  LineWriter(const boost::asio::any_io_executor& executor, os::Descriptor descriptor, Mode mode);
  /// Writes to a socket that is still to come: until then there is no room.
  explicit LineWriter(const boost::asio::any_io_executor& executor);
  void open(os::Descriptor socket);
  ~LineWriter();
  LineWriter(LineWriter&&) noexcept;
  LineWriter& operator=(LineWriter&&) = delete;

  /// Writes all of `text`, which must live until this returns. While the peer does not read, this waits;
  /// whoever awaits it does not read meanwhile, and that is the back-pressure.
  ///
  /// Cost when there is room: one call of the system, no trip through the loop.
  /// Error: the peer is gone, closed by close(), or the system's reason. Part of it may have gone.
  [[nodiscard]] boost::asio::awaitable<Result<void>> write(std::string_view text);

  /// Writes what fits at once, without waiting and without a coroutine: the usual case, at the price of one
  /// call. Returns how many bytes went. Not while a write() is pending. Errors are left to write().
  [[nodiscard]] std::size_t write_now(std::string_view text);

  /// Waits until nobody reads any more what is written. True then; false when close() was called, or for a
  /// socket, file or device.
  [[nodiscard]] boost::asio::awaitable<bool> wait_hang_up();

  /// Bytes written so far, those of a pending write() included: as long as it grows, the peer reads.
  [[nodiscard]] std::uint64_t written() const noexcept;
  /// Bytes written to a pipe that its reader has not taken yet; 0 for anything but a pipe.
  [[nodiscard]] std::size_t unread() const noexcept;
  /// A write has failed because nobody reads any more.
  [[nodiscard]] bool peer_gone() const noexcept;

  /// Closes the descriptor: the peer sees the end; a pending write() returns an error.
  void close() noexcept;

  [[nodiscard]] bool is_open() const noexcept;

 private:
  struct State;
  std::shared_ptr<State> state_;  ///< shared with a pending write()
};

}  // namespace polyglot::process
