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

#include <polyglot/os/descriptor.hpp>
#include <polyglot/process/engine_process.hpp>
#include <polyglot/process/event.hpp>
#include <polyglot/result.hpp>

#include "process/guardian_watch_posix.hpp"
#include "process/readiness.hpp"

namespace polyglot::process {

/// The proxy's end of the lifeline. It receives the guardian's reports, ends the engine, and acts if the
/// guardian fails.
///
///     running ── the engine died, or clear_up() ──▶ ending ── the lifeline closed, or kCleanUpLimit ──▶ gone
///
/// The lifeline may close in every state. Then all processes have ended, or the guardian was killed. We kill
/// a guardian that fails, and end its processes ourselves. Every wait has a limit, unless the engine still
/// runs.
class Supervision {
 public:
  using Self = std::shared_ptr<Supervision>;
  using Milliseconds = std::chrono::milliseconds;
  static constexpr Milliseconds kCleanUpLimit{2000};

  Supervision(const boost::asio::any_io_executor& executor, os::Descriptor lifeline, pid_t guardian);
  ~Supervision() { end_now(); }
  Supervision(const Supervision&) = delete;
  Supervision& operator=(const Supervision&) = delete;

  /// Waits until the engine's program runs. Returns the first failure if it does not.
  [[nodiscard]] std::optional<GuardianReport> await_start();

  /// Begins to watch the guardian and the started engine. Error: the system's reason.
  [[nodiscard]] static Result<void> begin(const Self& self);

  [[nodiscard]] pid_t guardian() const noexcept { return guardian_; }
  [[nodiscard]] pid_t engine() const noexcept { return engine_; }
  [[nodiscard]] const std::vector<std::string>& warnings() const noexcept { return warnings_; }
  /// Sends a signal to the engine's group, if it is running.
  void signal(int number) const noexcept;
  [[nodiscard]] bool gone() const noexcept { return state_ == State::gone; }

  [[nodiscard]] static boost::asio::awaitable<ExitReport> wait(Self self);
  /// Waits up to `grace`, sends SIGTERM, waits up to `term_grace`, then kills.
  [[nodiscard]] static boost::asio::awaitable<ExitReport> shutdown(Self self, Milliseconds grace,
                                                                   Milliseconds term_grace);
  /// Kills everything without using the loop, and wakes all waiting coroutines.
  void end_now();

 private:
  enum class State : std::uint8_t { running, ending, gone };

  static boost::asio::awaitable<void> watch_lifeline(Self self);
  static boost::asio::awaitable<void> watch_engine(Self self);
  static boost::asio::awaitable<bool> wait_gone(Self self, Milliseconds limit);
  static boost::asio::awaitable<void> await_clean_up(Self self);
  std::optional<GuardianReport> take_report(int flags);
  void note(const GuardianReport& report);
  void clear_up() noexcept;
  void settle(bool guardian_hangs);

  boost::asio::any_io_executor executor_;
  Readiness lifeline_;
  std::optional<Readiness> engine_end_;  ///< readable when the engine has ended
  pid_t guardian_;
  pid_t engine_ = -1;
  State state_ = State::running;
  ExitReport report_;
  std::vector<std::string> warnings_;
  Event gone_;
};

/// Makes a report from the status of waitpid(2).
[[nodiscard]] ExitReport report_of(int wait_status) noexcept;

}  // namespace polyglot::process
