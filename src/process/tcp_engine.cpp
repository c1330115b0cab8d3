// SPDX-License-Identifier: MIT
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#if defined(__linux__)
#include <netinet/tcp.h>
#endif

#include <polyglot/ascii.hpp>
#include <polyglot/process/engine_connection.hpp>

#include "process/byte_stream.hpp"

namespace polyglot::process {
namespace {

namespace asio = boost::asio;

using asio::awaitable;

constexpr std::string_view kScheme = "tcp://";

/// How long the addresses of a host may take to answer.
constexpr std::chrono::seconds kConnectLimit{4};

struct TcpAddress {
  std::string host;
  std::string port;
};

/// Reads the address that `launch` names, `tcp://HOST:PORT`; nothing for a program. Error: host or port is
/// missing, the port is not a number from 1 to 65535, or there are arguments.
Result<std::optional<TcpAddress>> address_of(const EngineLaunch& launch) {
  if (launch.argv.empty() || !launch.argv.front().starts_with(kScheme)) return std::optional<TcpAddress>();
  const std::string_view text = launch.argv.front();
  if (launch.argv.size() > 1)
    return Error{"an engine that runs elsewhere gets no arguments: give them to its server", launch.argv[1]};
  const std::string_view rest = text.substr(kScheme.size());
  const std::size_t colon = rest.rfind(':');
  std::string_view host = rest.substr(0, colon);
  const std::string_view port = colon == std::string_view::npos ? "" : rest.substr(colon + 1);
  const bool has_brackets = host.starts_with('[') && host.ends_with(']');
  if (has_brackets) host = host.substr(1, host.size() - 2);
  const bool is_host =
      !host.empty() && host.find_first_of(has_brackets ? "/" : "/:") == std::string_view::npos;
  if (!is_host || parse_number<std::uint16_t>(port).value_or(0) == 0)
    return Error{"is not the address of an engine: write tcp://HOST:PORT, and an IPv6 address in brackets",
                 std::string(text)};
  return std::optional(TcpAddress{std::string(host), std::string(port)});
}

/// Notices a peer that is dead: it acknowledges nothing for half a minute.
void notice_dead_peer(asio::ip::tcp::socket& socket) {
  boost::system::error_code ignored;
  socket.set_option(asio::socket_base::keep_alive(true), ignored);
#if defined(__linux__)
  using Option = asio::detail::socket_option::integer<IPPROTO_TCP, TCP_USER_TIMEOUT>;
  using Idle = asio::detail::socket_option::integer<IPPROTO_TCP, TCP_KEEPIDLE>;
  using Interval = asio::detail::socket_option::integer<IPPROTO_TCP, TCP_KEEPINTVL>;
  socket.set_option(Option(30'000), ignored);  // milliseconds that sent data may stay unacknowledged
  socket.set_option(Idle(10), ignored);        // seconds
  socket.set_option(Interval(5), ignored);     // seconds
#endif
}

/// An engine at the other end of a TCP connection. We learn nothing about its process.
///
///     connecting ── somebody answers ──▶ reached ── the peer or we close ──▶ gone
///
/// It is also gone if nobody answers. The peer closes the connection or its direction, or acknowledges
/// nothing for half a minute.
class TcpEngine final : public EngineConnection {
 public:
  TcpEngine(const asio::any_io_executor& executor, const std::string& place)
      : EngineConnection(executor, place), socket_(executor) {}

  static awaitable<void> connect(std::shared_ptr<TcpEngine> self, TcpAddress address);
  /// Returns when somebody has answered, or when it is gone.
  awaitable<void> wait_reached() {
    while (!was_reached_ && running()) co_await changed_.wait();
  }
  /// `how`: how the connection has ended, unless it is gone already.
  void finish(std::string how);

  [[nodiscard]] asio::ip::tcp::socket& socket() noexcept { return socket_; }
  [[nodiscard]] bool was_reached() const noexcept override { return was_reached_; }

  [[nodiscard]] Result<void> set_nice(int) override {
    return Error{"the engine runs elsewhere: neither its priority nor its processors can be chosen here"};
  }
  [[nodiscard]] Result<void> set_affinity(std::uint64_t) override { return set_nice(0); }

 private:
  void end_now() override { finish("has been disconnected"); }

  asio::ip::tcp::socket socket_;
  bool was_reached_ = false;
};

awaitable<void> TcpEngine::connect(std::shared_ptr<TcpEngine> self, TcpAddress address) {
  asio::ip::tcp::socket& socket = self->socket_;
  boost::system::error_code error;
  asio::steady_timer limit(socket.get_executor(), kConnectLimit);
  limit.async_wait([self](const boost::system::error_code& cancelled) {
    if (!cancelled && !self->was_reached_) self->finish("cannot be reached: no answer");
  });
  asio::ip::tcp::resolver resolver(socket.get_executor());
  const auto found = co_await resolver.async_resolve(address.host, address.port,
                                                     asio::redirect_error(asio::use_awaitable, error));
  if (!error && self->running())
    co_await asio::async_connect(socket, found, asio::redirect_error(asio::use_awaitable, error));
  if (error) self->finish("cannot be reached: " + error.message());
  if (!self->running()) co_return;
  self->was_reached_ = true;
  socket.set_option(asio::ip::tcp::no_delay(true), error);
  socket.non_blocking(true, error);  // for LineWriter::write_now()
  notice_dead_peer(socket);
  self->changed_.happen();
}

void TcpEngine::finish(std::string how) {
  if (!running()) return;
  boost::system::error_code ignored;
  socket_.close(ignored);
  set_gone({.kind = ExitReport::Kind::disconnected, .text = std::move(how)});
}

/// A direction of the connection. It waits until somebody has answered. A reader that closes ends the
/// connection. A writer that closes leaves it open, because some servers treat a half-closed connection as a
/// closed one.
class TcpStream final : public ByteStream {
 public:
  TcpStream(std::shared_ptr<TcpEngine> engine, StreamUse use) : engine_(std::move(engine)), use_(use) {}

  awaitable<std::size_t> read_some(std::span<char> room, ErrorCode& error) override {
    co_await engine_->wait_reached();
    const std::size_t count = co_await engine_->socket().async_read_some(
        asio::buffer(room.data(), room.size()), asio::redirect_error(asio::use_awaitable, error));
    if (error) engine_->finish("has closed the connection");
    if (error) error = asio::error::eof;
    co_return count;
  }
  awaitable<std::size_t> write_some(std::string_view text, ErrorCode& error) override {
    co_await engine_->wait_reached();
    auto until_closed =
        asio::bind_cancellation_slot(closing_.slot(), asio::redirect_error(asio::use_awaitable, error));
    co_return co_await engine_->socket().async_write_some(asio::buffer(text), until_closed);
  }
  std::size_t write_now(std::string_view text, ErrorCode& error) noexcept override {
    const bool is_connected = engine_->was_reached() && engine_->running();
    return is_connected ? engine_->socket().write_some(asio::buffer(text), error) : 0;
  }
  void close() noexcept override {
    closing_.emit(asio::cancellation_type::terminal);
    if (use_ == StreamUse::reads) engine_->finish("has lost the connection");
  }

 private:
  std::shared_ptr<TcpEngine> engine_;
  StreamUse use_;
  asio::cancellation_signal closing_;  ///< ends a pending write
};

}  // namespace

Result<bool> EngineConnection::is_remote(const EngineLaunch& launch) {
  const auto address = address_of(launch);
  if (!address) return address.error();
  return address->has_value();
}

EngineConnection::Self EngineConnection::connect(const asio::any_io_executor& executor,
                                                 const EngineLaunch& launch) {
  const auto remote = std::make_shared<TcpEngine>(executor, launch.argv.front());
  Self engine = owned(remote, std::make_unique<TcpStream>(remote, StreamUse::writes),
                      std::make_unique<TcpStream>(remote, StreamUse::reads), launch.output, nullptr);
  if (launch.nice || launch.affinity != 0) engine->warn_of(remote->set_nice(0));
  spawn(executor, TcpEngine::connect(remote, **address_of(launch)), std::rethrow_exception);
  return engine;
}

}  // namespace polyglot::process
