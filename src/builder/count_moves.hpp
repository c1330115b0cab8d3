// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyglot/counts/counts_writer.hpp>
#include <polyglot/counts/key_sorter.hpp>
#include <polyglot/counts/totals.hpp>

#include "builder/aggregator.hpp"
#include "builder/chunk_source.hpp"
#include "builder/chunk_worker.hpp"
#include "builder/tally.hpp"
#include "builder/tally_table.hpp"

namespace polyglot::builder {

static_assert(kPartitionBits == counts::kRangeBits);

/// Adds up moves for a file of counts.
template <class Tally>
class CountMoves : public Aggregator<Tally> {
 public:
  using Aggregator<Tally>::Aggregator;

  /// Takes the records of a chunk and the facts of their games.
  void add(const InputChunk& chunk, const ChunkResult& result) {
    const auto input = static_cast<std::uint32_t>(chunk.input);
    Aggregator<Tally>::add(chunk.number, BasicBlock<CountRecord>(result.records, result.games, input));
  }
};

/// Packs tallies for a file of counts. A partition of the run is a range of the file.
class CountsChooser {
 public:
  CountsChooser() = default;
  /// Each thread has its own packer.
  CountsChooser(const CountsChooser&) {}
  CountsChooser& operator=(const CountsChooser&) = delete;
  ~CountsChooser() = default;

  /// Packs the tallies of some positions. Their keys are higher than those of the last call.
  template <class Tally>
  [[nodiscard]] counts::PackedRows select(std::span<const Tally> tallies) {
    sort_by_key(tallies);
    rows_.clear();
    for (const Place& place : sorter_.sorted()) rows_.push_back(row_of(tallies[place.number]));
    packer_.add(rows_);
    return packer_.take_packed();
  }
  /// Does the same with records, in the order of their games. It adds up the records of each position alone,
  /// in `table`. That takes less time than a table of all moves, because most positions have one record. Sets
  /// `moves` to the number of rows.
  template <class Tally>
  [[nodiscard]] counts::PackedRows select_records(std::span<const CountRecord> records,
                                                  TallyTable<Tally>& table, std::size_t& moves) {
    sort_by_key(records);
    rows_.clear();
    for_each_position([&](std::span<const Place> places) {
      if (places.size() == 1) {
        CountTally tally(records[places.front().number]);
        tally.add(records[places.front().number]);
        rows_.push_back(row_of(tally));
        return;
      }
      table.start({}, places.size());
      for (const Place& place : places) table.add(records[place.number]);
      for (const Tally& tally : table.tallies()) rows_.push_back(row_of(tally));
    });
    moves = rows_.size();
    packer_.add(rows_);
    return packer_.take_packed();
  }
  [[nodiscard]] counts::PackedRows end_partition() { return packer_.end(); }
  [[nodiscard]] static LeftOut left_out() noexcept { return {}; }

 private:
  /// The key of a tally or record, and its number.
  struct Place {
    chess::Key key;
    std::uint32_t number;
  };

  [[nodiscard]] static counts::Row row_of(const CountTally& tally) noexcept {
    return {.key = tally.key,
            .move = tally.move,
            .group = tally.group,
            .input = tally.input,
            .totals = {.games = tally.games,
                       .wins = tally.wins,
                       .draws = tally.draws,
                       .losses = tally.losses,
                       .rated = tally.rated,
                       .rating_sum = tally.rating_sum,
                       .opponent_sum = tally.opponent_sum,
                       .first_date = tally.first_date,
                       .last_date = tally.last_date}};
  }
  /// The rows of a position stay in the order in which games first had them.
  template <class Move>
  void sort_by_key(std::span<const Move> moves);
  /// Calls `take` for each position.
  template <class Take>
  void for_each_position(const Take& take) {
    for (std::span<const Place> rest = sorter_.sorted(); !rest.empty();) {
      const chess::Key key = rest.front().key;
      const auto end =
          std::find_if(rest.begin() + 1, rest.end(), [key](const Place& place) { return place.key != key; });
      const auto size = static_cast<std::size_t>(end - rest.begin());
      take(rest.first(size));
      rest = rest.subspan(size);
    }
  }

  counts::RowPacker packer_;
  counts::KeySorter<Place> sorter_;
  std::vector<counts::Row> rows_;
};

template <class Move>
void CountsChooser::sort_by_key(std::span<const Move> moves) {
  // All keys are of one partition.
  constexpr chess::Key kInPartition = ~chess::Key{0} >> kPartitionBits;
  const chess::Key lowest = moves.empty() ? 0 : moves.front().key & ~kInPartition;
  sorter_.sort(moves.size(), lowest, lowest | kInPartition, [moves](const auto& take) {
    for (std::uint32_t i = 0; i < moves.size(); ++i) take({moves[i].key, i});
  });
}

}  // namespace polyglot::builder
