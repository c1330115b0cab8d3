// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <polyglot/counts/counts_file.hpp>
#include <polyglot/counts/header.hpp>
#include <polyglot/result.hpp>

/// Compares the headers of files and joins them.
namespace polyglot::counts {

/// The header of a sum.
struct Joined {
  Header header;
  /// For each file and each of its inputs, the number in the header.
  std::vector<std::vector<std::uint32_t>> number;
};

/// Error: as CountsSum::open().
[[nodiscard]] Result<Joined> join_headers(const std::vector<CountsFile>& files);

}  // namespace polyglot::counts
