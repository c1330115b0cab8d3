// SPDX-License-Identifier: MIT
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <polyglot/process/event.hpp>

#include "process/byte_stream.hpp"
#include "process/raw_io.hpp"

namespace polyglot::process {
namespace {

namespace asio = boost::asio;
using asio::awaitable;

/// Reads and writes by Asio. `Stream` is a PipeEnd or a socket.
template <class Stream>
awaitable<std::size_t> read_by_asio(Stream& stream, std::span<char> room, ByteStream::ErrorCode& error) {
  return stream.async_read_some(asio::buffer(room.data(), room.size()),
                                asio::redirect_error(asio::use_awaitable, error));
}
template <class Stream>
awaitable<std::size_t> write_by_asio(Stream& stream, std::string_view text, ByteStream::ErrorCode& error) {
  return stream.async_write_some(asio::buffer(text), asio::redirect_error(asio::use_awaitable, error));
}

class PipeStream final : public ByteStream {
 public:
  explicit PipeStream(PipeEnd end) : end_(std::move(end)) {
#if !defined(_WIN32)
    end_.non_blocking(true);  // for write_now()
#endif
  }

  awaitable<std::size_t> read_some(std::span<char> room, ErrorCode& error) override {
    return read_by_asio(end_, room, error);
  }
  awaitable<std::size_t> write_some(std::string_view text, ErrorCode& error) override {
    return write_by_asio(end_, text, error);
  }
  void close() noexcept override {
    ErrorCode ignored;
    end_.close(ignored);
  }

#if defined(_WIN32)
  std::size_t write_now(std::string_view /*text*/, ErrorCode& /*error*/) noexcept override {
    return 0;
  }
  awaitable<bool> wait_hang_up() override {
    Event never(end_.get_executor());
    while (end_.is_open() && !has_no_peer(end_.native_handle())) co_await never.wait(kLookAtPeer);
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

class SocketStream final : public ByteStream {
 public:
  SocketStream(SharedSocket socket, StreamUse use)
      : socket_(std::move(socket)), use_(use), ended_(socket_->get_executor()) {}

  awaitable<std::size_t> read_some(std::span<char> room, ErrorCode& error) override {
    const SharedSocket socket = socket_;
    const std::size_t count = co_await read_by_asio(*socket, room, error);
    if (error) has_ended_ = true;
    if (error) ended_.happen();
    co_return count;
  }
  awaitable<std::size_t> write_some(std::string_view text, ErrorCode& error) override {
    const SharedSocket socket = socket_;
    co_return co_await write_by_asio(*socket, text, error);
  }
  std::size_t write_now(std::string_view text, ErrorCode& error) noexcept override {
    return socket_->write_some(asio::buffer(text), error);
  }
  /// The end of a connection shows when it is read.
  awaitable<bool> wait_hang_up() override {
    while (use_ == StreamUse::reads && socket_ && !has_ended_) co_await ended_.wait();
    co_return has_ended_;
  }
  void close() noexcept override {
    ErrorCode ignored;
    if (socket_ && use_ == StreamUse::reads) socket_->close(ignored);
    socket_.reset();
    ended_.happen();
  }

 private:
  SharedSocket socket_;
  StreamUse use_;
  bool has_ended_ = false;
  Event ended_;
};

}  // namespace

std::unique_ptr<ByteStream> make_stream(PipeEnd end) {
  return std::make_unique<PipeStream>(std::move(end));
}

std::unique_ptr<ByteStream> make_stream(SharedSocket socket, StreamUse use) {
  return std::make_unique<SocketStream>(std::move(socket), use);
}

}  // namespace polyglot::process
