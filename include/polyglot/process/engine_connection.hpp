// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include <polyglot/process/event.hpp>
#include <polyglot/process/line_channel.hpp>
#include <polyglot/result.hpp>

namespace polyglot::process {

/// Returns the path of the program that a command of this one word starts; nothing if there is none.
[[nodiscard]] std::optional<std::string> find_program(const std::string& name);

/// The engine to start, and its limits.
struct EngineLaunch {
  std::vector<std::string> argv = {};  ///< words of the command from config::split_command_line()
  std::string working_directory = {};  ///< the engine's working directory; empty: ours
  std::optional<int> nice = {};        ///< -20 … 19; nothing: the same as this process
  std::uint64_t affinity = 0;          ///< bit n allows processor n; 0: the same as this process
  LineReader::Lines output = LineReader::Lines::protocol;  ///< how EngineConnection::output() splits lines
  bool shares_stderr = false;  ///< true: the engine writes to our stderr, and errors() has no lines
};

/// The system's number of a process.
enum class ProcessId : std::int64_t {};

/// How an engine, or the connection to it, ended.
struct ExitReport {
  enum class Kind : std::uint8_t {
    exited,        ///< it ended by itself; `code` is its exit status
    killed,        ///< a signal or a crash ended it; `code` is 128 plus the signal's number, as in shells; on
                   ///< Windows the exit code, which is an NTSTATUS after a crash
    unguarded,     ///< we ended it, because its guardian was killed or hung, or because processes of its job
                   ///< did not end; `code`: the number of its processes that survived
    disconnected,  ///< it ran elsewhere
  };

  Kind kind = Kind::unguarded;
  int code = 0;
  std::string text = {};  ///< "killed by signal 11 (Segmentation fault)", "has closed the connection", …

  [[nodiscard]] bool successful() const noexcept { return kind == Kind::exited && code == 0; }
};

/// A connection to a local or remote engine. It carries lines to and from the engine, and reports its end
/// with the reason.
///
/// No process that a local engine starts outlives the owners of this object or this program. This holds even
/// if the engine ignores `quit`, the end of its input and every signal. It holds behind a shell script, for
/// descendants that have become daemons, and if we are killed with SIGKILL.
///
/// This program must not start children in another way after its first engine: they may be mistaken for
/// orphans of the engine (src/process/README.md). Engines of Windows get no signals: shutdown() ends them at
/// once, and interrupt() does nothing.
///
/// It belongs to the single-threaded io_context of its executor, which must live until the owners have
/// dropped the object, and does not run out of work while a local engine lives. Not thread-safe.
class EngineConnection : public std::enable_shared_from_this<EngineConnection> {
 public:
  using Milliseconds = std::chrono::milliseconds;

  /// Starts the program that `launch` names, see start(). If the only word is `tcp://HOST:PORT` (an IPv6
  /// address in brackets), it connects to the engine there instead. Connecting continues after the return,
  /// and text written meanwhile is queued. The connection ends if no address of the host answers within four
  /// seconds. Error: what is wrong with the program or the address.
  ///
  /// When the owners drop it, it disconnects, or kills all remaining processes and waits until they have
  /// ended. This normally takes less than a millisecond, at most four seconds. Coroutines that wait for
  /// something here return afterwards.
  [[nodiscard]] static Result<std::shared_ptr<EngineConnection>> open(
      const boost::asio::any_io_executor& executor, const EngineLaunch& launch);
  /// Returns true if `launch` names an address, not a program. Error: what is wrong with the address.
  [[nodiscard]] static Result<bool> is_remote(const EngineLaunch& launch);

  /// Starts an engine in a process group of its own, with default signal dispositions and no descriptors
  /// besides its three pipes.
  ///
  /// It searches argv[0] without a slash in PATH, then in the folders of games (/usr/games). A relative name
  /// with a slash is searched in the engine's working directory, then in ours. On Windows both directories
  /// are searched before PATH, for all names. There .exe and .bat may be missing, and a batch file runs
  /// without a window. Error: the path that was tried and the system's reason (not found, not executable,
  /// wrong architecture, missing interpreter, bad directory); no process remains. Cost: two processes and an
  /// exec; it returns when the exec has succeeded or failed.
  [[nodiscard]] static Result<std::shared_ptr<EngineConnection>> start(
      const boost::asio::any_io_executor& executor, const EngineLaunch& launch);

