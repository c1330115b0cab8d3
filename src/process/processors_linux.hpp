// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <sched.h>

namespace polyglot::process {

/// Returns the set of processors of a mask. Bit n: processor n; 0: all.
[[nodiscard]] inline cpu_set_t processors(std::uint64_t mask) noexcept {
  constexpr int kMaxProcessors = 64;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int cpu = 0; cpu < kMaxProcessors; ++cpu)
    if (mask == 0 || (mask >> cpu & 1) != 0) CPU_SET(cpu, &set);
  return set;
}

}  // namespace polyglot::process
