// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cerrno>

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <polyglot/os/error.hpp>

#include "process/byte_stream.hpp"
#if defined(_WIN32)
#include <windows.h>
#include <atomic>

#include <fmt/format.h>
#else
#include <fcntl.h>
#include <unistd.h>
#endif

namespace polyglot::process {

namespace asio = boost::asio;
using asio::awaitable;

bool is_end_of_peer(const boost::system::error_code& error) noexcept {
  using boost::system::error_code;
  static const std::array ends = {
    error_code(asio::error::eof),
    error_code(asio::error::broken_pipe),
    error_code(asio::error::connection_reset),
    error_code(asio::error::connection_aborted),
    error_code(asio::error::host_unreachable),
    error_code(asio::error::network_unreachable),
    error_code(asio::error::timed_out),
#if defined(_WIN32)
    error_code(ERROR_BROKEN_PIPE, boost::system::system_category()),
    error_code(ERROR_NO_DATA, boost::system::system_category()),
    error_code(ERROR_PIPE_NOT_CONNECTED, boost::system::system_category()),
#else
    error_code(EIO, boost::system::system_category()),  // the terminal is gone
#endif
  };
  return std::ranges::find(ends, error) != ends.end();
}

// ---- Pipes ------------------------------------------------------------------------------------------------

/// On Windows Asio's own pipes have two overlapped ends. Programs read and write theirs without that. Ours is
/// the client's end, which learns that the other end has closed. It can read even if we only write, because a
/// pending read ends with the peer.
Result<Pipe> make_pipe(const asio::any_io_executor& executor, StreamUse use) {
  const bool reads = use == StreamUse::reads;
#if defined(_WIN32)
  constexpr DWORD kBytes = 64UL * 1024;
  static std::atomic<unsigned> number = 0;
  const std::string name = fmt::format(R"(\\.\pipe\polyglot-{}-{})", ::GetCurrentProcessId(), ++number);
  const DWORD direction = reads ? PIPE_ACCESS_OUTBOUND : PIPE_ACCESS_DUPLEX;
  os::Descriptor theirs = os::own(::CreateNamedPipeA(name.c_str(), direction | FILE_FLAG_FIRST_PIPE_INSTANCE,
                                                     PIPE_TYPE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS,
                                                     1, kBytes, kBytes, 0, nullptr));
  os::Descriptor ours;
  if (theirs)
    ours = os::own(::CreateFileA(name.c_str(), reads ? GENERIC_READ : GENERIC_READ | GENERIC_WRITE, 0,
                                 nullptr, OPEN_EXISTING, FILE_FLAG_OVERLAPPED, nullptr));
  if (!ours) return Error{"cannot create a pipe: " + os::system_text(os::last_error())};
#else
  int ends[2];
  if (::pipe(ends) != 0) return Error{"cannot create a pipe: " + os::system_text(errno)};
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  os::Descriptor ours = os::own(ends[reads ? 0 : 1]);
  os::Descriptor theirs = os::own(ends[reads ? 1 : 0]);
#endif
  PipeEnd end(executor);
  boost::system::error_code error;
  end.assign(ours.native(), error);
  if (error) return Error{"cannot create a pipe: " + error.message()};
  (void)ours.release();
  return Pipe{std::move(end), std::move(theirs)};
}

namespace {

class PipeStream final : public ByteStream {
 public:
  explicit PipeStream(PipeEnd end) : end_(std::move(end)) {
#if !defined(_WIN32)
    end_.non_blocking(true);  // for write_now()
#endif
  }

  awaitable<std::size_t> read_some(std::span<char> room, ErrorCode& error) override {
    return end_.async_read_some(asio::buffer(room.data(), room.size()),
                                asio::redirect_error(asio::use_awaitable, error));
  }
  awaitable<std::size_t> write_some(std::string_view text, ErrorCode& error) override {
    return end_.async_write_some(asio::buffer(text), asio::redirect_error(asio::use_awaitable, error));
  }
  void close() noexcept override {
    ErrorCode ignored;
    end_.close(ignored);
  }

#if defined(_WIN32)
  /// Only for an end that we write: nobody else reads it.
  awaitable<bool> wait_hang_up() override {
    ErrorCode error;
    for (char nothing[1]; !error;)
      co_await end_.async_read_some(asio::buffer(nothing), asio::redirect_error(asio::use_awaitable, error));
    co_return end_.is_open();
  }
#else
  std::size_t write_now(std::string_view text, ErrorCode& error) noexcept override {
    return end_.write_some(asio::buffer(text), error);
  }
  awaitable<bool> wait_hang_up() override {
    ErrorCode error;
    co_await end_.async_wait(PipeEnd::wait_error, asio::redirect_error(asio::use_awaitable, error));
    co_return !error && end_.is_open();
  }
  std::size_t unread() noexcept override {
    PipeEnd::bytes_readable count(true);
    ErrorCode error;
    end_.io_control(count, error);
    return error ? 0 : count.get();
  }
#endif

 private:
  PipeEnd end_;
};

}  // namespace

std::unique_ptr<ByteStream> make_stream(PipeEnd end) {
  return std::make_unique<PipeStream>(std::move(end));
}

}  // namespace polyglot::process
