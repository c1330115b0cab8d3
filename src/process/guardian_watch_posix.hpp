// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <sys/types.h>

namespace polyglot::process {

/// The number of the only descriptor that a guardian keeps.
inline constexpr int kLifeline = 0;

/// A packet to the proxy from the guardian, or from the engine's process before its exec. The proxy sends
/// nothing: it only closes the lifeline.
struct GuardianReport {
  enum class Kind : std::uint8_t {
    started,           ///< value: the engine's pid; its program runs, or its failure has been reported
    fork_failed,       ///< value: errno, as for all failures
    guardian_failed,   ///< the guardian's program does not run
    directory_failed,  ///< the working directory cannot be used
    exec_failed,
    nice_failed,      ///< the engine runs nevertheless
    affinity_failed,  ///< the engine runs nevertheless
    ended,            ///< value: the engine's wait status
  };
  Kind kind;
  int value;
};

/// Sends a packet. It can fail only if the proxy is gone.
void report(int lifeline, GuardianReport::Kind kind, int value) noexcept;

/// Reports the engine's start, waits for its end or that of the lifeline, cleans up and exits. All signals
/// must be blocked, and SIGCHLD must have its default action.
[[noreturn]] void watch_over(pid_t engine) noexcept;

}  // namespace polyglot::process
