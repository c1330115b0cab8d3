// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <polyglot/counts/counts_file.hpp>
#include <polyglot/counts/header.hpp>
#include <polyglot/counts/totals.hpp>
#include <polyglot/result.hpp>

namespace polyglot::counts {

struct NextPosition;

/// The packed positions of one partition.
struct PackedPartition {
  struct Bucket {
    std::uint64_t first_key = 0;
    std::uint64_t offset = 0;    ///< offset in bytes from the first bucket of the partition
    std::uint32_t checksum = 0;  ///< checksum of its bytes
  };

  std::string bytes;  ///< buckets that have not been written yet
  std::vector<Bucket> buckets;
  std::set<std::uint32_t> groups;  ///< codes of all groups
  std::uint64_t positions = 0;
  std::uint64_t moves = 0;
};

/// A row of one game.
struct GameRow {
  enum class Result : std::uint8_t { won, drawn, lost, unknown };  ///< for the side that moves

  std::uint16_t move = 0;   ///< as in Row
  std::uint32_t group = 0;  ///< Group::code()
  std::uint32_t input = 0;  ///< index in Header::inputs
  Result result = Result::unknown;
  std::uint16_t rating = 0;    ///< of the side that moves; 0 unless both ratings are known
  std::uint16_t opponent = 0;  ///< rating of the other side
  std::uint32_t date = 0;      ///< as in Totals
};

/// Packs the positions of partitions, one partition after another. Each thread may have its own packer.
class PartitionPacker {
 public:
  PartitionPacker();
  PartitionPacker(PartitionPacker&&) noexcept;
  PartitionPacker& operator=(PartitionPacker&&) noexcept;
  ~PartitionPacker();

  /// Adds a position with at least one row. Keys are added in ascending order, the rows of a position in the
  /// order in which games first had them.
  void add(std::uint64_t key, std::span<const Row> rows);
  /// Adds a position with one row. Takes less time than the function above. False: the numbers are too large,
  /// and nothing is added.
  [[nodiscard]] bool add(std::uint64_t key, const GameRow& row);
  /// Adds positions of buckets, see BucketPacker::copy(). Returns how many were added.
  std::size_t copy(std::span<const NextPosition> positions);
  /// Returns the packed part of the partition. The caller may take and clear `bytes`.
  [[nodiscard]] PackedPartition& packed() noexcept;
  /// Ends the partition. Returns the part of packed() that the caller has not taken yet, and may move away.
  [[nodiscard]] PackedPartition& end();
  /// Begins another partition. Call this after end().
  void begin();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Writes a file of counts. The file gets its name only when it is complete. Not thread-safe.
class CountsWriter {
 public:
  /// Begins a file. `header` need not have groups, games and the numbers of positions and moves, which are
  /// counted while writing. Error: as os::AtomicFile::create().
  [[nodiscard]] static Result<CountsWriter> create(const std::string& path, Header header);
  CountsWriter(CountsWriter&&) noexcept;
  CountsWriter& operator=(CountsWriter&&) = delete;
  ~CountsWriter();

  /// Adds a position as PartitionPacker::add() does, in the partition of the last one or a later one. Error:
  /// from the system, or a partition takes more than 4 GB.
  [[nodiscard]] Result<void> add(std::uint64_t key, std::span<const Row> rows);
  /// Returns the packer for positions of the partition of a key, that of the last one or a later one. Do not
  /// end it.
  [[nodiscard]] Result<PartitionPacker*> packer_of(std::uint64_t key);
  /// Adds a whole partition that a packer has packed. Call this with ascending numbers, and not for files to
  /// which single positions are added.
  [[nodiscard]] Result<void> add(std::uint32_t partition, const PackedPartition& packed);
  /// Sets the inputs and games, if they are known only at the end.
  void set_inputs(std::vector<Input> inputs);
  /// Gives the file its name and returns its header. Call this last.
  [[nodiscard]] Result<Header> commit();

 private:
  struct State;
  explicit CountsWriter(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace polyglot::counts
