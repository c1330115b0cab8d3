// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <sys/types.h>

namespace polyglot::process {

/// The number of the only descriptor that a guardian keeps.
inline constexpr int kLifeline = 0;

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

/// What a guardian knows while its engine runs.
struct Ward {
  pid_t engine;
  pid_t proxy;
  const char* group;  ///< the folder of the engine's control group, or null
};

/// The rest of a guardian's life: reports the start, waits for the end of the engine or of the lifeline, and
/// clears up. All signals are blocked, and SIGCHLD has its default action.
[[noreturn]] void watch_over(const Ward& ward) noexcept;

// What differs between systems:

/// Returns when the engine has ended, or when the lifeline closes, because the proxy is gone or wants the
/// engine to end.
void await_end(pid_t engine) noexcept;

/// Kills and reaps until nothing of the engine remains, and reports how the engine ended.
void clean_up(pid_t engine) noexcept;

/// True if the engine has ended. Reaps our orphans, but not the engine itself, so that its process group
/// keeps its number until clean_up().
[[nodiscard]] bool engine_ended(pid_t engine) noexcept;

}  // namespace polyglot::process
