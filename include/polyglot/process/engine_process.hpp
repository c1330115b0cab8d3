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
    exited,     ///< it ended by itself; `code` is its exit status
    killed,     ///< a signal or a crash ended it; `code` is 128 plus the signal's number, as in shells; on
                ///< Windows the exit code, which is an NTSTATUS after a crash
    unguarded,  ///< we ended it, because its guardian was killed or hung; `code` of its processes survived
  };

  Kind kind = Kind::unguarded;
  int code = 0;

  [[nodiscard]] bool successful() const noexcept { return kind == Kind::exited && code == 0; }

  /// Describes the end: "exited with status 3", "killed by signal 11 (Segmentation fault)", "crashed with
  /// 0xC0000005 (access violation)", "ended by force: its guardian was killed or hangs".
  [[nodiscard]] std::string text() const;

  friend bool operator==(const ExitReport&, const ExitReport&) = default;
};

/// An engine with all processes that it starts. It promises that none of them outlives this object or this
/// program. This holds even if the engine ignores `quit`, the end of its input and every signal. It holds
/// behind a shell script, for descendants that have become daemons, and if we are killed with SIGKILL.
///
/// How it works: a small process, the guardian ("engine-guardian" in ps), is the parent of the engine. It
/// adopts every descendant that loses its parent. A socket connects the guardian with us. When our end
/// closes, for any reason, the guardian kills and reaps all of them and exits. If the guardian is killed or
/// hangs, its orphans become our children, and we end them. Therefore this program must not start children in
/// another way after its first engine: they may be mistaken for orphans. See src/process/guardian.hpp.
///
/// POSIX systems other than Linux have no such adoption. There only the engine's process group ends: a daemon
/// that leaves the group survives, and so does an engine whose guardian is killed together with us.
///
/// On Windows a Job Object takes the guardian's place: the system ends all its processes when we end, for any
/// reason. Engines get no signals there. shutdown() ends them after `grace`, and interrupt() does nothing.
///
/// The single-threaded io_context must live until the object is destroyed. It does not run out of work while
/// the engine lives. Not thread-safe.
class EngineProcess final : public EngineConnection {
 public:
  /// Starts an engine in a process group of its own, with default signal dispositions and no descriptors
  /// besides its three pipes.
  ///
  /// It searches argv[0] without a slash in PATH, then in the folders of games (/usr/games). A relative name
  /// with a slash is searched in the engine's working directory, then in ours. On Windows both directories
  /// are searched before PATH, for all names. There .exe and .bat may be missing, and a batch file runs
  /// without a window. Error: the path that was tried and the system's reason (not found, not executable,
  /// wrong architecture, missing interpreter, bad directory); no process remains. Cost: two processes and an
  /// exec; it returns when the exec has succeeded or failed.
  [[nodiscard]] static Result<std::unique_ptr<EngineProcess>> start(
      const boost::asio::any_io_executor& executor, const EngineLaunch& launch);

  /// Kills all remaining processes and waits until they have ended. This normally takes less than a
  /// millisecond, at most six seconds. Coroutines that wait for one of them return afterwards.
  ~EngineProcess() override;
  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;

  static constexpr std::size_t kMaxErrorLine = 16UL * 1024;

  [[nodiscard]] ProcessId id() const noexcept;
  [[nodiscard]] ProcessId guardian_id() const noexcept;
  [[nodiscard]] bool running() const noexcept;  ///< false as soon as wait() would return at once

  /// Waits for the end of the engine and of all its descendants. Read output() and errors() to their end
  /// before you act on the result, because earlier lines may still be there. Any number of coroutines may
  /// wait.
  [[nodiscard]] boost::asio::awaitable<ExitReport> wait();

  /// Ends the engine, to which the caller has already sent `quit`. Closes its stdin, waits up to `grace`,
  /// sends SIGTERM to its group, waits kTermGrace, then kills everything. Returns when all processes have
  /// ended. Read output() and errors() meanwhile, because an engine that cannot write would block.
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
  EngineProcess(Streams streams, std::string executable, std::shared_ptr<Supervision> supervision);
  [[nodiscard]] static Result<std::unique_ptr<EngineProcess>> start_program(
      const boost::asio::any_io_executor& executor, const std::string& executable,
      const EngineLaunch& launch);

  std::shared_ptr<Supervision> supervision_;  ///< shared with the coroutines
};

}  // namespace polyglot::process
