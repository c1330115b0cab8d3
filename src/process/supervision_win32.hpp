// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
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

#include "process/job_win32.hpp"
#include "process/readiness.hpp"

namespace polyglot::process {

/// An engine's job and its end. A thread waits until the engine's first process has ended. Then it ends what
/// the engine has started, and tells the loop.
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
  /// Ends everything without using the loop, and wakes all that wait.
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
