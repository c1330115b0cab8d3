// SPDX-License-Identifier: MIT
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#if defined(__linux__)
#include <netinet/tcp.h>
#endif

#include <polyglot/ascii.hpp>
#include <polyglot/process/engine_connection.hpp>
#include <polyglot/process/engine_process.hpp>
#include <polyglot/process/event.hpp>
#include <polyglot/result.hpp>

#include "process/byte_stream.hpp"

namespace polyglot::process {

namespace asio = boost::asio;

namespace {

constexpr std::string_view kScheme = "tcp://";

/// How long the addresses of a host may take to answer.
constexpr std::chrono::seconds kConnectLimit{4};

struct TcpAddress {
  std::string host;
  std::string port;
};

/// Warns about settings of `launch` that have no effect on a remote engine.
std::vector<std::string> warnings_about(const EngineLaunch& launch, const std::string& place) {
  std::string names;
  const auto add = [&names](bool is_set, std::string_view name) {
    if (is_set) names.append(names.empty() ? "" : ", ").append(name);
  };
  add(!launch.working_directory.empty(), "EngineDir");
  add(launch.nice.has_value(), "UseNice");
  add(launch.affinity != 0, "Affinity");
  if (names.empty()) return {};
  return {"the engine at " + place + " runs elsewhere, these settings have no effect on it: " + names};
}

std::string to_text(const TcpAddress& address) {
  const bool has_colon = address.host.find(':') != std::string::npos;
  return std::string(kScheme) + (has_colon ? "[" + address.host + "]" : address.host) + ":" + address.port;
}

Error not_ours() {
  return Error{"the engine runs elsewhere: neither its priority nor its processors can be chosen here"};
}

/// Reads the address in `tcp://HOST:PORT`. Returns nothing if the text does not begin with `tcp://`.
/// Error: host or port is missing, or the port is not a number from 1 to 65535.
Result<std::optional<TcpAddress>> parse_tcp_address(std::string_view text) {
  if (!text.starts_with(kScheme)) return std::optional<TcpAddress>();
  const std::string_view rest = text.substr(kScheme.size());
  const std::size_t colon = rest.rfind(':');
  std::string_view host = rest.substr(0, colon);
  const std::string_view port = colon == std::string_view::npos ? "" : rest.substr(colon + 1);
  const bool has_brackets = host.starts_with('[') && host.ends_with(']');
  if (has_brackets) host = host.substr(1, host.size() - 2);
  const bool is_host = !host.empty() && host.find('/') == std::string_view::npos &&
                       (has_brackets || host.find(':') == std::string_view::npos);
  const auto number = parse_number<std::uint16_t>(port);
  if (!is_host || !number || *number == 0)
    return Error{"is not the address of an engine: write tcp://HOST:PORT, and an IPv6 address in brackets",
                 std::string(text)};
  return std::optional(TcpAddress{std::string(host), std::string(port)});
}

/// Returns the address of a remote engine; nothing for a program. Error: a wrong address, or arguments.
Result<std::optional<TcpAddress>> address_of(const EngineLaunch& launch) {
  auto address = parse_tcp_address(launch.argv.empty() ? "" : launch.argv.front());
  if (address && *address && launch.argv.size() > 1)
    return Error{"an engine that runs elsewhere gets no arguments: give them to its server", launch.argv[1]};
  return address;
}

/// An engine at the other end of a TCP connection.
///
///     connecting ── a socket ──▶ connected ── either side closes ──▶ ended
///
/// If nobody answers, a connecting engine ends. A connected one ends when the peer closes the connection or
/// its direction, or acknowledges nothing for half a minute. Until then our direction stays open, because
/// some servers treat a half-closed connection as closed. We learn nothing about the remote process.
class TcpConnection final : public EngineConnection {
 public:
  /// Begins to connect.
  [[nodiscard]] static std::unique_ptr<EngineConnection> open(const asio::any_io_executor& executor,
                                                              const TcpAddress& address,
                                                              const EngineLaunch& launch);
  ~TcpConnection() override;

  [[nodiscard]] bool was_reached() const noexcept override;
  [[nodiscard]] asio::awaitable<std::string> ended() override;
  [[nodiscard]] asio::awaitable<void> end(std::chrono::milliseconds grace) override;
  void interrupt() noexcept override {}
  [[nodiscard]] Result<void> set_nice(int nice) override;
  [[nodiscard]] Result<void> set_affinity(std::uint64_t mask) override;

 private:
  struct State;
  TcpConnection(const asio::any_io_executor& executor, std::string place, std::vector<std::string> warnings);

  std::shared_ptr<State> state_;  ///< shared with the coroutines
};

struct TcpConnection::State {
  State(const asio::any_io_executor& its_executor, TcpConnection* connection)
      : executor(its_executor),
        owner(connection),
        resolver(executor),
        socket(std::make_shared<asio::ip::tcp::socket>(executor)),
        limit(executor),
        changed(executor) {}

  static asio::awaitable<void> run(std::shared_ptr<State> self, TcpAddress address);
  [[nodiscard]] bool is_over() const noexcept { return !how.empty(); }
  void give_up_connecting() noexcept;
  void finish(std::string its_end);

