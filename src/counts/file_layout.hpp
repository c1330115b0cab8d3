// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/counts/header.hpp>
#include <polyglot/result.hpp>

/// The bytes around the buckets. Source: docs/counts-format.md.
namespace polyglot::counts {

inline constexpr std::string_view kBeginMark = "PolyCnts";
inline constexpr std::string_view kEndMark = "CntsEnd\n";
inline constexpr std::uint32_t kVersion = 7;
inline constexpr std::size_t kBeginSize = 16;
inline constexpr std::size_t kTrailerSize = 32;
/// The size of a bucket's row in a table: first key, offset, checksum.
inline constexpr std::size_t kTableEntry = 16;
/// The buckets of a piece of the table, which has 2 KB. The directory has the first key of each piece.
inline constexpr std::size_t kBucketsOfPiece = 128;

/// The place of a partition in the file: its buckets, and after them their table.
struct Place {
  std::uint64_t begin = 0;  ///< offset of the first bucket
  std::uint64_t table = 0;  ///< offset of the table, which follows the buckets
  std::uint32_t buckets = 0;
  std::uint32_t checksum = 0;  ///< of the table
  std::uint64_t positions = 0;
  std::uint64_t moves = 0;
  std::vector<std::uint64_t> index;  ///< first keys of the pieces of the table

  [[nodiscard]] std::uint64_t end() const noexcept { return table + buckets * kTableEntry; }
};

/// The part of the file after the partitions.
struct Directory {
  Header header;
  std::vector<Place> places;  ///< of all partitions
};

[[nodiscard]] std::uint32_t checksum_of(std::string_view bytes) noexcept;

[[nodiscard]] std::string begin_bytes();
[[nodiscard]] std::string directory_bytes(const Directory& directory);
/// Reads a directory. Error: it is damaged; without a path.
[[nodiscard]] Result<Directory> read_directory(std::string_view bytes, std::uint64_t begin);
/// Sums up positions, moves and games of all places and inputs.
void add_numbers(Directory& directory) noexcept;

struct Trailer {
  std::uint64_t begin = 0;  ///< offset of the directory
  std::uint64_t size = 0;
  std::uint32_t checksum = 0;
};
[[nodiscard]] std::string trailer_bytes(const Trailer& trailer);
/// Error: the file does not end as counts do.
[[nodiscard]] Result<Trailer> read_trailer(std::string_view bytes, std::uint64_t file_size);

}  // namespace polyglot::counts
