// SPDX-License-Identifier: MIT
#include <chrono>
#include <cstdint>
#include <exception>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include <polyglot/ascii.hpp>
#include <polyglot/process/engine_connection.hpp>
#include <polyglot/process/engine_process.hpp>
#include <polyglot/process/event.hpp>
#include <polyglot/result.hpp>

#include "process/readiness.hpp"
#include "process/stream.hpp"
#include "process/tcp_socket.hpp"

namespace polyglot::process {

namespace asio = boost::asio;

namespace {

constexpr std::string_view kScheme = "tcp://";

struct Attempt {
  os::Descriptor end;  ///< hangs up when the result is ready
  std::future<Result<os::Descriptor>> outcome;
};

/// Connects in a separate thread, because the lookup of a name may block for long. Nobody has to join the
/// thread.
Result<Attempt> begin_to_connect(const TcpAddress& address) {
  auto pipe = make_pipe();
  if (!pipe) return pipe.error();
  Attempt attempt{std::move(pipe->read), {}};
  std::promise<Result<os::Descriptor>> outcome;
  attempt.outcome = outcome.get_future();
  try {
    std::thread([address, outcome = std::move(outcome), held = std::move(pipe->write)]() mutable {
      outcome.set_value(connect_to(address));
      held.reset();
    }).detach();
  } catch (const std::system_error& failure) {
    return Error{"cannot start a thread: " + failure.code().message()};
  }
  return attempt;
}

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
  /// Begins to connect. Error: a thread cannot be started.
  [[nodiscard]] static Result<std::unique_ptr<EngineConnection>> open(const asio::any_io_executor& executor,
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
  State(const asio::any_io_executor& executor, TcpConnection* connection)
      : owner(connection), changed(executor) {}

  static asio::awaitable<void> run(std::shared_ptr<State> self, std::future<Result<os::Descriptor>> outcome);
  [[nodiscard]] bool is_over() const noexcept { return !how.empty(); }
  void finish(std::string its_end);

  TcpConnection* owner;              ///< null after the connection is destroyed
  std::optional<Readiness> attempt;  ///< while connecting
  bool was_reached = false;
  std::string how;  ///< how the connection ended; empty until then
  Event changed;
};

void TcpConnection::State::finish(std::string its_end) {
  if (is_over()) return;
  how = std::move(its_end);
  if (attempt) attempt->close();
  changed.happen();
}

asio::awaitable<void> TcpConnection::State::run(std::shared_ptr<State> self,
                                                std::future<Result<os::Descriptor>> outcome) {
  co_await self->attempt->wait_hang_up();
  self->attempt.reset();
  if (self->is_over()) co_return;
  Result<os::Descriptor> socket = outcome.get();
  if (!socket) co_return self->finish("cannot be reached: " + socket.error().what);
  Result<os::Descriptor> copy = duplicate(socket->handle());
  if (!copy) co_return self->finish("cannot be used: " + copy.error().what);
  self->was_reached = true;
  self->owner->output().open(std::move(*socket));
  self->owner->input().open(std::move(*copy));
  const bool closed = co_await self->owner->output().wait_hang_up();
  self->finish(closed ? "has closed the connection" : "has lost the connection");
}

TcpConnection::TcpConnection(const asio::any_io_executor& executor, std::string place,
                             std::vector<std::string> warnings)
    : EngineConnection({LineWriter(executor), LineReader(executor), LineReader(executor, os::Descriptor())},
                       std::move(place), std::move(warnings)),
      state_(std::make_shared<State>(executor, this)) {}

Result<std::unique_ptr<EngineConnection>> TcpConnection::open(const asio::any_io_executor& executor,
                                                              const TcpAddress& address,
                                                              const EngineLaunch& launch) {
  auto attempt = begin_to_connect(address);
  if (!attempt) return attempt.error();
  const std::string place = to_text(address);
  std::unique_ptr<TcpConnection> connection(
      new TcpConnection(executor, place, warnings_about(launch, place)));
  State& state = *connection->state_;
  state.attempt.emplace(executor, std::move(attempt->end), Readiness::Event::readable);
  spawn(executor, State::run(connection->state_, std::move(attempt->outcome)), std::rethrow_exception);
  return std::unique_ptr<EngineConnection>(std::move(connection));
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
