// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <polyglot/counts/totals.hpp>
#include <polyglot/result.hpp>

namespace polyglot::counts {

/// The default number of partitions.
inline constexpr std::uint32_t kUsualPartitions = 512;
inline constexpr std::uint32_t kMostPartitions = 65536;

/// A file of games, or a shard of it.
struct Input {
  std::string name;         ///< path as the user wrote it
  std::uint64_t bytes = 0;  ///< size of the whole file, compressed or not
  /// The hash of the content. The hashes of all shards of a file add up to that of the file. Source:
  /// docs/counts-format.md, "Directory".
  std::array<std::uint64_t, 2> hash = {};
  std::uint32_t shard = 1;  ///< from 1
  std::uint32_t shards = 1;
  std::uint64_t games = 0;  ///< number of counted games

  [[nodiscard]] bool is_whole() const noexcept { return shards == 1; }
  /// Returns true for an empty file. They all have the same content, and no game to count twice.
  [[nodiscard]] bool is_empty() const noexcept { return bytes == 0; }
  /// Returns "games.pgn", or "games.pgn, shard 2 of 4".
  [[nodiscard]] std::string title() const;
  /// Returns the key by which a header sorts its inputs: name, bytes, number of shards, shard, content.
  [[nodiscard]] auto order() const noexcept { return std::tie(name, bytes, shards, shard, hash); }

  friend bool operator==(const Input&, const Input&) = default;
};

/// Error: two inputs that are not empty have the same content, whatever their names.
[[nodiscard]] Result<void> check_for_twins(const std::vector<Input>& inputs);

/// A range of partitions: from `first` to before `end`.
struct PartitionRange {
  std::uint32_t first = 0;
  std::uint32_t end = 0;

  [[nodiscard]] bool has(std::uint32_t partition) const noexcept {
    return first <= partition && partition < end;
  }
  friend bool operator==(const PartitionRange&, const PartitionRange&) = default;
};

/// The properties of a file of counts.
struct Header {
  /// The settings of counting, one in each line: "max-ply 40". Only files with equal ones can be added.
  std::string settings;
  std::string variant = "normal";                ///< XBoard's name
  std::vector<Input> inputs;                     ///< sorted by Input::order()
  std::vector<Group> groups;                     ///< by code; at least one unless the file is empty
  std::uint32_t partitions = kUsualPartitions;   ///< number of equal ranges of all keys; a power of two
  PartitionRange range = {0, kUsualPartitions};  ///< the partitions of the file
  bool keeps_games = false;     ///< true: each row has a game as an example, see CountsFile::game()
  std::uint64_t games = 0;      ///< number of games of all inputs
  std::uint64_t positions = 0;  ///< number of positions in the file
  std::uint64_t moves = 0;      ///< number of moves in the file; each group counts separately

  [[nodiscard]] bool has_all_partitions() const noexcept { return range == PartitionRange{0, partitions}; }
};

/// Returns the partition of a key.
[[nodiscard]] std::uint32_t partition_of(std::uint64_t key, std::uint32_t partitions) noexcept;

/// Returns the partition of a kept game, which depends on where the game begins in its input.
[[nodiscard]] std::uint32_t partition_of_game(std::uint64_t offset, std::uint32_t partitions) noexcept;

/// The maximum number of shares of kept games: one for each of this many equal ranges of the partitions, or
/// one for each partition if there are fewer.
inline constexpr std::uint32_t kMostGameShares = 64;
[[nodiscard]] std::uint32_t share_of_game(std::uint64_t offset, std::uint32_t partitions) noexcept;

/// Returns true if a file may have this number of partitions: a power of two, and not too large.
[[nodiscard]] bool is_partition_count(std::uint64_t number) noexcept;

}  // namespace polyglot::counts
