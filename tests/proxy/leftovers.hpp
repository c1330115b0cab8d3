// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace polyglot::proxy::testing {

/// "pid name" of each living process that has `mark` in the environment it was started with: whatever has
/// become of its parents, process group and session. Dead ones that nobody has reaped do not count.
[[nodiscard]] std::vector<std::string> processes_marked(const std::string& mark);

/// Waits until there is none; returns those that stay.
[[nodiscard]] std::vector<std::string> leftovers(const std::string& mark, std::chrono::milliseconds limit);

}  // namespace polyglot::proxy::testing
