// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/process/engine_connection.hpp>
#include <polyglot/result.hpp>

namespace polyglot::process {

/// A Job Object with an engine and everything that it starts. The system ends them all when the last handle
/// of the job is closed, which only we have: also if we are killed.
class Job {
 public:
  /// Makes a job with the limits of `launch`. Error: the system's reason.
  [[nodiscard]] static Result<Job> make(const EngineLaunch& launch);

  [[nodiscard]] const os::Descriptor& handle() const noexcept { return handle_; }
  /// The ids of the processes in the job.
  [[nodiscard]] std::vector<unsigned long> processes() const;
  /// Whether the job has once had all of the memory that it may have.
  [[nodiscard]] bool ran_out_of_memory() const noexcept;
  /// Ends all processes, without waiting.
  void terminate() const noexcept;
  /// Ends all processes. Returns how many survived for `limit`.
  [[nodiscard]] std::size_t end(std::chrono::milliseconds limit) const noexcept;

 private:
  explicit Job(os::Descriptor handle) noexcept : handle_(std::move(handle)) {}

  os::Descriptor handle_;
};

/// Set the priority and the processors (bit n: may run on processor n; 0: on all) of a process. Error: the
/// system's reason.
[[nodiscard]] Result<void> set_nice_of(const os::Descriptor& process, int nice);
[[nodiscard]] Result<void> set_affinity_of(const os::Descriptor& process, std::uint64_t mask);

}  // namespace polyglot::process
