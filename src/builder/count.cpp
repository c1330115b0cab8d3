// SPDX-License-Identifier: MIT
#include <algorithm>
#include <future>
#include <limits>
#include <utility>

#include <polyglot/builder/count.hpp>
#include <polyglot/os/file.hpp>

#include "builder/content_hash.hpp"
#include "builder/count_moves.hpp"
#include "builder/run.hpp"
#include "builder/settings_text.hpp"

namespace polyglot::builder {

PackedPartitions CountsChooser::select(std::span<const CountTally> tallies) {
  order_.clear();
  for (std::uint32_t i = 0; i < tallies.size(); ++i) order_.emplace_back(tallies[i].key, i);
  // The rows of a position stay in the order in which games first had them.
  std::ranges::sort(order_);
  for (std::size_t begin = 0; begin < order_.size();) {
    const chess::Key key = order_[begin].first;
    rows_.clear();
    for (; begin < order_.size() && order_[begin].first == key; ++begin) {
      const CountTally& tally = tallies[order_[begin].second];
      rows_.push_back({.move = tally.move,
                       .group = tally.group,
                       .input = tally.input,
                       .totals = {.games = tally.games,
                                  .wins = tally.wins,
                                  .draws = tally.draws,
                                  .losses = tally.games - tally.wins - tally.draws,
                                  .rated = tally.rated,
                                  .rating_sum = tally.rating_sum,
                                  .opponent_sum = tally.opponent_sum,
                                  .first_date = tally.first_date,
                                  .last_date = tally.last_date}});
    }
    pack(key, rows_);
  }
  return std::exchange(done_, {});
}

PackedPartitions CountsChooser::end_partition() {
  end_packing();
  return std::exchange(done_, {});
}

void CountsChooser::pack(chess::Key key, std::span<const counts::Row> rows) {
  const std::uint32_t partition = counts::partition_of(key, partitions_);
  if (has_begun_ && partition != partition_) end_packing();
  partition_ = partition;
  has_begun_ = true;
  packer_.add(key, rows);
}

void CountsChooser::end_packing() {
  if (has_begun_) done_.emplace_back(partition_, packer_.finish());
  has_begun_ = false;
}

namespace {

/// What sums of a single run have room for: a move comes more than once in a game, but seldom.
constexpr std::uint64_t kMostGames = std::numeric_limits<std::uint32_t>::max() / 2;

Result<void> check_settings(const Settings& settings, std::uint32_t partitions) {
  if (settings.drop_duplicates)
    return Error{"duplicate games cannot be skipped: those in other files are not known"};
  if (settings.filter.sample < 1)
    return Error{"a random share of games depends on how these are cut into files"};
  if (settings.variations == Variations::all || settings.as_xboard)
    return Error{"counts have the main lines of games alone"};
  if (!counts::is_partitions(partitions) || partitions < kLeastPartitions)
    return Error{"the number of partitions is a power of two from " + std::to_string(kLeastPartitions) +
                 " to " + std::to_string(counts::kMostPartitions)};
  return settings.filter.check();
}

/// In the order of their names, which is that of the counts.
Result<void> sort_inputs(std::vector<std::string>& inputs) {
  std::ranges::sort(inputs);
  const auto twin = std::ranges::adjacent_find(inputs);
  return twin == inputs.end() ? Result<void>() : Error{"is given twice", *twin};
}

/// The inputs by their content, of a run that lasts as long as reading them does.
class InputHashes {
 public:
  InputHashes(const Settings& settings, Progress& progress)
      : settings_(settings),
        progress_(progress),
        hashes_(std::async(std::launch::async, [this] { return read(); })) {}
  ~InputHashes() {
    // The run has failed: its error counts.
    if (hashes_.valid()) stop_ = true;
  }
  InputHashes(const InputHashes&) = delete;
  InputHashes& operator=(const InputHashes&) = delete;

  /// Waits for them. Error: also a file that is not as it was at first.
  [[nodiscard]] Result<std::vector<counts::Input>> get() { return hashes_.get(); }
  /// Error: a file is not as it was when its content was read.
  [[nodiscard]] Result<void> check() const {
    for (std::size_t i = 0; i < stamps_.size(); ++i) {
      const auto stamp = os::stamp_of(settings_.inputs[i]);
      if (!stamp) return stamp.error();
      if (*stamp != stamps_[i]) return Error{"has been changed while it was counted", settings_.inputs[i]};
    }
    return {};
  }

 private:
  [[nodiscard]] Result<std::vector<counts::Input>> read() {
    std::vector<counts::Input> inputs;
    for (const std::string& path : settings_.inputs) {
      const auto stamp = os::stamp_of(path);
      if (!stamp) return stamp.error();
      stamps_.push_back(*stamp);
      const auto content = content_hash(path, settings_.shard, stop_);
      if (!content) return content.error();
      if (progress_.stop) return Error{"interrupted"};
      inputs.push_back({.name = path,
                        .bytes = content->bytes,
                        .hash = content->hash,
                        .shard = settings_.shard.number,
                        .shards = settings_.shard.of});
    }
    return {boost::system::in_place_value, std::move(inputs)};
  }

  const Settings& settings_;
  Progress& progress_;
  std::atomic<bool> stop_ = false;
  std::vector<os::FileStamp> stamps_;
  std::future<Result<std::vector<counts::Input>>> hashes_;
};

counts::Header header_of(const Settings& settings, std::uint32_t partitions) {
  counts::Header header;
  header.settings = settings_text(settings);
  if (settings.variant) header.variant = settings.variant->name();
  if (settings.filter.variant == "chess960") header.variant = "fischerandom";
  header.partitions = partitions;
  header.ranges = {0, partitions};
  return header;
}

}  // namespace

Result<CountSummary> count_games(const Settings& given, std::uint32_t partitions, Progress& progress) {
  Settings settings = given;
  settings.refuse_empty = false;
  if (!settings.counted_by) settings.counted_by.emplace();
  if (auto checked = check_settings(settings, partitions); !checked) return checked.error();
  if (auto sorted = sort_inputs(settings.inputs); !sorted) return sorted.error();
  if (auto checked = check_files(settings); !checked) return checked.error();
  auto writer = counts::CountsWriter::create(settings.output, header_of(settings, partitions));
  if (!writer) return writer.error();
  InputHashes hashes(settings, progress);
  const auto write = [&](PackedPartitions packed, std::uint64_t& entries) -> Result<void> {
    for (auto& [partition, content] : packed) {
      entries += content.moves;
      if (auto added = writer->add(partition, std::move(content)); !added) return added;
    }
    return {};
  };
  auto counted = run_over_games<CountMoves>(settings, progress, CountsChooser(partitions), write);
  if (!counted) return counted.error();
  if (counted->counts.used > kMostGames)
    return Error{"more than " + std::to_string(kMostGames) + " games: count them in several parts"};
  auto inputs = hashes.get();
  if (!inputs) return inputs.error();
  if (auto checked = hashes.check(); !checked) return checked.error();
  for (std::size_t i = 0; i < inputs->size(); ++i) (*inputs)[i].games = counted->used[i];
  writer->set_inputs(std::move(*inputs));
  auto header = writer->commit();
  if (!header) return header.error();
  return CountSummary{.games = std::move(*counted), .header = std::move(*header)};
}

}  // namespace polyglot::builder
