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

/// Whether other processes share the open file behind a descriptor, as they do if we inherited it.
enum class Sharing : std::uint8_t {
  own,    ///< ours alone: a pipe or socket, which is made non-blocking
  shared  ///< with others: its mode is never changed; a pipe, terminal, socket, file or device
};

/// Reads lines. Owns the descriptor.
///
/// It waits until there is something to read and then reads once, so a blocking descriptor works, too. Only
/// one read_lines() may be pending. The destructor closes the descriptor, even while a read_lines() is
/// pending.
class LineReader {
 public:
  static constexpr std::size_t kReadSize = 64UL * 1024;
  static constexpr std::size_t kDefaultMaxLine = 64UL * 1024 * 1024;

  /// What a line is.
  enum class Lines : std::uint8_t {
    protocol,  ///< lines are unchanged; a line longer than `max_line` is an error
    bytes,     ///< no lines: the bytes of one read are a block
    messages   ///< text for people: '\r' ends a line as well, empty lines are dropped, lines are cut after
               ///< `max_line` bytes
  };

  LineReader(const boost::asio::any_io_executor& executor, os::Descriptor descriptor,
             Sharing sharing = Sharing::own, std::size_t max_line = kDefaultMaxLine,
             Lines lines = Lines::protocol);
  /// Reads from a descriptor of our own that open() will set: read_lines() waits for it.
  explicit LineReader(const boost::asio::any_io_executor& executor);
  void open(os::Descriptor descriptor);
  ~LineReader();
  LineReader(LineReader&&) noexcept;
  LineReader& operator=(LineReader&&) = delete;

  /// All complete lines that one read brought, each with its '\n', in one block that is valid until the
  /// next call. A last line without '\n' is returned at the end of the data. After that every block is empty.
  /// An empty block always means the end.
  ///
  /// Cost: one wait and one system call that reads up to 64 KiB; complete lines are not copied. Error: the
  /// system's reason, or a protocol line longer than `max_line` bytes; the end follows it. close() makes a
  /// pending call return the end.
  [[nodiscard]] boost::asio::awaitable<Result<std::string_view>> read_lines();

  /// Waits until the peer has closed its end, even if its lines are unread and nobody reads them. Returns
  /// true then; false if close() was called, or if the descriptor cannot tell (a file).
  [[nodiscard]] boost::asio::awaitable<bool> wait_hang_up();

  /// True at the end of the data: all further blocks are empty.
  [[nodiscard]] bool at_end() const noexcept;

  /// The present size of the buffer in bytes. It shrinks again after a very long line.
  [[nodiscard]] std::size_t capacity() const noexcept;

  /// Closes the descriptor and ends a pending read_lines().
  void close() noexcept;

 private:
  struct State;
  std::shared_ptr<State> state_;  ///< shared with a pending read_lines()
};

/// Writes to a pipe, terminal, socket, file or device. Owns the descriptor. A peer that is gone causes an
/// error and not the end of the program.
///
/// Only one write() may be pending. The destructor closes the descriptor, even while a write() is pending.
class LineWriter {
 public:
  /// How a write is kept from blocking the whole program.
  enum class Mode : std::uint8_t {
    non_blocking,  ///< the descriptor is ours alone and non-blocking
    socket,  ///< each write asks not to wait, and the socket's mode stays; closing does not shut it down
    polite,  ///< shared and blocking: wait for room, and write no more than certainly fits
    file,    ///< a file or device, where writing never waits
  };

  LineWriter(const boost::asio::any_io_executor& executor, os::Descriptor descriptor, Mode mode);
  /// Writes to a socket that open() will set; until then there is no room.
  explicit LineWriter(const boost::asio::any_io_executor& executor);
  void open(os::Descriptor socket);
  ~LineWriter();
  LineWriter(LineWriter&&) noexcept;
  LineWriter& operator=(LineWriter&&) = delete;

  /// Writes all of `text`, which must live until this returns. It waits while the peer does not read. A
  /// caller that awaits it reads nothing meanwhile; that is the back-pressure.
  ///
  /// Cost when there is room: one system call, and no turn of the loop. Error: the peer is gone, close() was
  /// called, or the system's reason. A part of the text may have been written.
  [[nodiscard]] boost::asio::awaitable<Result<void>> write(std::string_view text);

  /// Writes what fits at once, without waiting and without a coroutine: the usual case, for one system call.
  /// Returns the number of bytes written. Do not call it while a write() is pending. write() reports errors.
  [[nodiscard]] std::size_t write_now(std::string_view text);

  /// Waits until no reader remains. Returns true then; false if close() was called, and for a socket, file or
  /// device.
  [[nodiscard]] boost::asio::awaitable<bool> wait_hang_up();

  /// Bytes written so far, those of a pending write() included. While the number grows, the peer reads.
  [[nodiscard]] std::uint64_t written() const noexcept;
  /// Bytes in a pipe that its reader has not read yet; 0 for anything else. On Windows: accepted bytes that
  /// have not reached the pipe yet.
  [[nodiscard]] std::size_t unread() const noexcept;
  /// True if a write has failed because no reader remains.
  [[nodiscard]] bool peer_gone() const noexcept;

  /// Closes the descriptor. The peer sees the end, and a pending write() returns an error.
  void close() noexcept;

  [[nodiscard]] bool is_open() const noexcept;

 private:
  struct State;
  std::shared_ptr<State> state_;  ///< shared with a pending write()
};

}  // namespace polyglot::process
