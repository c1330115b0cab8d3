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
inline constexpr std::uint32_t kVersion = 5;
inline constexpr std::uint32_t kVersionWithGames = 6;
inline constexpr std::size_t kBeginSize = 16;
inline constexpr std::size_t kTrailerSize = 32;
/// The size of a bucket's row in a table: first key, offset, checksum.
inline constexpr std::size_t kTableEntry = 16;
/// The size of a block's row in a table of games: input and offset of its first game, offset, checksum.
inline constexpr std::size_t kGameTableEntry = 24;
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

/// Where a share of the kept games lies: its blocks, and after them their table.
struct GameShare {
  std::uint64_t begin = 0;  ///< offset of the first block
  std::uint64_t table = 0;  ///< offset of the table, where the blocks end
  std::uint32_t blocks = 0;
  std::uint32_t checksum = 0;  ///< of the table
  std::uint64_t games = 0;

  [[nodiscard]] std::uint64_t table_size() const noexcept { return blocks * kGameTableEntry; }
  [[nodiscard]] std::uint64_t end() const noexcept { return table + table_size(); }
};

/// The part of the file after the partitions and the kept games.
struct Directory {
  Header header;
  std::vector<Place> places;      ///< of the partitions that the file holds
  std::vector<GameShare> shares;  ///< all of them, or none if no games are kept
};

[[nodiscard]] std::uint32_t checksum_of(std::string_view bytes) noexcept;

[[nodiscard]] std::string begin_bytes(bool keeps_games);
[[nodiscard]] std::string directory_bytes(const Directory& directory);
/// Reads a directory. `keeps_games`: from the version. Error: it is damaged; without a path.
[[nodiscard]] Result<Directory> read_directory(std::string_view bytes, std::uint64_t begin, bool keeps_games);
/// The number of shares that the games of a file have; 0 if it keeps none.
[[nodiscard]] std::uint32_t shares_of(const Header& header) noexcept;
/// Sums up positions, moves and games of all places and inputs.
void add_numbers(Directory& directory) noexcept;

struct Trailer {
  std::uint64_t begin = 0;  ///< offset of the directory
  std::uint64_t size = 0;
  std::uint32_t checksum = 0;
};
[[nodiscard]] std::string trailer_bytes(const Trailer& trailer, bool keeps_games);
/// `keeps_games`: from the version at the beginning. Error: the file does not end as counts do.
[[nodiscard]] Result<Trailer> read_trailer(std::string_view bytes, std::uint64_t file_size, bool keeps_games);

}  // namespace polyglot::counts
