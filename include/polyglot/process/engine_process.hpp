// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <polyglot/process/line_channel.hpp>
#include <polyglot/result.hpp>

namespace polyglot::process {

class Supervision;

/// How the system serves an engine's disk accesses, by the numbers of Linux. Source: ioprio_set(2).
enum class IoClass : std::uint8_t { as_we_are, realtime, best_effort, idle };

/// How an engine's memory is limited.
enum class MemoryLimit : std::uint8_t {
  none,
  control_group,  ///< the memory that the engine and all it starts use together, without swapping
  address_space,  ///< what each of its processes may map, used or not: no control group is delegated to us
};

/// What to start.
struct EngineLaunch {
  std::vector<std::string> argv = {};  ///< words of the command, see split_command_line()
  std::string working_directory = {};  ///< where the engine runs; empty: our current folder
  std::optional<int> nice = {};        ///< -20 … 19; nothing: as we are
  std::uint64_t affinity = 0;          ///< bit n: may run on processor n; 0: as we are
  std::uint64_t memory = 0;            ///< bytes, see MemoryLimit; 0: as we are
  std::uint64_t cpu_time = 0;          ///< seconds of each of its processes; 0: as we are
  IoClass io_class = IoClass::as_we_are;
};

/// How an engine ended.
struct ExitReport {
  enum class Kind : std::uint8_t {
    exited,     ///< by itself; `code` is its exit status
    killed,     ///< by a signal; `code` is the signal's number
    unguarded,  ///< by us, since its guardian was killed or hung; `code` processes of it withstood
  };

  Kind kind = Kind::unguarded;
  int code = 0;
  bool out_of_memory = false;  ///< the kernel killed some of it at EngineLaunch::memory, by a control group

  /// From what waitpid(2) stored.
  [[nodiscard]] static ExitReport from_wait_status(int status) noexcept;

  [[nodiscard]] bool successful() const noexcept { return kind == Kind::exited && code == 0; }

  /// "exited with status 3", "killed by signal 11 (Segmentation fault)", "ended by force: its guardian was
  /// killed or hangs".
  [[nodiscard]] std::string text() const;

  friend bool operator==(const ExitReport&, const ExitReport&) = default;
};

/// An engine with everything it started, and the promise that nothing of it outlives this object or this
/// program: not if the engine ignores quit, the end of its input and every signal, not behind a shell
/// script, not when a descendant made itself a daemon, not when we are killed with SIGKILL.
///
/// How: between us and the engine stands a small process of its own, the guardian ("engine-guardian" in
/// ps), which is the parent of the engine and inherits every descendant that loses its parent. A socket,
/// the lifeline, connects it with us; when our end closes, for whatever reason, it kills and reaps all of
/// them and exits. Should it be killed or hang, we end them: its orphans become our children, and so any
/// child that this program starts after its first engine by other means may be taken for one. See
/// src/process/guardian.hpp.
///
/// Start it from any place of the single-threaded loop. The loop must live until the object is destroyed.
/// While the engine lives, the loop has work. Not thread-safe.
class EngineProcess {
 public:
  /// Starts an engine in a process group of its own, with default signal dispositions and no descriptors
  /// besides its three pipes.
  ///
  /// argv[0] without a slash is looked for in PATH, then among the games (/usr/games); with one, a relative
  /// name counts from the working directory, then from our current folder. Error: the path that was tried and
  /// the system's reason (not found, not executable, wrong architecture, missing interpreter, bad directory);
  /// nothing is left. Cost: two forks and an exec; returns when the exec has succeeded or failed.
  [[nodiscard]] static Result<std::unique_ptr<EngineProcess>> start(
      const boost::asio::any_io_executor& executor, const EngineLaunch& launch);

  /// Kills whatever is left and waits until it is gone (normally below a millisecond, at most six seconds).
  /// Coroutines pending in wait(), shutdown() or one of the channels return afterwards.
  ~EngineProcess();
  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;

  [[nodiscard]] LineWriter& input() noexcept { return input_; }    ///< the engine's stdin
  [[nodiscard]] LineReader& output() noexcept { return output_; }  ///< the engine's stdout
  /// The engine's stderr as messages, see LineReader::Lines. Read it, or an engine that complains hangs.
  [[nodiscard]] LineReader& errors() noexcept { return errors_; }
  static constexpr std::size_t kMaxErrorLine = 16UL * 1024;

  [[nodiscard]] pid_t pid() const noexcept;  ///< of the engine, which is its process group, too
  [[nodiscard]] pid_t guardian_pid() const noexcept;
  /// The path found for argv[0].
  [[nodiscard]] const std::string& executable() const noexcept { return executable_; }
  [[nodiscard]] bool running() const noexcept;  ///< false once wait() would return at once

  [[nodiscard]] MemoryLimit memory_limit() const noexcept { return memory_limit_; }
  /// What could not be done at the start although the engine runs: priority, limits. One line each.
  [[nodiscard]] const std::vector<std::string>& warnings() const noexcept;

  /// Waits for the death of the engine and of all its descendants. Whatever it had written before can
  /// still be read: read output() and errors() to the end before acting upon the death.
  /// Any number of coroutines may wait.
  [[nodiscard]] boost::asio::awaitable<ExitReport> wait();

  /// Ends the engine. The caller has sent `quit` already. Closes its stdin, waits up to `grace`, sends
  /// SIGTERM to its group, waits kTermGrace, then kills everything. Returns when all is gone.
  /// Go on reading output() and errors() meanwhile, lest the engine blocks in its last words.
  [[nodiscard]] boost::asio::awaitable<ExitReport> shutdown(std::chrono::milliseconds grace);
  static constexpr std::chrono::milliseconds kTermGrace{200};

  /// Sends the engine's group SIGINT, at once: what is written afterwards comes behind it.
  void interrupt() noexcept;

  /// Changes all threads of the engine and of its descendants. Error: the system's reason.
  [[nodiscard]] Result<void> set_nice(int nice);
  /// Bit n: may run on processor n; 0: on all. Error: the system's reason.
  [[nodiscard]] Result<void> set_affinity(std::uint64_t mask);

 private:
  EngineProcess(LineWriter input, LineReader output, LineReader errors, std::string executable,
                std::shared_ptr<Supervision> supervision, MemoryLimit memory_limit);

  LineWriter input_;
  LineReader output_;
  LineReader errors_;
  std::string executable_;
  std::shared_ptr<Supervision> supervision_;  ///< shared with the coroutines
  MemoryLimit memory_limit_;
};

}  // namespace polyglot::process
