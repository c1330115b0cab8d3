// SPDX-License-Identifier: MIT
#pragma once
#if !defined(_WIN32)

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <sys/types.h>

#include <polyglot/result.hpp>

/// The processes of an engine. Only Linux can list them; elsewhere its process group has to do.
namespace polyglot::process {

/// Set the niceness or the processors (bit n: processor n; 0: all) of all threads of an engine and of its
/// descendants. Error: the system's reason.
[[nodiscard]] Result<void> set_nice_of_tree(pid_t engine, int nice);
[[nodiscard]] Result<void> set_affinity_of_tree(pid_t engine, std::uint64_t mask);

/// Sets the processors of this process. Returns 0 or an errno. Safe in a signal handler.
[[nodiscard]] int set_own_affinity(std::uint64_t mask) noexcept;

/// Sends SIGKILL to each child of this process. Returns how many signals were sent. Safe in a signal handler,
/// for a process of one thread.
int kill_children() noexcept;

/// Makes this process the parent of orphans of its guardians. Call it before an engine starts.
void adopt_orphans();
/// A guardian is a child, and no orphan of an engine.
void expect_child(pid_t child);
void forget_child(pid_t child) noexcept;
/// Kills and reaps what a guardian left behind. Returns how many processes are alive after `limit`.
[[nodiscard]] std::size_t end_orphans(pid_t engine, std::chrono::milliseconds limit);

}  // namespace polyglot::process

#endif
