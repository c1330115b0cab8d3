// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <sys/types.h>

#include "process/guardian_posix.hpp"
#include "process/guardian_watch_posix.hpp"

/// These parts of a guardian run between fork and exec, so they make only system calls.
namespace polyglot::process {

/// Returns the path of the guardian's program. Empty if the program is not there.
[[nodiscard]] std::string guardian_program();

/// Returns the memory of our command line as ps shows it; empty if unknown. Call it before the fork.
[[nodiscard]] std::span<char> own_arguments();

/// Starts a child that runs become_guardian(), with all signals blocked. Returns its pid. Negative: errno is
/// set.
[[nodiscard]] pid_t start_guardian(const GuardianPlan& plan) noexcept;

/// Makes the child a guardian: sets its name in ps unless `arguments` is empty, and makes it inherit orphans.
void prepare_guardian(std::span<char> arguments) noexcept;

/// Executes the guardian's program. Returns only if that fails: errno is set.
void execute_program(const GuardianPlan& plan, pid_t engine) noexcept;

/// Starts a child that runs become_engine(). Returns its pid when its program runs, or when it has reported
/// why it cannot run. Negative: errno is set.
[[nodiscard]] pid_t start_engine(const GuardianPlan& plan) noexcept;
[[noreturn]] void become_engine(const GuardianPlan& plan, pid_t guardian) noexcept;

/// Makes the engine end with its guardian. Called in the engine's process.
void tie_life_to(pid_t guardian) noexcept;

/// Called in the engine's process: chooses its processors. Reports failures.
void apply_affinity(const GuardianPlan& plan) noexcept;

/// Closes all descriptors from `first` on; close_at_exec_from() lets the exec close them.
void close_from(int first) noexcept;
void close_at_exec_from(int first) noexcept;

}  // namespace polyglot::process
