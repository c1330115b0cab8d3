// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/builder/build.hpp>
#include <polyglot/counts/header.hpp>
#include <polyglot/result.hpp>

namespace polyglot::builder {

/// The result of a run, and the header of the file that it has written.
struct CountSummary {
  Summary games;
  counts::Header header;
};

/// Counts the results of games for each move of each position, adds the files `settings.added`, and writes
/// the sum to the file of counts `settings.output`. It uses the settings that choose games and moves, those
/// of the run, and `counted_by`. It takes the inputs in the order of their names. The bytes depend on neither
/// threads nor memory, nor on how the games were divided between files of games and of counts.
///
/// Error: as build_book(); or a setting depends on how games are cut into files (duplicates, samples) or
/// cannot apply to counts; or an input is given twice, is not a regular file, or changes meanwhile; or as
/// counts::CountsSum::open().
[[nodiscard]] Result<CountSummary> count_games(const Settings& settings, Progress& progress);

/// Builds a `.bin` book from the files of counts `settings.inputs`, with the settings `entries`, `header` and
/// `output`. It has the bytes that build_book() writes for all games in the order of their files' names.
/// Error: as counts::CountsSum::open(), or an empty book as in build_book(). With Polyglot's rule also a move
/// with 16384 games or more, because halving depends on the order of the games.
[[nodiscard]] Result<Summary> book_of_counts(const Settings& settings, Progress& progress);

}  // namespace polyglot::builder
