// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <polyglot/process/engine_connection.hpp>
#include <polyglot/result.hpp>

namespace polyglot::process {

class Supervision;

/// The number by which the system knows a process.
enum class ProcessId : std::int64_t {};

/// How an engine ended.
struct ExitReport {
  enum class Kind : std::uint8_t {
    exited,     ///< by itself; `code` is its exit status
    killed,     ///< by a signal or a crash; `code` is what shells say then: 128 and the signal's number
    unguarded,  ///< by us, since its guardian was killed or hung; `code` processes of it withstood
  };

  Kind kind = Kind::unguarded;
  int code = 0;
  bool out_of_memory = false;  ///< the system killed some of it at EngineLaunch::memory

  [[nodiscard]] bool successful() const noexcept { return kind == Kind::exited && code == 0; }

  /// "exited with status 3", "killed by signal 11 (Segmentation fault)", "ended by force: its guardian was
  /// killed or hangs".
  [[nodiscard]] std::string text() const;

  friend bool operator==(const ExitReport&, const ExitReport&) = default;
};

/// What this system keeps of the promise of EngineProcess that POSIX alone cannot. Linux keeps it all.
struct SupervisionPromises {
  /// What has left the engine's process group ends with it as well.
  bool daemons_end = false;
  /// The guardian leaves nothing if it is killed together with us, is stopped or hangs. It has a name of its
  /// own: who kills us by name does not hit it.
  bool guardian_may_fail = false;
  /// EngineLaunch::affinity and io_class work, and memory can be limited for all processes together.
  bool limits_are_complete = false;
};
[[nodiscard]] SupervisionPromises supervision_promises() noexcept;

/// An engine with everything it started, and the promise that nothing of it outlives this object or this
/// program: not if the engine ignores quit, the end of its input and every signal, not behind a shell
/// script, not when a descendant made itself a daemon, not when we are killed with SIGKILL.
///
/// How: between us and the engine stands a small process of its own, the guardian ("engine-guardian" in
/// ps), which is the parent of the engine and inherits every descendant that loses its parent. A socket,
/// the lifeline, connects it with us; when our end closes, for whatever reason, it kills and reaps all of
/// them and exits. Should it be killed or hang, we end them: its orphans become our children, and so any
/// child that this program starts after its first engine by other means may be taken for one. See
/// src/process/guardian_posix.hpp.
///
/// With POSIX alone (POLYGLOT_SYSTEM=posix) the guardian has no name of its own, and what ends is the
/// engine's process group. A daemon that leaves it, as by setsid(), lives on. If the guardian is killed, we
/// end the group; if we are killed with it, nobody does. One that is stopped or hangs is noticed only when
/// the engine is to end. Ask supervision_promises().
///
/// Start it from any place of the single-threaded loop. The loop must live until the object is destroyed.
/// While the engine lives, the loop has work. Not thread-safe.
class EngineProcess final : public EngineConnection {
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
  ~EngineProcess() override;
  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;

  static constexpr std::size_t kMaxErrorLine = 16UL * 1024;

  [[nodiscard]] ProcessId id() const noexcept;
  [[nodiscard]] ProcessId guardian_id() const noexcept;
  [[nodiscard]] bool running() const noexcept;  ///< false once wait() would return at once

  /// Waits for the death of the engine and of all its descendants. Whatever it had written before can
  /// still be read: read output() and errors() to the end before acting upon the death.
  /// Any number of coroutines may wait.
  [[nodiscard]] boost::asio::awaitable<ExitReport> wait();

  /// Ends the engine. The caller has sent `quit` already. Closes its stdin, waits up to `grace`, sends
  /// SIGTERM to its group, waits kTermGrace, then kills everything. Returns when all is gone.
  /// Go on reading output() and errors() meanwhile, lest the engine blocks in its last words.
  [[nodiscard]] boost::asio::awaitable<ExitReport> shutdown(std::chrono::milliseconds grace);
  static constexpr std::chrono::milliseconds kTermGrace{200};

  [[nodiscard]] boost::asio::awaitable<std::string> ended() override;
  [[nodiscard]] boost::asio::awaitable<void> end(std::chrono::milliseconds grace) override;
  /// SIGINT, for its process group.
  void interrupt() noexcept override;
  /// For all threads of the engine and of its descendants; so set_affinity().
  [[nodiscard]] Result<void> set_nice(int nice) override;
  [[nodiscard]] Result<void> set_affinity(std::uint64_t mask) override;

 private:
  EngineProcess(Streams streams, std::string executable, std::shared_ptr<Supervision> supervision,
                MemoryLimit memory_limit);

  std::shared_ptr<Supervision> supervision_;  ///< shared with the coroutines
};

}  // namespace polyglot::process
