// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/builder/build.hpp>
#include <polyglot/result.hpp>

#include "builder/block.hpp"
#include "builder/memory_plan.hpp"
#include "builder/run_file.hpp"
#include "builder/tally_table.hpp"

namespace polyglot::builder {

struct AggregatorSettings {
  MemoryPlan plan;
  unsigned threads;
  std::string folder;  ///< for what does not fit
  Progress& progress;
};

/// What has become of all games.
struct Finished {
  std::uint64_t moves = 0;    ///< seen, each counted once in a position
  std::uint64_t entries = 0;  ///< written
};

/// Adds up the records of all games, partition by partition, in the order of the games: the rule of
/// Polyglot depends on it, and so does the order of equal entries.
///
/// Blocks of records wait until they take too much room. Then they are added to the tallies, which is a gain
/// as long as games share their moves; once the tallies themselves take too much, blocks go to a file.
template <class Tally>
class Aggregator {
 public:
  explicit Aggregator(const AggregatorSettings& settings) : settings_(settings) {}

  /// Takes the records of the chunk of this number. May be called from several threads, in any order; the
  /// numbers added before make_room() must be lower than those added after it.
  void add(std::uint64_t number, std::span<const Record> records);
  [[nodiscard]] bool is_full() const noexcept { return pending_bytes_ >= settings_.plan.pending; }
  /// No other thread may call anything meanwhile.
  [[nodiscard]] Result<void> make_room();

  /// Adds up the rest and hands all entries to `writer`.
  [[nodiscard]] Result<Finished> finish(const EntryRule& rule, book::BinBookWriter& writer);
  [[nodiscard]] std::uint64_t spilled() const noexcept { return runs_ ? runs_->bytes() : 0; }

 private:
  class Finisher;

  /// Calls `work(table, partition)` for each partition, by all threads.
  template <class Work>
  void for_each_partition(Work work);
  void fold();
  [[nodiscard]] Result<void> spill();

  AggregatorSettings settings_;
  std::mutex mutex_;
  std::map<std::uint64_t, Block> pending_;  ///< by number: in the order of the games
  std::atomic<std::size_t> pending_bytes_ = 0;
  std::array<std::vector<Tally>, kPartitions> tallies_;
  std::size_t tally_bytes_ = 0;
  std::optional<RunFile> runs_;
};

extern template class Aggregator<PolyglotTally>;
extern template class Aggregator<WeightedTally>;

}  // namespace polyglot::builder
