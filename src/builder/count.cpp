// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include <polyglot/builder/count.hpp>

#include "builder/counts_output.hpp"
#include "builder/run.hpp"

namespace polyglot::builder {
namespace {

/// Writes what a run over the games produces, and counts the moves as entries.
struct CountsWrite {
  CountsOutput& output;

  [[nodiscard]] Result<void> operator()(const PackedPartitions& packed, std::uint64_t& entries) const {
    for (const auto& [partition, content] : packed) entries += content.moves;
    return output.add(packed);
  }
  [[nodiscard]] Result<void> operator()(const KeptGames& games, std::uint64_t&) const {
    return output.add(games);
  }
};

}  // namespace

Result<CountSummary> count_games(const Settings& given, std::uint32_t partitions, Progress& progress) {
  Settings settings = given;
  settings.refuse_empty = false;
  if (!settings.counted_by) settings.counted_by.emplace();
  std::ranges::sort(settings.inputs);
  if (auto checked = check_counting(settings); !checked) return checked.error();
  if (!counts::is_partition_count(partitions) || partitions < kLeastPartitions)
    return Error{"the number of partitions is a power of two from " + std::to_string(kLeastPartitions) +
                 " to " + std::to_string(counts::kMostPartitions)};
  if (auto checked = settings.filter.check(); !checked) return checked.error();
  if (auto checked = check_files(settings); !checked) return checked.error();
  auto output = CountsOutput::create(settings.output, settings, partitions, progress);
  if (!output) return output.error();
  const CountsWrite write{*output};
  const CountsChooser chooser(partitions, settings.keep_games);
  auto counted = settings.keep_games
                     ? run_over_games<CountMoves<KeptCountTally>>(settings, progress, chooser, write)
                     : run_over_games<CountMoves<CountTally>>(settings, progress, chooser, write);
  if (!counted) return counted.error();
  auto header = output->commit(*counted);
  if (!header) return header.error();
  return CountSummary{.games = std::move(*counted), .header = std::move(*header)};
}

}  // namespace polyglot::builder
