// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
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

/// A complete partition of a file, with its number; nothing before its end.
using PackedPart = std::optional<std::pair<std::uint32_t, counts::PackedPartition>>;

/// Packs tallies for a file of counts, which has the partitions of the run.
class CountsChooser {
 public:
  CountsChooser() = default;
  /// Each thread has its own packer.
  CountsChooser(const CountsChooser&) {}
  CountsChooser& operator=(const CountsChooser&) = delete;
  ~CountsChooser() = default;

  /// Packs the tallies of some positions. Their keys are higher than those of the last call.
  template <class Tally>
  [[nodiscard]] PackedPart select(std::span<const Tally> tallies) {
    sort_by_key(tallies);
    for_each_position([&](std::span<const Place> places) {
      rows_.clear();
      for (const Place& place : places) rows_.push_back(row_of(tallies[place.number]));
      packer_.add(places.front().key, rows_);
    });
    return std::nullopt;
  }
  /// Does the same with records, in the order of their games. It adds up the records of each position alone,
  /// in `table`. That takes less time than a table of all moves, because most positions have one record. Sets
  /// `moves` to the number of rows.
  template <class Tally>
  [[nodiscard]] PackedPart select_records(std::span<const CountRecord> records, TallyTable<Tally>& table,
                                          std::size_t& moves) {
    sort_by_key(records);
    moves = 0;
    for_each_position([&](std::span<const Place> places) {
      const auto& [key, number] = places.front();
      if (places.size() == 1 && packer_.add(key, game_row_of(records[number]))) {
        ++moves;
        return;
      }
      table.start({}, places.size());
      for (const Place& place : places) table.add(records[place.number]);
      rows_.clear();
      for (const Tally& tally : table.tallies()) rows_.push_back(row_of(tally));
      moves += rows_.size();
      packer_.add(key, rows_);
    });
    return std::nullopt;
  }
  [[nodiscard]] PackedPart end_partition();
  [[nodiscard]] static LeftOut left_out() noexcept { return {}; }

 private:
  /// The key of a tally or record, and its number.
  struct Place {
    chess::Key key;
    std::uint32_t number;
  };

  [[nodiscard]] static counts::Row row_of(const CountTally& tally) noexcept {
    return {.move = tally.move,
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
  [[nodiscard]] static counts::GameRow game_row_of(const CountRecord& record) noexcept {
    using enum counts::GameRow::Result;
    constexpr std::array kResults{lost, drawn, won, unknown};  // by half points
    return {.move = record.move,
            .group = record.group,
            .input = record.input,
            .result = kResults[record.half_points],
            .rating = record.rating,
            .opponent = record.opponent,
            .date = record.date};
  }
  /// The rows of a position stay in the order in which games first had them.
  template <class Move>
  void sort_by_key(std::span<const Move> moves);
  /// Calls `pack` for each position.
  template <class Pack>
  void for_each_position(const Pack& pack) {
    for (std::span<const Place> rest = sorter_.sorted(); !rest.empty();) {
      const chess::Key key = rest.front().key;
      const auto end =
          std::find_if(rest.begin() + 1, rest.end(), [key](const Place& place) { return place.key != key; });
      const auto size = static_cast<std::size_t>(end - rest.begin());
      partition_ = counts::partition_of(key);
      pack(rest.first(size));
      rest = rest.subspan(size);
    }
  }

  counts::PartitionPacker packer_;
  std::optional<std::uint32_t> partition_ =
      std::nullopt;  ///< the present one; nothing if it has no moves yet
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
