// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <polyglot/counts/counts_writer.hpp>
#include <polyglot/counts/totals.hpp>

#include "builder/aggregator.hpp"
#include "builder/chunk_source.hpp"
#include "builder/chunk_worker.hpp"
#include "builder/tally.hpp"

namespace polyglot::builder {

/// Adds up moves for a file of counts, instead of an Aggregator.
template <class Tally>
class CountMoves : public Aggregator<Tally> {
 public:
  using Aggregator<Tally>::Aggregator;

  /// Takes the records of a chunk and the facts of their games.
  void add(const InputChunk& chunk, const ChunkResult& result) {
    const auto with_facts = [&, input = static_cast<std::uint32_t>(chunk.input)](const Record& record) {
      const GameFacts& game = result.games[record.weight / 2];
      const std::size_t side = record.weight % 2;
      return CountRecord{.key = record.key,
                         .move = record.move,
                         .half_points = game.has_result ? record.half_points : kUnknownResult,
                         .group = game.group,
                         .input = input,
                         .date = game.date,
                         .rating = game.ratings[side],
                         .opponent = game.ratings[1 - side],
                         .weight = game.weights[side]};
    };
    Aggregator<Tally>::add(chunk.number, BasicBlock<CountRecord>(result.records, with_facts));
  }
};

/// Partitions of a file that are complete, by number.
using PackedPartitions = std::vector<std::pair<std::uint32_t, counts::PackedPartition>>;

/// Packs tallies for a file of counts. The partitions of the file are parts of those of the run.
class CountsChooser {
 public:
  explicit CountsChooser(std::uint32_t partitions) : partitions_(partitions) {}
  /// Each thread has its own packer.
  CountsChooser(const CountsChooser& other) : partitions_(other.partitions_) {}
  CountsChooser& operator=(const CountsChooser&) = delete;
  ~CountsChooser() = default;

  /// Packs the tallies of some positions. Their keys are higher than those of the last call.
  [[nodiscard]] PackedPartitions select(std::span<const CountTally> tallies);
  /// The remaining part of the partition.
  [[nodiscard]] PackedPartitions end_partition();
  [[nodiscard]] static std::uint64_t rare() noexcept { return 0; }

 private:
  void sort_by_key(std::span<const CountTally> tallies);
  void pack(chess::Key key, std::span<const counts::Row> rows);
  void end_packing();

  std::uint32_t partitions_;
  counts::PartitionPacker packer_;
  std::uint32_t partition_ = 0;  ///< the present one
  bool has_begun_ = false;
  PackedPartitions done_;
  std::vector<std::uint32_t> shares_;  ///< by the next bits of the keys: where they begin
  std::vector<std::pair<chess::Key, std::uint32_t>> order_;  ///< keys and numbers of the tallies, sorted
  std::vector<counts::Row> rows_;
};

}  // namespace polyglot::builder
