// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include "process/guardian_report_posix.hpp"

namespace polyglot::process {

/// The number of the only descriptor that a guardian keeps.
inline constexpr int kLifeline = 0;

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
