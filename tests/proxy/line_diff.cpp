// SPDX-License-Identifier: MIT
#include "proxy/line_diff.hpp"
#include <algorithm>
#include <cstddef>

namespace polyglot::proxy::testing {
namespace {

using Lines = std::vector<std::string>;

/// Element [i][j]: length of the longest common subsequence of first[i…] and second[j…].
std::vector<std::vector<std::size_t>> common_lengths(const Lines& first, const Lines& second) {
  std::vector table(first.size() + 1, std::vector<std::size_t>(second.size() + 1, 0));
  for (std::size_t i = first.size(); i-- > 0;) {
    for (std::size_t j = second.size(); j-- > 0;) {
      table[i][j] =
          first[i] == second[j] ? table[i + 1][j + 1] + 1 : std::max(table[i + 1][j], table[i][j + 1]);
    }
  }
  return table;
}

}  // namespace

std::vector<Hunk> diff_lines(const Lines& first, const Lines& second) {
  const auto common = common_lengths(first, second);
  std::vector<Hunk> hunks;
  bool in_hunk = false;
  const auto hunk = [&]() -> Hunk& {
    if (!in_hunk) hunks.emplace_back();
    in_hunk = true;
    return hunks.back();
  };
  for (std::size_t i = 0, j = 0; i < first.size() || j < second.size();) {
    if (i < first.size() && j < second.size() && first[i] == second[j]) {
      in_hunk = false;
      ++i, ++j;
    } else if (j == second.size() || (i < first.size() && common[i + 1][j] >= common[i][j + 1])) {
      hunk().removed.push_back(first[i++]);
    } else {
      hunk().added.push_back(second[j++]);
    }
  }
  return hunks;
}

}  // namespace polyglot::proxy::testing
