// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <polyglot/pgn/input.hpp>
#include <polyglot/result.hpp>

namespace polyglot::pgn {

/// The places near which files are cut into shards are multiples of this number of bytes.
inline constexpr std::uint64_t kShardBlock = std::uint64_t{1} << 16;

/// Returns the bytes from which shard `number` (from 1) of `of` shards is cut. The `size` bytes are
/// distributed in blocks. A game belongs to the shard in whose bytes it begins.
[[nodiscard]] FilePiece share_of(std::uint64_t size, std::uint32_t number, std::uint32_t of) noexcept;

/// Returns how many shards of about `bytes` bytes a file can be cut into, at least 1. A compressed file is
/// one shard if `need_offsets`, or if no part begins within 256 MB after a place where it should be cut.
/// Error: not a regular file, or the system's reason.
[[nodiscard]] Result<std::uint32_t> plan_shards(const std::string& path, std::uint64_t bytes,
                                                bool need_offsets);

/// The games of a shard.
struct OpenShard {
  Input input;
  /// Offset of its text in that of the file; nothing for a compressed file.
  std::optional<std::uint64_t> begin;
};
/// Opens a shard of a file, which has whole games. All shards of a file together are the file. A compressed
/// file is cut where its parts begin: members of gzip, streams of bzip2, frames of zstd. Error: a compressed
/// file has only one part, or is damaged where it is cut; not a regular file; or the system's reason.
[[nodiscard]] Result<OpenShard> open_shard(const std::string& path, std::uint32_t number, std::uint32_t of);

}  // namespace polyglot::pgn
