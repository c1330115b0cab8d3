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

/// What became of a run, and of its file.
struct CountSummary {
  Summary games;
  counts::Header header;
};

/// Counts what games have brought to each move of each position, and writes the file of counts
/// `settings.output`. Of the settings count those that say which games and whose moves are wanted, those of
/// the run, and `counted_by` and `shard`. The inputs are taken in the order of their names. The bytes depend
/// neither on the number of threads nor on the memory.
///
/// `partitions`: a power of two from 512 on. Error: that of build_book(); settings that depend on how games
/// are cut into files (duplicates, samples) or that counts do not have; an input that is given twice, that is
/// no regular file, or that changes meanwhile.
[[nodiscard]] Result<CountSummary> count_games(const Settings& settings, std::uint32_t partitions,
                                               Progress& progress);

/// The least number of partitions of count_games().
inline constexpr std::uint32_t kLeastPartitions = 512;

/// Makes a `.bin` book of counts: the same bytes that build_book() makes of all games, given in the order of
/// their names. Of the settings `entries`, `header` and `output` count. `piece`: partitions of which a piece
/// of the book is made; the pieces of all partitions, one behind another, are the book. Error: a sum that is
/// not complete; with Polyglot's rule a move of 16384 games or more, since what halving has left depends on
/// the order of the games; what build_book() would say of an empty book.
[[nodiscard]] Result<Summary> book_of_counts(const counts::CountsSum& sum, const Settings& settings,
                                             const std::atomic<bool>& stop,
                                             std::optional<counts::Ranges> piece = std::nullopt);

}  // namespace polyglot::builder
