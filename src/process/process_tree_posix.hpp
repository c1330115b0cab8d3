// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <sys/types.h>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/result.hpp>

/// The engine and its descendants, as far as the system shows them.
namespace polyglot::process {

/// Sets the niceness of all threads of the engine and of its descendants. Processes started meanwhile inherit
/// it from their parents, so one pass is enough. Error: the system's reason.
[[nodiscard]] Result<void> set_nice_of_tree(pid_t engine, int nice);
/// Bit n: may run on processor n; 0: on all. Errors as for set_nice_of_tree().
[[nodiscard]] Result<void> set_affinity_of_tree(pid_t engine, std::uint64_t mask);

/// A descriptor that becomes readable when the process ends; it owns nothing if the process has ended
/// already. Nothing if the system has no such descriptors. Error: the system's reason.
[[nodiscard]] Result<std::optional<os::Descriptor>> watch_end(pid_t process);

/// From now on descendants that lose their parent become our children, if the system can do that. Our present
/// children are never mistaken for such orphans; name later ones with expect_child().
void adopt_orphans();
void expect_child(pid_t child);
void forget_child(pid_t child) noexcept;

/// Kills and reaps the remaining processes of an engine whose guardian has failed. Returns how many survived
/// for `limit`.
[[nodiscard]] std::size_t end_orphans(pid_t engine, std::chrono::milliseconds limit);

}  // namespace polyglot::process
