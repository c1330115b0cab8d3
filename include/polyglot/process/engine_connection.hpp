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

/// How the system serves an engine's disk accesses.
enum class IoClass : std::uint8_t { as_we_are, realtime, best_effort, idle };

/// How an engine's memory is limited.
enum class MemoryLimit : std::uint8_t {
  none,
  together,      ///< what the engine and all it starts use together, without swapping: by a control group
  each_process,  ///< what each of its processes may map, used or not: no control group is delegated to us
};

/// What to start.
struct EngineLaunch {
  std::vector<std::string> argv = {};  ///< words of the command, see os::split_command_line()
  std::string working_directory = {};  ///< where the engine runs; empty: our current folder
  std::optional<int> nice = {};        ///< -20 … 19; nothing: as we are
  std::uint64_t affinity = 0;          ///< bit n: may run on processor n; 0: as we are
  std::uint64_t memory = 0;            ///< bytes, see MemoryLimit; 0: as we are
  std::uint64_t cpu_time = 0;          ///< seconds of each of its processes; 0: as we are
  IoClass io_class = IoClass::as_we_are;
  LineReader::Lines output = LineReader::Lines::protocol;  ///< what EngineConnection::output() gives
  bool shares_stderr = false;                              ///< its stderr is ours, and errors() is at its end
};

/// An engine, wherever it runs: lines to it, lines from it, an end, and a reason for the end.
///
/// Belongs to the single-threaded loop that it was opened on, which must live until the object is destroyed.
/// The streams are no interface: a line costs no virtual call.
class EngineConnection {
 public:
  /// Starts the program that `launch` names, see EngineProcess; or connects to the engine that its only word
  /// names, `tcp://HOST:PORT` (an IPv6 address in brackets). Connecting goes on afterwards: what is written
  /// meanwhile waits, and the connection ends if none of the host's addresses answers within four seconds.
  /// Error: what is wrong with the program or the address.
  [[nodiscard]] static Result<std::unique_ptr<EngineConnection>> open(
      const boost::asio::any_io_executor& executor, const EngineLaunch& launch);
  /// Whether `launch` names an address and not a program. Error: what is wrong with the address.
  [[nodiscard]] static Result<bool> is_elsewhere(const EngineLaunch& launch);

  /// Ends the engine, or the connection to it, at once.
  virtual ~EngineConnection() = default;
  EngineConnection(const EngineConnection&) = delete;
  EngineConnection& operator=(const EngineConnection&) = delete;

  [[nodiscard]] LineWriter& input() noexcept { return streams_.input; }
  [[nodiscard]] LineReader& output() noexcept { return streams_.output; }
  /// What a local engine writes to stderr, as messages, see LineReader::Lines. Read it, or an engine that
  /// complains hangs.
  [[nodiscard]] LineReader& errors() noexcept { return streams_.errors; }

  /// The engine is there, or was. False while we connect to it and where that fails.
  [[nodiscard]] virtual bool was_reached() const noexcept { return true; }

  /// The path of the program, or the address.
  [[nodiscard]] const std::string& place() const noexcept { return place_; }
  [[nodiscard]] MemoryLimit memory_limit() const noexcept { return memory_limit_; }
  /// What could not be done of EngineLaunch although the engine runs. One line each.
  [[nodiscard]] const std::vector<std::string>& warnings() const noexcept { return warnings_; }

  /// Waits for the end and says how it came: "exited with status 3", "has closed the connection". Whatever
  /// the engine had written before can still be read: read output() and errors() to the end before acting
  /// upon it. Any number of coroutines may wait.
  [[nodiscard]] virtual boost::asio::awaitable<std::string> ended() = 0;

  /// Ends the engine. The caller has sent `quit` already. Waits up to `grace` for the engine to end by
  /// itself. Go on reading output() and errors() meanwhile, lest the engine blocks in its last words.
  [[nodiscard]] virtual boost::asio::awaitable<void> end(std::chrono::milliseconds grace) = 0;

  /// Has the engine look at its input although it searches, at once: what is written afterwards comes behind.
  /// An engine that runs elsewhere cannot be interrupted.
  virtual void interrupt() noexcept = 0;

  /// Error: the system's reason, or that the engine runs elsewhere.
  [[nodiscard]] virtual Result<void> set_nice(int nice) = 0;
  /// Bit n: may run on processor n; 0: on all. Error: as of set_nice().
  [[nodiscard]] virtual Result<void> set_affinity(std::uint64_t mask) = 0;

 protected:
  struct Streams {
    LineWriter input;
    LineReader output;
    LineReader errors;
  };

  EngineConnection(Streams streams, std::string place, std::vector<std::string> warnings,
                   MemoryLimit memory_limit = MemoryLimit::none)
      : streams_(std::move(streams)),
        place_(std::move(place)),
        warnings_(std::move(warnings)),
        memory_limit_(memory_limit) {}

 private:
  Streams streams_;
  std::string place_;
  std::vector<std::string> warnings_;
  MemoryLimit memory_limit_;
};

}  // namespace polyglot::process
