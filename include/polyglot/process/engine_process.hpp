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

/// The system's number of a process.
enum class ProcessId : std::int64_t {};

/// How an engine ended.
struct ExitReport {
  enum class Kind : std::uint8_t {
    exited,     ///< by itself; `code` is its exit status
    killed,     ///< by a signal or a crash; `code` is 128 plus the signal's number, as in shells; on Windows
                ///< the exit code: an NTSTATUS after a crash
    unguarded,  ///< by us, because its guardian was killed or hung; `code` of its processes survived
  };

  Kind kind = Kind::unguarded;
  int code = 0;
  bool out_of_memory = false;  ///< the system killed some of its processes at the limit EngineLaunch::memory

  [[nodiscard]] bool successful() const noexcept { return kind == Kind::exited && code == 0; }

  /// "exited with status 3", "killed by signal 11 (Segmentation fault)", "crashed with 0xC0000005 (access
  /// violation)", "ended by force: its guardian was killed or hangs".
  [[nodiscard]] std::string text() const;

  friend bool operator==(const ExitReport&, const ExitReport&) = default;
};

/// The promises of EngineProcess that this system keeps although POSIX alone cannot. Linux keeps all of them.
struct SupervisionPromises {
  /// Processes that have left the engine's process group end with the engine, too.
  bool daemons_end = false;
  /// Nothing of the engine survives if the guardian is stopped or hangs, and the engine itself ends if the
  /// guardian is killed together with us; processes that it started can survive then. The guardian has a name
  /// of its own, so killing us by name does not kill it.
  bool guardian_may_fail = false;
  /// EngineLaunch::affinity and io_class work, and memory can be limited for all processes together.
  bool limits_are_complete = false;
};
[[nodiscard]] SupervisionPromises supervision_promises() noexcept;

/// An engine with everything it started. It promises that nothing of the engine outlives this object or this
/// program. This holds if the engine ignores quit, the end of its input and every signal; if it runs behind a
/// shell script; if a descendant has become a daemon; and if we are killed with SIGKILL.
///
/// How it works: a small process, the guardian ("engine-guardian" in ps), is the parent of the engine and
/// inherits every descendant that loses its parent. A socket, the lifeline, connects the guardian with us.
/// When our end closes, for whatever reason, the guardian kills and reaps all of them and exits. If the
/// guardian is killed or hangs, its orphans become our children and we end them. Therefore, after its first
/// engine, this program must not start children in another way: they may be mistaken for orphans. See
/// src/process/guardian_posix.hpp.
///
/// With POSIX alone (POLYGLOT_SYSTEM=posix) the guardian has no name of its own, and only the engine's
/// process group ends. A daemon that leaves the group, for example by setsid(), survives. If the guardian is
/// killed, we end the group; if we are killed with it, nobody does. A guardian that is stopped or hangs is
/// noticed only when the engine has to end. Call supervision_promises().
///
/// On Windows a Job Object is the guardian: the system ends everything in it when we end, however that
/// happens. Engines get no signals there: shutdown() ends them after `grace`, and interrupt() does nothing.
///
/// Start it from anywhere in the single-threaded loop. The loop must live until the object is destroyed.
/// While the engine lives, the loop does not end by itself. Not thread-safe.
class EngineProcess final : public EngineConnection {
 public:
  /// Starts an engine in a process group of its own, with default signal dispositions and no descriptors
  /// besides its three pipes.
  ///
  /// argv[0] without a slash is searched in PATH, then in the folders of games (/usr/games). A relative name
  /// with a slash counts from the engine's working directory, then from our current folder. On Windows these
  /// two come before PATH for all names, .exe and .bat may be missing, and a batch file runs without a
  /// window. Error: the path that was tried and the system's reason (not found, not executable, wrong
  /// architecture, missing interpreter, bad directory); no process remains then. Cost: two forks and an exec;
  /// returns when the exec has succeeded or failed.
  [[nodiscard]] static Result<std::unique_ptr<EngineProcess>> start(
      const boost::asio::any_io_executor& executor, const EngineLaunch& launch);

  /// Kills all remaining processes and waits until they have ended (normally less than a millisecond, at most
  /// six seconds). Coroutines pending in wait(), shutdown() or one of the channels return afterwards.
  ~EngineProcess() override;
  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;

  static constexpr std::size_t kMaxErrorLine = 16UL * 1024;

  [[nodiscard]] ProcessId id() const noexcept;
  [[nodiscard]] ProcessId guardian_id() const noexcept;
  [[nodiscard]] bool running() const noexcept;  ///< false once wait() would return at once

  /// Waits for the end of the engine and of all its descendants. What the engine wrote before can still be
  /// read: read output() and errors() to the end before you act on the result. Any number of coroutines may
  /// wait.
  [[nodiscard]] boost::asio::awaitable<ExitReport> wait();

  /// Ends the engine. The caller has sent `quit` already. Closes its stdin, waits up to `grace`, sends
  /// SIGTERM to its group, waits kTermGrace, then kills everything. Returns when all processes have ended.
  /// Continue to read output() and errors() meanwhile, so that the engine does not block while it writes its
  /// last lines.
  [[nodiscard]] boost::asio::awaitable<ExitReport> shutdown(std::chrono::milliseconds grace);
  static constexpr std::chrono::milliseconds kTermGrace{200};

  [[nodiscard]] boost::asio::awaitable<std::string> ended() override;
  [[nodiscard]] boost::asio::awaitable<void> end(std::chrono::milliseconds grace) override;
  /// Sends SIGINT to its process group.
  void interrupt() noexcept override;
  /// set_nice() and set_affinity() change all threads of the engine and of its descendants.
  [[nodiscard]] Result<void> set_nice(int nice) override;
  [[nodiscard]] Result<void> set_affinity(std::uint64_t mask) override;

 private:
  EngineProcess(Streams streams, std::string executable, std::shared_ptr<Supervision> supervision,
                MemoryLimit memory_limit);

  std::shared_ptr<Supervision> supervision_;  ///< shared with the coroutines
};

}  // namespace polyglot::process
