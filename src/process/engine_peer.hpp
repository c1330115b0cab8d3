// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <polyglot/process/engine_connection.hpp>
#include <polyglot/process/event.hpp>
#include <polyglot/result.hpp>

#include "process/byte_stream.hpp"

namespace polyglot::process {

/// What is at the other end of an EngineConnection: an engine with everything that it has started, or a
/// server.
///
///     running ── it ended, or end_all() ──▶ ending ── nothing remains, or kCleanUpLimit ──▶ gone
///
/// A connection, and an engine whose guardian has done its work, go from running to gone at once. Every wait
/// has a limit, unless the engine still runs.
class EnginePeer : public std::enable_shared_from_this<EnginePeer> {
 public:
  using Self = std::shared_ptr<EnginePeer>;
  using Milliseconds = std::chrono::milliseconds;
  static constexpr Milliseconds kCleanUpLimit{2000};

  /// The destructor of each engine on this machine calls end_now().
  virtual ~EnginePeer() = default;
  EnginePeer(const EnginePeer&) = delete;
  EnginePeer& operator=(const EnginePeer&) = delete;

  [[nodiscard]] virtual ProcessId id() const noexcept { return ProcessId{0}; }
  [[nodiscard]] virtual bool was_reached() const noexcept { return true; }
  /// The settings that failed although the engine runs, one line each.
  [[nodiscard]] const std::vector<std::string>& warnings() const noexcept { return warnings_; }
  [[nodiscard]] bool gone() const noexcept { return state_ == State::gone; }

  /// Makes the engine read its input at once, if the system can do that.
  virtual void interrupt() noexcept {}
  /// Sets the niceness of all processes of the engine.
  [[nodiscard]] virtual Result<void> set_nice(int nice) = 0;
  /// Allows processor n for each bit n of `mask`; 0 allows all.
  [[nodiscard]] virtual Result<void> set_affinity(std::uint64_t mask) = 0;

  [[nodiscard]] static boost::asio::awaitable<ExitReport> wait(Self self);
  /// Waits up to `grace`, asks the engine to end, waits again, then ends all by force.
  [[nodiscard]] static boost::asio::awaitable<ExitReport> shutdown(Self self, Milliseconds grace);
  /// Ends everything without the executor, and wakes all waiting coroutines.
  virtual void end_now() = 0;

 protected:
  enum class State : std::uint8_t { running, ending, gone };

  explicit EnginePeer(const boost::asio::any_io_executor& executor) : changed_(executor) {}

  /// Asks the engine to end. Returns false if the system has no way to do that.
  [[nodiscard]] virtual bool ask_to_end() noexcept { return false; }
  /// Begins to end all processes by force.
  virtual void end_all() noexcept = 0;
  /// Gives up after kCleanUpLimit.
  virtual void give_up() = 0;

  /// Waits until all processes have ended, or gives up.
  static boost::asio::awaitable<void> await_clean_up(Self self);
  [[nodiscard]] State state() const noexcept { return state_; }
  void set_ending() noexcept { state_ = State::ending; }
  void set_gone(ExitReport report);
  void warn(std::string text) { warnings_.push_back(std::move(text)); }

  Event changed_;  ///< happens when it is reached, and when it is gone

 private:
  static boost::asio::awaitable<bool> wait_gone(Self self, Milliseconds limit);

  State state_ = State::running;
  ExitReport report_;
  std::vector<std::string> warnings_;
};

/// The engine's ends of its three pipes. They close when the engine has started.
struct EngineEnds {
  PipeEnd::native_handle_type input;
  PipeEnd::native_handle_type output;
  PipeEnd::native_handle_type errors;
};

/// Starts the program `executable`: guarded_engine.cpp on POSIX systems, job.cpp on Windows. Error: the
/// system's reason, or why the program cannot be started; no process remains.
[[nodiscard]] Result<std::shared_ptr<EnginePeer>> start_engine(const boost::asio::any_io_executor& executor,
                                                               const std::string& executable,
                                                               const EngineLaunch& launch,
                                                               const EngineEnds& ends);

/// Makes a report from the status of waitpid(2), or from the exit code of a process of Windows.
[[nodiscard]] ExitReport report_of(int status);

}  // namespace polyglot::process
