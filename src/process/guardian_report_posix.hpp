// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace polyglot::process {

/// A packet from the guardian, or from the engine's process before its exec, to the proxy. In the other
/// direction the lifeline only closes.
struct GuardianReport {
  enum class Kind : std::uint8_t {
    started,           ///< value: the engine's pid; its program runs, or its failure has been reported
    fork_failed,       ///< value: errno, as for all failures
    guardian_failed,   ///< the guardian's program
    directory_failed,  ///< the working directory
    exec_failed,
    nice_failed,      ///< the engine runs nevertheless
    affinity_failed,  ///< the engine runs nevertheless
    group_failed,     ///< the engine runs nevertheless, and its address space is limited
    memory_failed,    ///< the engine runs nevertheless
    cpu_time_failed,  ///< the engine runs nevertheless
    io_class_failed,  ///< the engine runs nevertheless
    ended,            ///< value: the engine's wait status
  };
  Kind kind;
  int value;
};

/// Sends a packet. It can fail only if the proxy is gone.
void report(int lifeline, GuardianReport::Kind kind, int value) noexcept;

}  // namespace polyglot::process
