// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace polyglot::proxy::testing {

/// A place where two lists of lines differ: `removed` of the first stands where `added` of the second does.
struct Hunk {
  std::vector<std::string> removed;
  std::vector<std::string> added;
};

/// The differences around a longest common subsequence, in order.
[[nodiscard]] std::vector<Hunk> diff_lines(const std::vector<std::string>& first,
                                           const std::vector<std::string>& second);

}  // namespace polyglot::proxy::testing
