// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "proxy/cecp/session.hpp"

namespace polyglot::proxy::testing {

/// The first step at which two programs differ.
struct Parting {
  std::size_t step = 0;
  std::string side;  ///< "GUI", "engine" or "book"
  std::vector<std::string> old_lines;
  std::vector<std::string> new_lines;
};

/// True if the lines are equal, except for what elapsed time does to the clocks of `go`.
[[nodiscard]] bool same_line(const std::string& a, const std::string& b);

/// Compares what the old and the new program did, step by step, except for declared differences.
[[nodiscard]] std::optional<Parting> compare(const std::vector<StepRecord>& before,
                                             const std::vector<StepRecord>& now);

}  // namespace polyglot::proxy::testing
