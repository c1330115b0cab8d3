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
/// Error: host or port is missing, or the port is no number from 1 to 65535.
[[nodiscard]] Result<std::optional<TcpAddress>> parse_tcp_address(std::string_view text);

/// An engine at the other end of a TCP connection.
///
///     connecting ── a socket, or nobody answers ──▶ connected ── closed by either side ──▶ ended
///
/// The engine's end is the end of its output: the peer has closed, half or whole, or is silent for half a
/// minute although there is something to acknowledge. Our half stays open until then, since some servers take
/// a half-closed connection for a closed one. What has become of the process there is the server's business.
class TcpConnection final : public EngineConnection {
 public:
  /// Begins to connect. Error: no thread can be started.
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
