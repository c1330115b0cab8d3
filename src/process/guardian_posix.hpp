// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <sys/types.h>

#include <polyglot/process/engine_connection.hpp>

namespace polyglot::process {

/// The guardian: what a child of the proxy becomes.
///
///     proxy ──lifeline── guardian ── engine ── whatever the engine starts
///
/// It starts the engine, closes all our descriptors except its end of the lifeline, blocks all signals and
/// waits for one of two things: the engine ends, or the lifeline closes because the proxy is gone. In both
/// cases it kills and reaps what the engine has started before it exits.
///
/// On Linux these are all descendants of the engine: the guardian is their sub-reaper, so daemons return to
/// it. It has a name of its own, so killing the proxy by name does not kill it. If it is stopped, it
/// continues when the proxy needs it or dies. If it is killed, the engine ends by PR_SET_PDEATHSIG, and the
/// proxy, which is a sub-reaper too, ends the rest. If it hangs, the proxy kills it. Only if both are killed
/// at once, processes that the engine started can survive.
///
/// With POSIX alone it ends the engine's process group. If the guardian is killed, the proxy does that.
///
/// On Linux it is a program of its own (guardian_program_linux.cpp), if that is there: it takes a tenth of
/// the memory of a fork of the proxy. Without it, and with POSIX alone, it is a fork.
///
/// Code here runs between fork and exec: system calls only, no allocation, no locks. The child may share the
/// memory of the proxy, which then waits.

/// What the child needs to know. The pointers lead into memory of the proxy.
struct GuardianPlan {
  const char* executable = nullptr;
  const char* const* argv = nullptr;
  const char* const* shell_argv = nullptr;  ///< used if the file is a script without `#!`
  const char* const* environment = nullptr;
  const char* directory = nullptr;  ///< null: stay
  int standard[3] = {-1, -1, -1};   ///< these become the engine's 0, 1 and 2; all are above 2
  int lifeline = -1;                ///< the guardian's end, above 2
  const char* program = nullptr;    ///< the guardian's, see guardian_program(); null: it is a fork
  std::span<char> arguments = {};   ///< of a fork: the memory of our command line, see own_arguments()
  const int* nice = nullptr;
  std::uint64_t affinity = 0;           ///< bit n: may run on processor n; 0: no change
  const char* group = nullptr;          ///< the folder of the control group that the engine joins
  const char* group_members = nullptr;  ///< the file by which a process joins it
  std::uint64_t memory = 0;             ///< bytes; for the address space if the group cannot be joined
  std::uint64_t cpu_time = 0;           ///< seconds
  IoClass io_class = IoClass::as_we_are;
};

/// Runs in the child, with all signals blocked. Never returns, neither in the guardian nor in the
/// engine's process.
[[noreturn]] void become_guardian(const GuardianPlan& plan) noexcept;

}  // namespace polyglot::process
