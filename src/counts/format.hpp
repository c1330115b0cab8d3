// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/counts/counts_writer.hpp>
#include <polyglot/counts/header.hpp>
#include <polyglot/counts/totals.hpp>
#include <polyglot/result.hpp>

/// The parts of a file of counts as bytes. Source: docs/counts-format.md.
namespace polyglot::counts {

// ---- Frames of zstd with a checksum ----

/// Appends a frame with `content` to `out`. Each `part` bytes of the content get a code of their own, which
/// makes the frame smaller if bytes of different parts differ in frequency.
void pack_frame(std::string_view content, std::size_t part, std::string& out);

/// Replaces `content` by that of a frame. False: the frame is damaged, or has more than 256 MB.
[[nodiscard]] bool unpack_frame(std::string_view frame, std::string& content);

// ---- Blocks: the rows of some positions as columns of bytes ----

/// A block ends with the position that brings it to this many rows, about 64 KiB before it is packed.
inline constexpr std::size_t kRowsOfBlock = 3072;

/// Appends the block of these rows, at least one, to `out`.
void pack_block(std::span<const Row> rows, std::string& out);

/// Replaces `rows` by those of a block whose first key is `first_key`. False: the bytes are no block, its
/// keys do not ascend, or a row has impossible totals.
[[nodiscard]] bool unpack_block(std::string_view bytes, std::uint64_t first_key, std::vector<Row>& rows);

// ---- The bytes around the blocks ----

inline constexpr std::string_view kBeginMark = "PolyCnts";
inline constexpr std::string_view kEndMark = "CntsEnd\n";
inline constexpr std::uint32_t kVersion = 8;
inline constexpr std::size_t kBeginSize = 12;
inline constexpr std::size_t kTrailerSize = 16;

/// The part of the file after the blocks.
struct Directory {
  Header header;
  std::vector<BlockPlace> blocks;
};

[[nodiscard]] std::string begin_bytes();
/// Returns the directory and the trailer of a file that has `begin` bytes so far.
[[nodiscard]] std::string end_bytes(const Directory& directory, std::uint64_t begin);
/// Reads a directory that begins at `begin`. Error: it is damaged; without a path.
[[nodiscard]] Result<Directory> read_directory(std::string_view bytes, std::uint64_t begin);

}  // namespace polyglot::counts
