// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <string>

#include <polyglot/counts/counts_sum.hpp>
#include <polyglot/result.hpp>

namespace polyglot::tools {

/// Writes a sum as a table, a row for each position, move and group. Source: docs/tools.md, "add-counts".
/// Returns the header of the sum with its numbers. Error: that of write_sum().
[[nodiscard]] Result<counts::Header> write_csv(const counts::CountsSum& sum, const std::string& output,
                                               const std::atomic<bool>& stop);

}  // namespace polyglot::tools
