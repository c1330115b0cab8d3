// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <polyglot/counts/counts_writer.hpp>
#include <polyglot/counts/totals.hpp>

#include "builder/aggregator.hpp"
#include "builder/chunk_source.hpp"
#include "builder/chunk_worker.hpp"
#include "builder/kept_games.hpp"
#include "builder/tally.hpp"

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
    const auto with_facts = [&, input = static_cast<std::uint32_t>(chunk.input)](const Record& record) {
      const GameFacts& game = result.games[record.weight / 2];
      const std::size_t side = record.weight % 2;
      const CountRecord counted{.key = record.key,
                                .move = record.move,
                                .half_points = game.has_result ? record.half_points : kUnknownResult,
                                .group = game.group,
                                .input = input,
                                .date = game.date,
                                .rating = game.ratings[side],
                                .opponent = game.ratings[1 - side],
                                .weight = game.weights[side]};
      if constexpr (kKeepsGames)
        return KeptCountRecord{counted, game.offset};
      else
        return counted;
    };
    Aggregator<Tally>::add(chunk.number, BasicBlock<Stored>(result.records, with_facts));
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
    for (std::size_t begin = 0; begin < order_.size();) {
      const chess::Key key = order_[begin].first;
      rows_.clear();
      for (; begin < order_.size() && order_[begin].first == key; ++begin)
        rows_.push_back(row_of(tallies[order_[begin].second]));
      pack(key, rows_);
    }
    return std::exchange(done_, {});
  }
  /// The remaining part of the partition.
  [[nodiscard]] PackedPartitions end_partition();
  [[nodiscard]] static LeftOut left_out() noexcept { return {}; }

 private:
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
  template <class Tally>
  void sort_by_key(std::span<const Tally> tallies);
  void pack(chess::Key key, std::span<const counts::Row> rows);
  void end_packing();

  std::uint32_t partitions_;
  bool keeps_games_;
  counts::PartitionPacker packer_;
  std::uint32_t partition_ = 0;  ///< the present one
  bool has_begun_ = false;
  PackedPartitions done_;
  std::vector<std::uint32_t> shares_;  ///< places of keys, by the bits after those of the partition
  std::vector<std::pair<chess::Key, std::uint32_t>> order_;  ///< keys and numbers of the tallies, sorted
  std::vector<counts::Row> rows_;
};

/// The rows of a position stay in the order in which games first had them. Keys are evenly spread. Once they
/// are divided by the bits after those of the partition, hardly anything is left to sort.
template <class Tally>
void CountsChooser::sort_by_key(std::span<const Tally> tallies) {
  const auto bits = static_cast<unsigned>(std::bit_width(tallies.size()));
  const auto share_of = [bits](chess::Key key) {
    return bits == 0 ? 0 : static_cast<std::size_t>((key << kPartitionBits) >> (64 - bits));
  };
  shares_.assign((std::size_t{1} << bits) + 1, 0);
  for (const Tally& tally : tallies) ++shares_[share_of(tally.key) + 1];
  std::partial_sum(shares_.begin(), shares_.end(), shares_.begin());
  order_.resize(tallies.size());
  for (std::uint32_t i = 0; i < tallies.size(); ++i)
    order_[shares_[share_of(tallies[i].key)]++] = {tallies[i].key, i};
  // Each share begins at the end of the previous one.
  std::size_t begin = 0;
  for (const std::uint32_t end : shares_) {
    if (end - begin > 1)
      std::sort(order_.begin() + static_cast<std::ptrdiff_t>(begin),
                order_.begin() + static_cast<std::ptrdiff_t>(end));
    begin = end;
  }
}

}  // namespace polyglot::builder
