// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <sys/types.h>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/result.hpp>

/// The engine and what it has started, as far as the system shows it to us.
namespace polyglot::process {

/// For all threads of the engine and of its descendants. What is started meanwhile inherits from its parent,
/// so a second look is not needed. Error: the system's reason.
[[nodiscard]] Result<void> set_nice_of_tree(pid_t engine, int nice);
/// Bit n: may run on processor n; 0: on all. Error: as of set_nice_of_tree().
[[nodiscard]] Result<void> set_affinity_of_tree(pid_t engine, std::uint64_t mask);

/// What can be read when the process has ended; owns nothing if it has by now. Nothing: the system cannot
/// tell. Error: the system's reason.
[[nodiscard]] Result<std::optional<os::Descriptor>> watch_end(pid_t process);

/// From now on descendants that lose their parent become our children, where the system has that. Children
/// that we have had already are never taken for such orphans; further ones of our own have to be named by
/// expect_child().
void adopt_orphans();
void expect_child(pid_t child);
void forget_child(pid_t child) noexcept;

/// Kills what an engine has left whose guardian has failed, with all it has started, and reaps it. Returns
/// how many withstood for `limit`.
[[nodiscard]] std::size_t end_orphans(pid_t engine, std::chrono::milliseconds limit);

}  // namespace polyglot::process
