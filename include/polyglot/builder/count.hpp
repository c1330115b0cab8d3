// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

#include <polyglot/builder/build.hpp>
#include <polyglot/counts/counts_sum.hpp>
#include <polyglot/counts/header.hpp>
#include <polyglot/result.hpp>

namespace polyglot::builder {

/// The result of a run, and the header of the file that it has written.
struct CountSummary {
  Summary games;
  counts::Header header;
};

/// Counts the results of games for each move of each position, and writes them to the file of counts
/// `settings.output`. It uses the settings that choose games and moves, those of the run, and `counted_by`,
/// `keep_games` and `shard`. It takes the inputs in the order of their names. The bytes depend on neither
/// threads nor memory.
///
/// `partitions` is a power of two, at least kLeastPartitions. Error: as build_book(); or a setting depends on
/// how games are cut into files (duplicates, samples) or cannot apply to counts; or an input is given twice,
/// is not a regular file, or changes meanwhile.
[[nodiscard]] Result<CountSummary> count_games(const Settings& settings, std::uint32_t partitions,
                                               Progress& progress);

/// The minimum number of partitions of count_games().
inline constexpr std::uint32_t kLeastPartitions = 512;

/// Builds a `.bin` book from counts, with the settings `entries`, `header` and `output`. It has the bytes
/// that build_book() writes for all games in the order of their files' names. `piece` names the partitions
/// for which a piece of the book is written. The pieces of all partitions, in their order, are the book.
/// Error: the sum is not complete, or an empty book as in build_book(). With Polyglot's rule also a move with
/// 16384 games or more, because halving depends on the order of the games.
[[nodiscard]] Result<Summary> book_of_counts(const counts::CountsSum& sum, const Settings& settings,
                                             const std::atomic<bool>& stop,
                                             std::optional<counts::PartitionRange> piece = std::nullopt);

}  // namespace polyglot::builder
