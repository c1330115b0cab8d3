// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <sys/types.h>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/result.hpp>

/// These functions act on the engine and its descendants.
namespace polyglot::process {

/// Sets the niceness of all threads of the engine and of its descendants. Processes that start meanwhile
/// inherit it from their parents, so one pass is enough. Error: the system's reason.
[[nodiscard]] Result<void> set_nice_of_tree(pid_t engine, int nice);
/// Sets the processors of the engine's tree (bit n: processor n; 0: all). Error: the system's reason.
[[nodiscard]] Result<void> set_affinity_of_tree(pid_t engine, std::uint64_t mask);

/// Returns a descriptor that becomes readable when the process ends. It owns nothing if the process has
/// already ended. Error: the system's reason.
[[nodiscard]] Result<os::Descriptor> watch_end(pid_t process);

/// Makes descendants that lose their parent our children. Our current children are not such orphans. Call
/// expect_child() for children that start later.
void adopt_orphans();
void expect_child(pid_t child);
void forget_child(pid_t child) noexcept;

/// Kills and reaps the remaining processes of an engine whose guardian has failed. Returns how many are alive
/// after `limit`.
[[nodiscard]] std::size_t end_orphans(std::chrono::milliseconds limit);

}  // namespace polyglot::process
