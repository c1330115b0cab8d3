// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/process/engine_connection.hpp>
#include <polyglot/result.hpp>

#include "process/tcp_socket.hpp"

namespace polyglot::process {

/// The address in `tcp://HOST:PORT`; nothing: the text does not begin with `tcp://`.
/// Error: host or port is missing, or the port is not a number from 1 to 65535.
[[nodiscard]] Result<std::optional<TcpAddress>> parse_tcp_address(std::string_view text);

/// An engine at the other end of a TCP connection.
///
///     connecting ── a socket, or nobody answers ──▶ connected ── closed by either side ──▶ ended
///
/// The engine ends when its output ends: the peer has closed one or both directions, or has acknowledged
/// nothing for half a minute. Our direction stays open until then, because some servers treat a half-closed
/// connection as closed. We learn nothing about the remote process itself.
class TcpConnection final : public EngineConnection {
 public:
  /// Begins to connect. Error: a thread cannot be started.
  [[nodiscard]] static Result<std::unique_ptr<EngineConnection>> open(
      const boost::asio::any_io_executor& executor, const TcpAddress& address, const EngineLaunch& launch);
  ~TcpConnection() override;

  [[nodiscard]] bool was_reached() const noexcept override;
  [[nodiscard]] boost::asio::awaitable<std::string> ended() override;
  [[nodiscard]] boost::asio::awaitable<void> end(std::chrono::milliseconds grace) override;
  void interrupt() noexcept override {}
  [[nodiscard]] Result<void> set_nice(int nice) override;
  [[nodiscard]] Result<void> set_affinity(std::uint64_t mask) override;

 private:
  struct State;
  TcpConnection(const boost::asio::any_io_executor& executor, std::string place,
                std::vector<std::string> warnings);

  std::shared_ptr<State> state_;  ///< shared with the coroutines
};

}  // namespace polyglot::process
