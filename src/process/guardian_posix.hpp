// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <sys/types.h>

namespace polyglot::process {

/// The guardian is a child of the proxy. It starts the engine, and ends what the engine has started.
///
///     proxy ──lifeline── guardian ── engine ── whatever the engine starts
///
/// It blocks all signals and closes all our descriptors except its end of the lifeline. Then it waits until
/// the engine ends, or until the lifeline closes because the proxy is gone. Before it exits, it kills and
/// reaps what the engine has started.
///
/// It ends all descendants of the engine. It is their sub-reaper, so even daemons become its
/// children. It has its own name, so `pkill polyglot` does not kill it. If it is stopped, it continues when
/// the proxy needs it or dies. If it hangs, the proxy kills it. If it is killed, PR_SET_PDEATHSIG ends the
/// engine. The proxy is a sub-reaper, too, and ends the remaining processes. They survive only if both are
/// killed at once.
///
/// It runs its own program (guardian_program_linux.cpp), which takes a tenth of the memory of a
/// fork. Without that program it is a fork of the proxy.
///
/// This code runs between fork and exec, so it only makes system calls: no allocation, no locks. A child of
/// vfork() shares the memory of the proxy, which waits for the exec.

/// What the child needs to know. The pointers point into memory of the proxy.
struct GuardianPlan {
  const char* executable = nullptr;
  const char* const* argv = nullptr;
  const char* const* shell_argv = nullptr;  ///< used if the file is a script without `#!`
  const char* const* environment = nullptr;
  const char* directory = nullptr;  ///< null: no change
  int standard[3] = {-1, -1, -1};   ///< the engine's standard streams; all are above 2
  int lifeline = -1;                ///< the guardian's end, above 2
  const char* program = nullptr;    ///< the guardian's, see guardian_program(); null: it is a fork
  std::span<char> arguments = {};   ///< of a fork: the memory of our command line, see own_arguments()
  const int* nice = nullptr;
  std::uint64_t affinity = 0;  ///< bit n: may run on processor n; 0: no change
};

/// Returns the path of the guardian's program. Empty if the program is not there.
[[nodiscard]] std::string guardian_program();

/// Returns the memory of our command line as ps shows it; empty if unknown. Call it before the fork.
[[nodiscard]] std::span<char> own_arguments();

/// Starts a child that becomes the guardian, with all signals blocked. Returns its pid. Negative: errno is
/// set.
[[nodiscard]] pid_t start_guardian(const GuardianPlan& plan) noexcept;

}  // namespace polyglot::process
