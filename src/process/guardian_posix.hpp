// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include <polyglot/process/engine_connection.hpp>

namespace polyglot::process {

/// The guardian: what the forked child of the proxy becomes.
///
///     proxy ──lifeline── guardian ── engine ── whatever the engine starts
///
/// It starts the engine, gives up every descriptor but its end of the lifeline, blocks all signals and
/// waits for one of two things: the engine ends, or the lifeline closes because the proxy is gone. In both
/// cases it kills and reaps what the engine has started before it exits.
///
/// On Linux that is all its descendants: it is their sub-reaper, so daemons come back to it. Its name is its
/// own: who kills the proxy by name does not hit it. Stopped, it goes on when the proxy wants something of it
/// or dies. Killed, it leaves the engine to PR_SET_PDEATHSIG and the rest to the proxy, who is a sub-reaper,
/// too; one that hangs is killed by the proxy. Only what the engine started outlives both being killed at
/// once.
///
/// With POSIX alone it is the engine's process group. Killed, the guardian leaves that to the proxy.
///
/// Code here runs between fork and exec: system calls only, no allocation, no locks.

/// What the child must know; pointers into memory of the proxy, whose copy the child has.
struct GuardianPlan {
  const char* executable = nullptr;
  const char* const* argv = nullptr;
  const char* const* shell_argv = nullptr;  ///< used when the file is a script without `#!`; may be null
  const char* const* environment = nullptr;
  const char* directory = nullptr;  ///< null: stay
  int standard[3] = {-1, -1, -1};   ///< become the engine's 0, 1, 2; all above 2
  int lifeline = -1;                ///< the guardian's end, above 2
  std::span<char> arguments = {};   ///< the command line that ps shows of us
  const int* nice = nullptr;
  std::uint64_t affinity = 0;           ///< bit n: may run on processor n; 0: stays
  const char* group = nullptr;          ///< the folder of the control group that the engine joins
  const char* group_members = nullptr;  ///< its file to join by
  std::uint64_t memory = 0;             ///< bytes, for the address space where the group cannot be joined
  std::uint64_t cpu_time = 0;           ///< seconds
  IoClass io_class = IoClass::as_we_are;
};

/// From guardian (and from the engine's process before its exec) to proxy, one packet each. The other way the
/// lifeline only closes.
struct GuardianReport {
  enum class Kind : std::uint8_t {
    started,           ///< value: the engine's pid; its program runs, or has been reported to have failed
    fork_failed,       ///< value: errno; so for all failures
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

/// Runs in the freshly forked child, with all signals blocked. Returns neither as guardian nor as engine.
[[noreturn]] void become_guardian(const GuardianPlan& plan) noexcept;

}  // namespace polyglot::process
