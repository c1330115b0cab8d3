// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/system/error_code.hpp>
#if defined(_WIN32)
#include <boost/asio/windows/stream_handle.hpp>
#else
#include <boost/asio/posix/stream_descriptor.hpp>
#endif

#include <polyglot/os/descriptor.hpp>
#include <polyglot/result.hpp>

namespace polyglot::process {

/// Our end of a pipe, terminal or device that nobody shares with us.
#if defined(_WIN32)
using PipeEnd = boost::asio::windows::stream_handle;
#else
using PipeEnd = boost::asio::posix::stream_descriptor;
#endif

enum class StreamUse { reads, writes };

/// A pipe to or from a process that we start. Children inherit neither end by themselves.
struct Pipe {
  PipeEnd ours;
  os::Descriptor theirs;  ///< blocks, as programs expect
};

/// Makes a pipe that we read or write. Error: the system's reason.
[[nodiscard]] Result<Pipe> make_pipe(const boost::asio::any_io_executor& executor, StreamUse use);

/// Whether an error only says that the peer is gone.
[[nodiscard]] bool is_end_of_peer(const boost::system::error_code& error) noexcept;

/// The bytes below a LineReader or LineWriter. One coroutine may read or write, and another one wait for the
/// hang-up. The stream must live until close() has ended both. Not thread-safe.
class ByteStream {
 public:
  using ErrorCode = boost::system::error_code;

  ByteStream() = default;
  virtual ~ByteStream() = default;
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;

  /// Reads once. Returns the number of bytes. At the end `error` is boost::asio::error::eof.
  [[nodiscard]] virtual boost::asio::awaitable<std::size_t> read_some(std::span<char> room,
                                                                      ErrorCode& error) = 0;
  /// Writes a part of `text`, and waits while there is no room for it. Returns the number of bytes.
  [[nodiscard]] virtual boost::asio::awaitable<std::size_t> write_some(std::string_view text,
                                                                       ErrorCode& error) = 0;
  /// Writes what fits without waiting. Returns the number of bytes; 0 if the stream cannot tell.
  [[nodiscard]] virtual std::size_t write_now(std::string_view /*text*/, ErrorCode& /*error*/) noexcept {
    return 0;
  }
  /// Returns true when the peer has closed its end, false when close() was called. Streams that cannot watch
  /// their peer return false at once.
  [[nodiscard]] virtual boost::asio::awaitable<bool> wait_hang_up() { co_return false; }
  /// Returns the number of bytes in a pipe that its reader has not read yet; 0 for anything else.
  [[nodiscard]] virtual std::size_t unread() noexcept { return 0; }

  virtual void close() noexcept = 0;
};

[[nodiscard]] std::unique_ptr<ByteStream> make_stream(PipeEnd end);

/// For what Asio cannot wait for: a standard stream whose blocking mode others share, a file, a console, or
/// an anonymous pipe of Windows. A thread reads ahead, up to 64 KiB, or writes. If the system blocks the
/// thread, it keeps `descriptor` open after close().
[[nodiscard]] std::unique_ptr<ByteStream> make_blocking_stream(const boost::asio::any_io_executor& executor,
                                                               os::Descriptor descriptor, StreamUse use);

/// Opens a stream on a descriptor that others share, which stays open: a pipe or terminal is opened anew, and
/// everything else is a blocking stream. Error: the system's reason.
[[nodiscard]] Result<std::unique_ptr<ByteStream>> open_shared_stream(
    const boost::asio::any_io_executor& executor, os::NativeHandle shared, StreamUse use);

}  // namespace polyglot::process
