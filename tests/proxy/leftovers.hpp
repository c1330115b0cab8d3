// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace polyglot::proxy::testing {

/// "pid name" of each living process that was started with `mark` in its environment. Its parents, process
/// group and session do not matter. Zombies do not count.
[[nodiscard]] std::vector<std::string> processes_marked(const std::string& mark);

/// Waits until no such process is left. Returns those that still live after `limit`.
[[nodiscard]] std::vector<std::string> leftovers(const std::string& mark, std::chrono::milliseconds limit);

}  // namespace polyglot::proxy::testing
