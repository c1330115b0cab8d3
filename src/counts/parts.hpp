// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <polyglot/counts/counts_file.hpp>
#include <polyglot/counts/header.hpp>
#include <polyglot/result.hpp>

/// Compares the headers of files and joins them.
namespace polyglot::counts {

/// The inputs of the rows of a file.
struct Joined {
  Header header;
  /// For each file and each of its inputs, the number among the ordered inputs of all files.
  std::vector<std::vector<std::uint32_t>> order;
  /// For each of the ordered inputs, its number in the header, in which all shards of a file are one input.
  std::vector<std::uint32_t> number;
  /// For each file and each of its inputs, the number in the header.
  std::vector<std::vector<std::uint32_t>> number_in;
};

/// Error: as CountsSum::open().
[[nodiscard]] Result<Joined> join_headers(const std::vector<CountsFile>& files,
                                          std::optional<PartitionRange> wanted);

}  // namespace polyglot::counts
