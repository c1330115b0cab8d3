// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace polyglot::proxy::testing {

/// "pid name" of each living process that was started with `mark` in its environment. Its parents, process
/// group and session do not matter. Zombies do not count.
[[nodiscard]] std::vector<std::string> processes_marked(const std::string& mark);

/// Does to a process, by what processes_marked() says of it, what its user or the system could do.
void end_by_force(const std::string& process);  ///< SIGKILL, TerminateProcess
void stop(const std::string& process);          ///< SIGSTOP, NtSuspendProcess

/// Waits until no such process is left. Returns those that still live after `limit`.
[[nodiscard]] std::vector<std::string> leftovers(const std::string& mark, std::chrono::milliseconds limit);

}  // namespace polyglot::proxy::testing
