#pragma once

#include <cstdint>
#include <memory>
#include <sched.h>
#include <string>

#include <polyglot/process/engine_process.hpp>
#include <polyglot/process/line_channel.hpp>

#include "process/supervision.hpp"

namespace polyglot::process {

struct EngineProcess::State {
  LineWriter input;
  LineReader output;
  LineReader errors;
  std::string executable;
  std::shared_ptr<Supervision> supervision;
};

/// Bit n: processor n; 0: all.
[[nodiscard]] inline cpu_set_t processors(std::uint64_t mask) {
  constexpr int kMaxProcessors = 64;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int cpu = 0; cpu < kMaxProcessors; ++cpu)
    if (mask == 0 || (mask >> cpu & 1) != 0) CPU_SET(cpu, &set);
  return set;
}

}  // namespace polyglot::process
