// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>

#include <polyglot/builder/build.hpp>
#include <polyglot/result.hpp>

namespace polyglot::builder {

/// What tells a file by its content.
struct ContentHash {
  std::uint64_t bytes = 0;                 ///< of the whole file
  std::array<std::uint64_t, 2> hash = {};  ///< of the shard; those of all shards add up to that of the file
};

/// Reads the share of a shard. Source: docs/counts-format.md, "Directory". Error: no regular file, the
/// system's reason, or `stop`.
[[nodiscard]] Result<ContentHash> content_hash(const std::string& path, Shard shard,
                                               const std::atomic<bool>& stop);

}  // namespace polyglot::builder
