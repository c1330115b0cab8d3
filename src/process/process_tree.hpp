// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <sched.h>
#include <sys/types.h>
#include <vector>

namespace polyglot::process {

/// Bit n: processor n; 0: all.
[[nodiscard]] inline cpu_set_t processors(std::uint64_t mask) {
  constexpr int kMaxProcessors = 64;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int cpu = 0; cpu < kMaxProcessors; ++cpu)
    if (mask == 0 || (mask >> cpu & 1) != 0) CPU_SET(cpu, &set);
  return set;
}

/// The threads of process `root` and of all its descendants at this moment; empty if it is gone.
/// What is started meanwhile inherits from its parent, so a second look is not needed for limits.
[[nodiscard]] std::vector<pid_t> threads_of_tree(pid_t root);

/// From now on descendants that lose their parent become our children. Children that we have had already are
/// never taken for such orphans; further ones of our own have to be named by expect_child().
void adopt_orphans();
void expect_child(pid_t child);
void forget_child(pid_t child) noexcept;

/// Kills the orphans that have come to us, with all they have started, and reaps them. Returns how many
/// withstood for `limit`.
[[nodiscard]] std::size_t end_orphans(std::chrono::milliseconds limit);

/// Reaps a child that ends within `limit`. True if it did, and by exiting with status 0.
[[nodiscard]] bool exits_well(pid_t child, std::chrono::milliseconds limit);

}  // namespace polyglot::process
