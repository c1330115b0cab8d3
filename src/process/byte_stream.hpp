// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
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

/// The bytes below a LineReader or LineWriter. One coroutine may read or write, and another one wait for the
/// hang-up. close() ends both. Not thread-safe.
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
  [[nodiscard]] virtual std::size_t write_now(std::string_view text, ErrorCode& error) noexcept = 0;
  /// Returns true when the peer has closed its end, false when close() was called. Streams that cannot watch
  /// their peer return false at once.
  [[nodiscard]] virtual boost::asio::awaitable<bool> wait_hang_up() = 0;
  /// Returns the number of bytes in a pipe that its reader has not read yet; 0 for anything else.
  [[nodiscard]] virtual std::size_t unread() noexcept { return 0; }

  virtual void close() noexcept = 0;
};

[[nodiscard]] std::unique_ptr<ByteStream> make_stream(PipeEnd end);

enum class StreamUse { reads, writes };

/// A direction of a connection. The connection closes when its reader closes; a writer that closes leaves it
/// open, because some servers treat a half-closed connection as a closed one.
using SharedSocket = std::shared_ptr<boost::asio::ip::tcp::socket>;
[[nodiscard]] std::unique_ptr<ByteStream> make_stream(SharedSocket socket, StreamUse use);

/// A standard stream whose blocking mode others share, a file, a console, or an anonymous pipe of Windows:
/// Asio cannot wait for these. A thread reads ahead, up to 64 KiB, or writes. close() does not end a thread
/// that the system blocks; it keeps `descriptor` open until then.
[[nodiscard]] std::unique_ptr<ByteStream> make_blocking_stream(const boost::asio::any_io_executor& executor,
                                                               os::Descriptor descriptor);

/// Opens a stream on a descriptor that others share, which stays open: a pipe or terminal is opened anew, and
/// everything else is a blocking stream. `number`: 0 or 1; on POSIX systems any descriptor. Error: the
/// system's reason.
[[nodiscard]] Result<std::unique_ptr<ByteStream>> open_shared_stream(
    const boost::asio::any_io_executor& executor, int number, StreamUse use);

}  // namespace polyglot::process
