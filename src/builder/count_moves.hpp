// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <polyglot/counts/counts_writer.hpp>
#include <polyglot/counts/key_sorter.hpp>
#include <polyglot/counts/totals.hpp>

#include "builder/aggregator.hpp"
#include "builder/chunk_source.hpp"
#include "builder/chunk_worker.hpp"
#include "builder/kept_games.hpp"
#include "builder/tally.hpp"
#include "builder/tally_table.hpp"

namespace polyglot::builder {

/// Adds up moves for a file of counts, and collects the games that it keeps, instead of an Aggregator.
template <class Tally>
class CountMoves : public Aggregator<Tally> {
 public:
  using Stored = typename Tally::Stored;
  static constexpr bool kKeepsGames = std::is_base_of_v<KeptCountRecord, Stored>;

  explicit CountMoves(const AggregatorSettings& settings)
      : Aggregator<Tally>(settings), games_(settings.plan.duplicates, settings.folder) {}

  /// Takes the records of a chunk and the facts of their games.
  void add(const InputChunk& chunk, const ChunkResult& result) {
    const auto input = static_cast<std::uint32_t>(chunk.input);
    Aggregator<Tally>::add(chunk.number, BasicBlock<Stored>(result.records, result.games, input));
    games_.add(chunk.number, result.kept_games);
  }
  [[nodiscard]] bool is_full() const noexcept { return Aggregator<Tally>::is_full() || games_.is_full(); }
  [[nodiscard]] Result<void> make_room() {
    if (games_.is_full())
      if (auto made = games_.make_room(); !made) return made;
    return Aggregator<Tally>::is_full() ? Aggregator<Tally>::make_room() : Result<void>();
  }
  /// Does what Aggregator::finish() does. At the end `write` also gets the kept games.
  template <class Chooser, class Write>
  [[nodiscard]] Result<SeenMoves> finish(const Chooser& chooser, const Write& write) {
    auto seen = Aggregator<Tally>::finish(chooser, write);
    if (!seen || !kKeepsGames) return seen;
    auto written = write(games_);
    return written ? seen : written.error();
  }

 private:
  KeptGames games_;
};

/// Partitions of a file that are complete, by number.
using PackedPartitions = std::vector<std::pair<std::uint32_t, counts::PackedPartition>>;

/// Packs tallies for a file of counts. The partitions of the file are parts of those of the run.
class CountsChooser {
 public:
  CountsChooser(std::uint32_t partitions, bool keeps_games)
      : partitions_(partitions), keeps_games_(keeps_games), packer_(keeps_games) {}
  /// Each thread has its own packer.
  CountsChooser(const CountsChooser& other) : CountsChooser(other.partitions_, other.keeps_games_) {}
  CountsChooser& operator=(const CountsChooser&) = delete;
  ~CountsChooser() = default;

  /// Packs the tallies of some positions. Their keys are higher than those of the last call.
  template <class Tally>
  [[nodiscard]] PackedPartitions select(std::span<const Tally> tallies) {
    sort_by_key(tallies);
    for_each_position([&](std::span<const Place> places) {
      rows_.clear();
      for (const Place& place : places) rows_.push_back(row_of(tallies[place.number]));
      packer_.add(places.front().key, rows_);
    });
    return std::exchange(done_, {});
  }
  /// Does the same with records, in the order of their games. It adds up the records of each position alone,
  /// in `table`. That takes less time than a table of all moves, because most positions have one record. Sets
  /// `moves` to the number of rows.
  template <class Tally>
  [[nodiscard]] PackedPartitions select_records(std::span<const typename Tally::Stored> records,
                                                TallyTable<Tally>& table, std::size_t& moves) {
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
    return std::exchange(done_, {});
  }
  /// The remaining part of the partition.
  [[nodiscard]] PackedPartitions end_partition();
  [[nodiscard]] static LeftOut left_out() noexcept { return {}; }

 private:
  /// The key of a tally or record, and its number.
  struct Place {
    chess::Key key;
    std::uint32_t number;
  };

  template <class Tally>
  [[nodiscard]] static counts::Row row_of(const Tally& tally) noexcept {
    counts::Row row{.move = tally.move,
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
    if constexpr (requires { tally.game; }) row.game = tally.game;
    return row;
  }
  template <class Stored>
  [[nodiscard]] static counts::GameRow game_row_of(const Stored& record) noexcept {
    using enum counts::GameRow::Result;
    constexpr std::array kResults{lost, drawn, won, unknown};  // by half points
    counts::GameRow row{.move = record.move,
                        .group = record.group,
                        .input = record.input,
                        .result = kResults[record.half_points],
                        .rating = record.rating,
                        .opponent = record.opponent,
                        .date = record.date};
    if constexpr (requires { record.offset; }) row.offset = record.offset;
    return row;
  }
  /// The rows of a position stay in the order in which games first had them.
  template <class Move>
  void sort_by_key(std::span<const Move> moves);
  /// Calls `pack` for each position, in the partition of its key.
  template <class Pack>
  void for_each_position(const Pack& pack) {
    for (std::span<const Place> rest = sorter_.sorted(); !rest.empty();) {
      const chess::Key key = rest.front().key;
      const auto end =
          std::find_if(rest.begin() + 1, rest.end(), [key](const Place& place) { return place.key != key; });
      const auto size = static_cast<std::size_t>(end - rest.begin());
      begin_partition_of(key);
      pack(rest.first(size));
      rest = rest.subspan(size);
    }
  }
  void begin_partition_of(chess::Key key);
  void end_packing();

  std::uint32_t partitions_;
  bool keeps_games_;
  counts::PartitionPacker packer_;
  std::uint32_t partition_ = 0;  ///< the present one
  bool has_begun_ = false;
  PackedPartitions done_;
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
