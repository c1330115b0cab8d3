// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>

#include <polyglot/builder/build.hpp>
#include <polyglot/result.hpp>

namespace polyglot::builder {

/// Identifies a file by its content.
struct ContentHash {
  std::uint64_t bytes = 0;                 ///< of the whole file
  std::array<std::uint64_t, 2> hash = {};  ///< of the shard; the sum over all shards is that of the file
};

/// Reads a shard of a file. Source: docs/counts-format.md, "Directory". Error: it is not a regular file,
/// cannot be read, or `stop` was set.
[[nodiscard]] Result<ContentHash> content_hash(const std::string& path, Shard shard,
                                               const std::atomic<bool>& stop);

}  // namespace polyglot::builder
