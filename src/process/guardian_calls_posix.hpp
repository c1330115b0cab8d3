// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <sys/types.h>

#include "process/guardian_posix.hpp"

/// What systems have each of their own for a guardian. Between fork and exec: calls of the system only.
namespace polyglot::process {

/// Where the system finds the command line that it shows of us; empty if unknown. Called before the fork.
[[nodiscard]] std::span<char> own_arguments();

/// Makes the forked child a guardian: its name in ps, and the orphans that come to it.
void prepare_guardian(std::span<char> arguments) noexcept;

/// Starts a child that runs become_engine(). Its pid once its program runs, or once it has reported why that
/// cannot be; below 0: errno is set.
[[nodiscard]] pid_t start_engine(const GuardianPlan& plan) noexcept;
[[noreturn]] void become_engine(const GuardianPlan& plan, pid_t guardian) noexcept;

/// The engine ends with its guardian, where the system does that. Called by the engine's process.
void tie_life_to(pid_t guardian) noexcept;

/// For the engine's process: what EngineLaunch wants that POSIX does not have. Failures are reported.
void apply_system_limits(const GuardianPlan& plan) noexcept;

/// Closes all descriptors from `first` on, or has the exec do it.
void close_from(int first) noexcept;
void close_at_exec_from(int first) noexcept;

/// Kills and reaps until nothing of the engine is left, and reports how it ended.
void clean_up(int lifeline, pid_t engine) noexcept;

void report(int lifeline, GuardianReport::Kind kind, int value) noexcept;

}  // namespace polyglot::process
