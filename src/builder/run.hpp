// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/builder/build.hpp>
#include <polyglot/os/file.hpp>

#include "builder/aggregator.hpp"
#include "builder/crafty_pgn.hpp"
#include "builder/duplicates.hpp"
#include "builder/game_worker.hpp"
#include "builder/intake.hpp"
#include "builder/threads.hpp"

/// A run over games: it reads, counts and adds them up.
namespace polyglot::builder {

/// The folder of temporary files.
[[nodiscard]] inline std::string folder_of(const Settings& settings) {
  namespace fs = std::filesystem;
  if (!settings.temporary_folder.empty()) return settings.temporary_folder;
  std::error_code error;
  if (os::kind_of(settings.output) == os::PathKind::device) return fs::temp_directory_path(error).string();
  const auto folder = fs::path(settings.output).parent_path();
  return folder.empty() ? "." : folder.string();
}

/// Counts games in rounds. When there is no more room for their moves, all threads wait until there is some.
template <class Moves>
Result<void> read_games(const Settings& settings, std::size_t remembered, Progress& progress, Intake& intake,
                        Moves& moves) {
  std::optional<Duplicates> duplicates;
  if (settings.drop_duplicates) duplicates.emplace(remembered, progress.stop);
  std::atomic<bool> at_end = false;
  const auto count_some = [&] {
    GameWorker worker(settings, duplicates ? &*duplicates : nullptr);
    std::unique_ptr<InputChunk> chunk;
    while (!moves.is_full() && !intake.is_over()) {
      chunk = intake.next(std::move(chunk));
      if (!chunk) {
        at_end = true;
        return;
      }
      ChunkResult& result = worker.work(*chunk);
      if constexpr (requires { moves.add(*chunk, result); })
        moves.add(*chunk, result);
      else
        moves.add(chunk->number, result.records);
      intake.note(*chunk, result);
    }
  };
  for (;;) {
    run_team(settings.threads, count_some, [&] { progress.stop = true; });
    if (auto checked = intake.check(); !checked || at_end) return checked;
    if (auto made = moves.make_room(); !made) return made;
  }
}

/// Writes a book, or another output. read_games() passes the moves of all games to `Moves`, which adds them
/// up. `chooser` makes entries from them. `write` writes these, and adds their number to its second argument.
template <class Moves, class Chooser, class Write>
Result<Summary> run_over_games(const Settings& settings, Progress& progress, const Chooser& chooser,
                               const Write& write) {
  const MemoryPlan plan = MemoryPlan::of(settings.memory, settings.threads);
  Intake intake(settings, plan, progress);
  Moves moves(
      {.plan = plan, .threads = settings.threads, .folder = folder_of(settings), .progress = progress});
  if (auto opened = intake.open(); !opened) return opened.error();
  Result<void> counted;
  if constexpr (std::is_same_v<Moves, Aggregator<CraftyTally>>)
    counted = count_crafty_games(settings, intake, moves);
  else
    counted = read_games(settings, plan.duplicates, progress, intake, moves);
  if (counted) counted = intake.end();
  if (!counted) return counted.error();
  progress.writing = true;
  Summary summary;
  const auto seen = moves.finish(chooser, [&](const auto& chosen) { return write(chosen, summary.entries); });
  if (!seen) return seen.error();
  summary.moves = seen->all;
  summary.left_out = seen->left_out;
  summary.spilled = moves.spilled();
  return intake.close(std::move(summary));
}

/// Builds a book and, in the same run, the file of counts `settings.counts`. `is_plain`: PolyglotTally is
/// enough for the book. Error: also as CountsOutput.
[[nodiscard]] Result<Summary> make_counted_book(const Settings& settings, const EntryRule& rule,
                                                bool is_plain, Progress& progress,
                                                book::BinBookWriter& writer);

/// Error: an output is an input, two outputs are the same file, or no temporary file can be made where the
/// settings want it.
[[nodiscard]] Result<void> check_files(const Settings& settings);

}  // namespace polyglot::builder