  virtual ~EngineConnection() = default;
  EngineConnection(const EngineConnection&) = delete;
  EngineConnection& operator=(const EngineConnection&) = delete;

  static constexpr std::size_t kMaxErrorLine = 16UL * 1024;

  [[nodiscard]] LineWriter& input() noexcept { return *input_; }
  [[nodiscard]] LineReader& output() noexcept { return *output_; }
  /// The lines that a local engine writes to stderr, as LineReader::Lines::messages. Always read them:
  /// otherwise an engine that writes much there would block.
  [[nodiscard]] LineReader& errors() noexcept { return *errors_; }

  /// Returns false while connecting, and if connecting fails.
  [[nodiscard]] virtual bool was_reached() const noexcept { return true; }
  /// Returns false as soon as wait() would return at once.
  [[nodiscard]] bool running() const noexcept { return !report_; }
  [[nodiscard]] virtual ProcessId id() const noexcept { return ProcessId{0}; }  ///< 0 for a remote engine

  /// Returns the path of the program, or the address.
  [[nodiscard]] const std::string& place() const noexcept { return place_; }
  /// The settings of EngineLaunch that failed although the engine runs, one line each.
  [[nodiscard]] const std::vector<std::string>& warnings() const noexcept { return warnings_; }

  /// Waits for the end of the engine and of all its descendants, or of the connection. Read output() and
  /// errors() to their end before you act on the result, because earlier lines may still be there. Any number
  /// of coroutines may wait.
  [[nodiscard]] boost::asio::awaitable<ExitReport> wait();

  /// Ends the engine by force, after the caller has sent `quit` and waited. Closes its stdin, sends SIGTERM
  /// to its group, waits for a moment, then kills everything. Returns when all processes have ended; the loop
  /// may stand still for that, but not for more than four seconds. Read output() and errors() meanwhile,
  /// because an engine that cannot write would block.
  [[nodiscard]] boost::asio::awaitable<ExitReport> shutdown();

  /// Interrupts a search: sends SIGINT to the engine's process group. Text written afterwards arrives after
  /// the interrupt. It does nothing for a remote engine.
  virtual void interrupt() noexcept {}

  /// Sets the niceness of all threads of the engine and of its descendants. Error: the system's reason, or
  /// that the engine is remote or has ended.
  [[nodiscard]] virtual Result<void> set_nice(int nice) = 0;
  /// Allows processor n for each bit n of `mask`; 0 allows all. Errors are those of set_nice().
  [[nodiscard]] virtual Result<void> set_affinity(std::uint64_t mask) = 0;

 protected:
  using Self = std::shared_ptr<EngineConnection>;
  /// How long end_now() waits for processes that cannot be killed.
  static constexpr Milliseconds kCleanUpLimit{2000};

  EngineConnection(const boost::asio::any_io_executor& executor, std::string place)
      : changed_(executor), place_(std::move(place)) {}

  /// Asks the engine to end. Returns false if the system has no way to do that.
  [[nodiscard]] virtual bool ask_to_end() noexcept { return false; }
  /// Ends everything by force and without the executor, and calls set_gone(). It may be gone already.
  virtual void end_now() = 0;

  void set_gone(ExitReport report) {
    report_ = std::move(report);
    changed_.happen();
  }

  Event changed_;  ///< happens when it is reached, and when it is gone

 private:
  /// Connects to the server that `launch` names.
  [[nodiscard]] static Self connect(const boost::asio::any_io_executor& executor, const EngineLaunch& launch);
  /// Gives an engine its channels. Returns what the owners get: when they drop it, the engine ends and its
  /// channels close. The coroutines that watch the engine keep the object, but not the engine:
  /// shared_from_this() is no owner.
  [[nodiscard]] static Self owned(const Self& engine, std::unique_ptr<ByteStream> input,
                                  std::unique_ptr<ByteStream> output, LineReader::Lines lines,
                                  std::unique_ptr<ByteStream> errors);
  void warn_of(const Result<void>& failed);

  std::shared_ptr<LineWriter> input_;
  std::shared_ptr<LineReader> output_;
  std::shared_ptr<LineReader> errors_;
  std::string place_;
  std::vector<std::string> warnings_;
  std::optional<ExitReport> report_;
};

}  // namespace polyglot::process
