// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/counts/counts_writer.hpp>
#include <polyglot/counts/header.hpp>
#include <polyglot/result.hpp>

/// The bytes around the blocks. Source: docs/counts-format.md.
namespace polyglot::counts {

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
