// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include <polyglot/pgn/input.hpp>
#include <polyglot/result.hpp>

namespace polyglot::pgn {

/// Files are cut into shards near multiples of so many bytes.
inline constexpr std::uint64_t kShardBlock = std::uint64_t{1} << 16;

/// The bytes from which shard `number` (from 1 on) of `of` is cut: `size` bytes are shared out in blocks. A
/// game belongs to the shard in whose share it begins.
[[nodiscard]] FilePiece share_of(std::uint64_t size, std::uint32_t number, std::uint32_t of) noexcept;

/// The whole games of a shard of a file of plain text: the shards of a file, put together, are the file.
/// Error: the file is packed, or no regular file, or the system's reason.
[[nodiscard]] Result<FilePiece> shard_of(const std::string& path, std::uint32_t number, std::uint32_t of);

}  // namespace polyglot::pgn
