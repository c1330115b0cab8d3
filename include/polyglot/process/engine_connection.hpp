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

/// The priority of an engine's disk accesses.
enum class IoClass : std::uint8_t { as_we_are, realtime, best_effort, idle };

/// How an engine's memory is limited.
enum class MemoryLimit : std::uint8_t {
  none,
  together,      ///< the memory of the engine and all its descendants together, without swapping: by a
                 ///< control group
  each_process,  ///< the address space of each process: used if no control group is delegated to us
};

/// What to start.
struct EngineLaunch {
  std::vector<std::string> argv = {};  ///< words of the command, see os::split_command_line()
  std::string working_directory = {};  ///< the engine's working directory; empty: ours
  std::optional<int> nice = {};        ///< -20 … 19; nothing: as this process
  std::uint64_t affinity = 0;          ///< bit n: may run on processor n; 0: as this process
  std::uint64_t memory = 0;            ///< bytes, see MemoryLimit; 0: as this process
  std::uint64_t cpu_time = 0;          ///< seconds for each of its processes; 0: as this process
  IoClass io_class = IoClass::as_we_are;
  LineReader::Lines output = LineReader::Lines::protocol;  ///< the kind of lines of
                                                           ///< EngineConnection::output()
  bool shares_stderr = false;                              ///< the engine writes to our stderr, and errors()
                                                           ///< is at its end
};

/// A connection to an engine, local or remote: lines to it, lines from it, its end, and the reason of its
/// end.
///
/// Belongs to the single-threaded loop that it was opened on, which must live until the object is destroyed.
/// The streams are not virtual, so that a line costs no virtual call.
class EngineConnection {
 public:
  /// Starts the program that `launch` names, see EngineProcess. If its only word is `tcp://HOST:PORT` (an
  /// IPv6 address in brackets), connects to the engine there. Connecting continues after the return: text
  /// written meanwhile waits, and the connection ends if none of the host's addresses answers within four
  /// seconds. Error: what is wrong with the program or the address.
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
  /// What a local engine writes to stderr, as messages, see LineReader::Lines. Read it always: an engine that
  /// writes much there would block.
  [[nodiscard]] LineReader& errors() noexcept { return streams_.errors; }

  /// True if the connection exists or existed. False while connecting, and if connecting fails.
  [[nodiscard]] virtual bool was_reached() const noexcept { return true; }

  /// The path of the program, or the address.
  [[nodiscard]] const std::string& place() const noexcept { return place_; }
  [[nodiscard]] MemoryLimit memory_limit() const noexcept { return memory_limit_; }
  /// The settings of EngineLaunch that failed although the engine runs. One line each.
  [[nodiscard]] const std::vector<std::string>& warnings() const noexcept { return warnings_; }

  /// Waits for the end and returns how it came: "exited with status 3", "has closed the connection". What the
  /// engine wrote before can still be read: read output() and errors() to the end before you act on the
  /// result. Any number of coroutines may wait.
  [[nodiscard]] virtual boost::asio::awaitable<std::string> ended() = 0;

  /// Ends the engine. The caller has sent `quit` already. Waits up to `grace` for the engine to end by
  /// itself. Continue to read output() and errors() meanwhile, so that the engine does not block while it
  /// writes its last lines.
  [[nodiscard]] virtual boost::asio::awaitable<void> end(std::chrono::milliseconds grace) = 0;

  /// Interrupts a search, so that the engine reads its input at once. Text written afterwards arrives after
  /// the interrupt. A remote engine cannot be interrupted.
  virtual void interrupt() noexcept = 0;

  /// Error: the system's reason, or that the engine is remote.
  [[nodiscard]] virtual Result<void> set_nice(int nice) = 0;
  /// Bit n: may run on processor n; 0: on all. Errors as for set_nice().
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
