// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <type_traits>

#include <polyglot/chess/types.hpp>

namespace polyglot::builder {

/// Weight 1. A game that is twenty half-lives old still has a weight, and 32 bits hold 1000 times as much.
inline constexpr std::uint32_t kUnit = std::uint32_t{1} << 20;

/// A move that was played once; each kind of book is counted by such records. Source: docs/run-file.md.
struct Record {
  chess::Key key = 0;
  std::uint32_t weight = 0;      ///< of the game in units of 1 / kUnit; for Crafty the percentage of the move
  std::uint16_t move = 0;        ///< code of the book; 0 for Crafty, whose keys include the moves
  std::uint8_t half_points = 0;  ///< of the side that played it, or kUnknownResult
  /// For XBoard the bits that do not fit into `move`; for Crafty the status; with variations a Verdict.
  std::uint8_t extra = 0;
};
static_assert(sizeof(Record) == 16);

/// A move that was played once, for files of counts. Source: docs/run-file.md.
struct CountRecord {
  chess::Key key = 0;
  std::uint16_t move = 0;
  std::uint8_t half_points = 0;
  std::uint8_t reserved = 0;
  std::uint32_t group = 0;     ///< counts::Group::code()
  std::uint32_t input = 0;     ///< number of its file in the order of names
  std::uint32_t date = 0;      ///< YYYYMMDD, or 0
  std::uint16_t rating = 0;    ///< of the side that moves; 0 unless both ratings are known
  std::uint16_t opponent = 0;  ///< of the other side
  std::uint32_t weight = 0;    ///< as in a Record, for a book that the same run builds
};
static_assert(sizeof(CountRecord) == 32);

/// A CountRecord with the place of its game, if games are kept.
struct KeptCountRecord : CountRecord {
  std::uint64_t offset = 0;  ///< of the game in its input
};
static_assert(sizeof(KeptCountRecord) == 40);

/// The judgement of a game's author on a move.
enum class Verdict : std::uint8_t {
  none,
  bad,        ///< "?" or "??": the book has it without weight
  good,       ///< "!": it counts twice
  brilliant,  ///< "!!": it counts three times
  weighed,    ///< a comment gives its weight, see `Record::weight`
};

/// The half points of an unknown result. Crafty counts it as won and as lost, other books as drawn.
inline constexpr std::uint8_t kUnknownResult = 3;

/// The highest bits of a key decide its partition. Therefore partitions are in the order of the book, and
/// the moves of one fit into the processor's cache.
inline constexpr unsigned kPartitionBits = 9;
inline constexpr std::size_t kPartitions = std::size_t{1} << kPartitionBits;

[[nodiscard]] constexpr std::size_t partition_of(chess::Key key) noexcept {
  return static_cast<std::size_t>(key >> (64 - kPartitionBits));
}

/// The records of one chunk of games, sorted by partition and then in the order of the games.
template <class Stored>
class BasicBlock {
 public:
  BasicBlock() = default;
  explicit BasicBlock(std::span<const Stored> records) : BasicBlock(records, std::identity()) {}
  /// Makes a block of the records that `project` returns.
  template <class Project>
  BasicBlock(std::span<const Record> records, const Project& project)
      : records_(std::make_unique_for_overwrite<Stored[]>(records.size())) {
    for (const Record& record : records) ++begins_[partition_of(record.key) + 1];
    std::array<std::uint32_t, kPartitions> next{};
    for (std::size_t i = 0; i < kPartitions; ++i) {
      begins_[i + 1] += begins_[i];
      next[i] = begins_[i];
    }
    for (const Record& record : records) records_[next[partition_of(record.key)]++] = project(record);
  }

  /// Makes a block of bytes: partitions[i] has the bytes of partition i.
  explicit BasicBlock(std::span<const std::string> partitions) requires std::is_same_v<Stored, char> {
    for (std::size_t i = 0; i < kPartitions; ++i)
      begins_[i + 1] =
          begins_[i] + (i < partitions.size() ? static_cast<std::uint32_t>(partitions[i].size()) : 0);
    records_ = std::make_unique_for_overwrite<char[]>(begins_[kPartitions]);
    for (std::size_t i = 0; i < partitions.size(); ++i)
      std::ranges::copy(partitions[i], records_.get() + begins_[i]);
  }

  [[nodiscard]] std::span<const Stored> slice(std::size_t partition) const noexcept {
    return {records_.get() + begins_[partition], begins_[partition + 1] - begins_[partition]};
  }
  [[nodiscard]] std::size_t bytes() const noexcept {
    return begins_[kPartitions] * sizeof(Stored) + sizeof(begins_);
  }

 private:
  std::unique_ptr<Stored[]> records_;
  std::array<std::uint32_t, kPartitions + 1> begins_{};
};

using Block = BasicBlock<Record>;

}  // namespace polyglot::builder
