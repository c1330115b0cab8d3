// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <polyglot/counts/header.hpp>
#include <polyglot/counts/totals.hpp>
#include <polyglot/result.hpp>

namespace polyglot::counts {

/// Positions of one partition, as they lie in a file.
struct PackedPartition {
  struct Bucket {
    std::uint64_t first_key = 0;
    std::uint64_t offset = 0;    ///< from the first bucket of the partition
    std::uint32_t checksum = 0;  ///< CRC-32
  };

  std::string bytes;  ///< of the buckets that have not been written yet
  std::vector<Bucket> buckets;
  std::set<std::uint32_t> groups;  ///< codes that occur
  std::uint64_t positions = 0;
  std::uint64_t moves = 0;
};

/// Packs the positions of one partition after another. Several threads may pack, each with a packer of its
/// own.
class PartitionPacker {
 public:
  PartitionPacker();
  PartitionPacker(PartitionPacker&&) noexcept;
  PartitionPacker& operator=(PartitionPacker&&) noexcept;
  ~PartitionPacker();

  /// A position with its rows, at least one, in the order in which games first had them. Keys ascend.
  void add(std::uint64_t key, std::span<const Row> rows);
  /// What has been packed of the partition: `bytes` may be taken and cleared.
  [[nodiscard]] PackedPartition& packed() noexcept;
  /// Ends the partition, and begins another. All of packed() that was not taken.
  [[nodiscard]] PackedPartition finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Writes a file of counts, which appears under its name complete or not at all.
class CountsWriter {
 public:
  /// `header` says what the file is; groups, games and the numbers of positions and moves are found while
  /// writing. Error: as os::AtomicFile::create() has it.
  [[nodiscard]] static Result<CountsWriter> create(const std::string& path, Header header);
  CountsWriter(CountsWriter&&) noexcept;
  CountsWriter& operator=(CountsWriter&&) = delete;
  ~CountsWriter();

  /// A position as PartitionPacker::add() takes it, in any partition from that of the last one on.
  /// Error: the system's, or a partition takes more than 4 GB.
  [[nodiscard]] Result<void> add(std::uint64_t key, std::span<const Row> rows);
  /// A whole partition that somebody else has packed; the number ascends from call to call. For files to
  /// which no single positions are added.
  [[nodiscard]] Result<void> add(std::uint32_t partition, const PackedPartition& packed);
  /// Says what was counted, where that is not known before all has been.
  void set_inputs(std::vector<Input> inputs);
  /// Gives the file its name, and returns the header that it has. Call it last.
  [[nodiscard]] Result<Header> commit();

 private:
  struct State;
  explicit CountsWriter(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace polyglot::counts
