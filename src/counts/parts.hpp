// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/counts/counts_file.hpp>
#include <polyglot/counts/header.hpp>
#include <polyglot/result.hpp>

/// What files say of themselves, compared and put together.
namespace polyglot::counts {

/// Where the rows of a file find their inputs.
struct Joined {
  Header header;
  /// For each file, for each of its inputs: its number among the inputs of all files, in their order.
  std::vector<std::vector<std::uint32_t>> order;
  /// For each of these: its number in the header, where the shards of a file are one.
  std::vector<std::uint32_t> number;
};

/// Error: see CountsSum::open().
[[nodiscard]] Result<Joined> join_headers(const std::vector<CountsFile>& files, std::optional<Ranges> wanted);

}  // namespace polyglot::counts