  asio::any_io_executor executor;
  TcpConnection* owner;  ///< null after the connection is destroyed
  asio::ip::tcp::resolver resolver;
  SharedSocket socket;
  asio::steady_timer limit;
  bool is_late = false;
  bool was_reached = false;
  std::string how;  ///< how the connection ended; empty until then
  Event changed;
};

void TcpConnection::State::give_up_connecting() noexcept {
  boost::system::error_code ignored;
  resolver.cancel();
  socket->close(ignored);
}

void TcpConnection::State::finish(std::string its_end) {
  if (is_over()) return;
  how = std::move(its_end);
  limit.cancel();
  if (!was_reached) give_up_connecting();
  changed.happen();
}

/// Notices a peer that is dead: it acknowledges nothing for half a minute.
void notice_dead_peer(asio::ip::tcp::socket& socket) {
  boost::system::error_code ignored;
  socket.set_option(asio::socket_base::keep_alive(true), ignored);
#if defined(__linux__)
  using Option = asio::detail::socket_option::integer<IPPROTO_TCP, TCP_USER_TIMEOUT>;
  using Idle = asio::detail::socket_option::integer<IPPROTO_TCP, TCP_KEEPIDLE>;
  using Interval = asio::detail::socket_option::integer<IPPROTO_TCP, TCP_KEEPINTVL>;
  using Probes = asio::detail::socket_option::integer<IPPROTO_TCP, TCP_KEEPCNT>;
  socket.set_option(Option(30'000), ignored);  // milliseconds that sent data may stay unacknowledged
  socket.set_option(Idle(10), ignored);        // seconds
  socket.set_option(Interval(5), ignored);     // seconds
  socket.set_option(Probes(4), ignored);
#endif
}

asio::awaitable<void> TcpConnection::State::run(std::shared_ptr<State> self, TcpAddress address) {
  boost::system::error_code error;
  self->limit.expires_after(kConnectLimit);
  self->limit.async_wait([self](const boost::system::error_code& cancelled) {
    if (cancelled) return;
    self->is_late = true;
    self->give_up_connecting();
  });
  const auto found = co_await self->resolver.async_resolve(address.host, address.port,
                                                           asio::redirect_error(asio::use_awaitable, error));
  if (!error)
    co_await asio::async_connect(*self->socket, found, asio::redirect_error(asio::use_awaitable, error));
  self->limit.cancel();
  if (self->is_over()) co_return;
  if (error) co_return self->finish("cannot be reached: " + (self->is_late ? "no answer" : error.message()));
  self->was_reached = true;
  self->socket->set_option(asio::ip::tcp::no_delay(true), error);
  self->socket->non_blocking(true, error);  // for LineWriter::write_now()
  notice_dead_peer(*self->socket);
  self->owner->output().open(make_stream(self->socket, StreamUse::reads));
  self->owner->input().open(make_stream(self->socket, StreamUse::writes));
  self->changed.happen();
  const bool closed = co_await self->owner->output().wait_hang_up();
  self->finish(closed ? "has closed the connection" : "has lost the connection");
}

TcpConnection::TcpConnection(const asio::any_io_executor& executor, std::string place,
                             std::vector<std::string> warnings)
    : EngineConnection({LineWriter(executor), LineReader(executor), LineReader(executor, nullptr)},
                       std::move(place), std::move(warnings)),
      state_(std::make_shared<State>(executor, this)) {}

std::unique_ptr<EngineConnection> TcpConnection::open(const asio::any_io_executor& executor,
                                                      const TcpAddress& address, const EngineLaunch& launch) {
  const std::string place = to_text(address);
  std::unique_ptr<TcpConnection> connection(
      new TcpConnection(executor, place, warnings_about(launch, place)));
  spawn(executor, State::run(connection->state_, address), std::rethrow_exception);
  return connection;
}

TcpConnection::~TcpConnection() {
  state_->owner = nullptr;
  input().close();
  output().close();
  state_->finish("has been disconnected");
}

bool TcpConnection::was_reached() const noexcept {
  return state_->was_reached;
}

asio::awaitable<std::string> TcpConnection::ended() {
  const auto state = state_;
  while (!state->is_over()) co_await state->changed.wait();
  co_return state->how;
}

asio::awaitable<void> TcpConnection::end(std::chrono::milliseconds grace) {
  const auto state = state_;
  const auto is_over = [&state] { return state->is_over(); };
  const bool over = co_await state->changed.wait_for(is_over, grace);
  if (over || state->owner == nullptr) co_return;
  state->finish("has been disconnected");
  state->owner->input().close();
  state->owner->output().close();
}

Result<void> TcpConnection::set_nice(int) {
  return not_ours();
}
Result<void> TcpConnection::set_affinity(std::uint64_t) {
  return not_ours();
}

}  // namespace

Result<bool> EngineConnection::is_remote(const EngineLaunch& launch) {
  const auto address = address_of(launch);
  if (!address) return address.error();
  return address->has_value();
}

Result<std::unique_ptr<EngineConnection>> EngineConnection::open(const asio::any_io_executor& executor,
                                                                 const EngineLaunch& launch) {
  const auto address = address_of(launch);
  if (!address) return address.error();
  if (!*address) {
    auto process = EngineProcess::start(executor, launch);
    if (!process) return process.error();
    return std::unique_ptr<EngineConnection>(std::move(*process));
  }
  return TcpConnection::open(executor, **address, launch);
}

}  // namespace polyglot::process
