// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/process/engine_process.hpp>
#include <polyglot/process/event.hpp>
#include <polyglot/result.hpp>

#include "process/readiness.hpp"

namespace polyglot::process {

/// A Job Object with an engine and everything that it starts. The system ends them all when the last handle
/// of the job closes. Only we have handles, so they also end if we are killed.
class Job {
 public:
  /// Makes a job. Error: the system's reason.
  [[nodiscard]] static Result<Job> make();

  [[nodiscard]] const os::Descriptor& handle() const noexcept { return handle_; }
  /// The ids of the processes in the job.
  [[nodiscard]] std::vector<unsigned long> processes() const;
  /// Ends all processes, without waiting.
  void terminate() const noexcept;
  /// Ends all processes. Returns how many are alive after `limit`.
  [[nodiscard]] std::size_t end(std::chrono::milliseconds limit) const noexcept;

 private:
  explicit Job(os::Descriptor handle) noexcept : handle_(std::move(handle)) {}

  os::Descriptor handle_;
};

/// These set the priority and the processors (bit n: processor n; 0: all) of a process. Error: the system's
/// reason.
[[nodiscard]] Result<void> set_nice_of(const os::Descriptor& process, int nice);
[[nodiscard]] Result<void> set_affinity_of(const os::Descriptor& process, std::uint64_t mask);

/// Supervises the job of an engine. A thread waits until the engine's first process has ended. Then it ends
/// what the engine has started, and reports to the loop.
class Supervision {
 public:
  using Self = std::shared_ptr<Supervision>;
  using Milliseconds = std::chrono::milliseconds;
  static constexpr Milliseconds kCleanUpLimit{2000};

  Supervision(const boost::asio::any_io_executor& executor, os::Descriptor process, unsigned long id, Job job,
              std::vector<std::string> warnings);
  ~Supervision() { end_now(); }
  Supervision(const Supervision&) = delete;
  Supervision& operator=(const Supervision&) = delete;

  /// Begins to wait for the engine's end.
  static void begin(const Self& self);

  [[nodiscard]] unsigned long engine() const noexcept { return id_; }
  [[nodiscard]] const Job& job() const noexcept;
  [[nodiscard]] const std::vector<std::string>& warnings() const noexcept { return warnings_; }
  [[nodiscard]] bool gone() const noexcept { return report_.has_value(); }

  [[nodiscard]] static boost::asio::awaitable<ExitReport> wait(Self self);
  /// Waits up to `grace`, then ends everything.
  [[nodiscard]] static boost::asio::awaitable<ExitReport> shutdown(Self self, Milliseconds grace);
  /// Ends everything without using the loop, and wakes all waiting coroutines.
  void end_now();

 private:
  struct Watch;

  static boost::asio::awaitable<void> await_end(Self self);
  void settle(const ExitReport& report);

  std::shared_ptr<Watch> watch_;  ///< shared with the thread
  Readiness end_;                 ///< readable when the thread has done its work
  boost::asio::any_io_executor executor_;
  unsigned long id_;
  std::vector<std::string> warnings_;
  std::optional<ExitReport> report_;
  Event gone_;
};

}  // namespace polyglot::process
