// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <polyglot/process/line_channel.hpp>
#include <polyglot/result.hpp>

namespace polyglot::process {

/// The engine to start, and its limits.
struct EngineLaunch {
  std::vector<std::string> argv = {};  ///< words of the command from os::split_command_line()
  std::string working_directory = {};  ///< the engine's working directory; empty: ours
  std::optional<int> nice = {};        ///< -20 … 19; nothing: the same as this process
  std::uint64_t affinity = 0;          ///< bit n allows processor n; 0: the same as this process
  LineReader::Lines output = LineReader::Lines::protocol;  ///< how EngineConnection::output() splits lines
  bool shares_stderr = false;  ///< true: the engine writes to our stderr, and errors() has no lines
};

/// A connection to a local or remote engine. It carries lines to and from the engine, and reports its end
/// with the reason.
///
/// It belongs to the single-threaded io_context of its executor, which must live until the object is
/// destroyed. Not thread-safe.
class EngineConnection {
 public:
  /// Starts the program that `launch` names, see EngineProcess. If the only word is `tcp://HOST:PORT` (an
  /// IPv6 address in brackets), it connects to the engine there instead. Connecting continues after the
  /// return, and text written meanwhile is queued. The connection ends if no address of the host answers
  /// within four seconds. Error: what is wrong with the program or the address.
  [[nodiscard]] static Result<std::unique_ptr<EngineConnection>> open(
      const boost::asio::any_io_executor& executor, const EngineLaunch& launch);
  /// Returns true if `launch` names an address, not a program. Error: what is wrong with the address.
  [[nodiscard]] static Result<bool> is_remote(const EngineLaunch& launch);

  /// Ends the engine, or the connection to it, by force.
  virtual ~EngineConnection() = default;
  EngineConnection(const EngineConnection&) = delete;
  EngineConnection& operator=(const EngineConnection&) = delete;

  [[nodiscard]] LineWriter& input() noexcept { return streams_.input; }
  [[nodiscard]] LineReader& output() noexcept { return streams_.output; }
  /// The lines that a local engine writes to stderr, as LineReader::Lines::messages. Always read them:
  /// otherwise an engine that writes much there would block.
  [[nodiscard]] LineReader& errors() noexcept { return streams_.errors; }

  /// Returns true if the connection exists or has existed. False while connecting, and if connecting fails.
  [[nodiscard]] virtual bool was_reached() const noexcept { return true; }

  /// Returns the path of the program, or the address.
  [[nodiscard]] const std::string& place() const noexcept { return place_; }
  /// The settings of EngineLaunch that failed although the engine runs, one line each.
  [[nodiscard]] const std::vector<std::string>& warnings() const noexcept { return warnings_; }

  /// Waits for the end, and returns how the engine ended: "exited with status 3", "has closed the
  /// connection". Read output() and errors() to their end before you act on the result, because earlier lines
  /// may still be there. Any number of coroutines may wait.
  [[nodiscard]] virtual boost::asio::awaitable<std::string> ended() = 0;

  /// Ends the engine, to which the caller has already sent `quit`. Waits up to `grace` for the engine to end
  /// by itself. Read output() and errors() meanwhile, because an engine that cannot write would block.
  [[nodiscard]] virtual boost::asio::awaitable<void> end(std::chrono::milliseconds grace) = 0;

  /// Interrupts a search, so that the engine reads its input at once. Text written afterwards arrives after
  /// the interrupt. It does nothing for a remote engine.
  virtual void interrupt() noexcept = 0;

  /// Sets the niceness of the engine. Error: the system's reason, or that the engine is remote.
  [[nodiscard]] virtual Result<void> set_nice(int nice) = 0;
  /// Allows processor n for each bit n of `mask`; 0 allows all. Errors are those of set_nice().
  [[nodiscard]] virtual Result<void> set_affinity(std::uint64_t mask) = 0;

 protected:
  struct Streams {
    LineWriter input;
    LineReader output;
    LineReader errors;
  };

  EngineConnection(Streams streams, std::string place, std::vector<std::string> warnings)
      : streams_(std::move(streams)), place_(std::move(place)), warnings_(std::move(warnings)) {}

 private:
  Streams streams_;
  std::string place_;
  std::vector<std::string> warnings_;
};

}  // namespace polyglot::process
