// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <polyglot/pgn/input.hpp>
#include <polyglot/result.hpp>

namespace polyglot::pgn {

/// Files are cut into shards near multiples of so many bytes.
inline constexpr std::uint64_t kShardBlock = std::uint64_t{1} << 16;

/// The bytes from which shard `number` (from 1 on) of `of` is cut: `size` bytes are shared out in blocks. A
/// game belongs to the shard in whose share it begins.
[[nodiscard]] FilePiece share_of(std::uint64_t size, std::uint32_t number, std::uint32_t of) noexcept;

/// Into how many shards of about so many bytes, at least 1, a file can be cut. A packed file is one shard if
/// `need_offsets`, or if somewhere no part begins within 256 MB behind the place where it should be cut.
/// Error: no regular file, or the system's reason.
[[nodiscard]] Result<std::uint32_t> plan_shards(const std::string& path, std::uint64_t bytes,
                                                bool need_offsets);

/// The games of a shard.
struct OpenShard {
  Input input;
  std::optional<std::uint64_t> begin;  ///< offset of its text in that of the file; not known of a packed file
};
/// Opens the whole games of a shard of a file: the shards of a file, put together, are the file. A packed
/// file is cut where its parts begin: members of gzip, streams of bzip2, frames of zstd. Error: the file is
/// packed in one part, or is damaged where it is cut, or is no regular file, or the system's reason.
[[nodiscard]] Result<OpenShard> open_shard(const std::string& path, std::uint32_t number, std::uint32_t of);

}  // namespace polyglot::pgn
