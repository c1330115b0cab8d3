// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <system_error>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/builder/build.hpp>
#include <polyglot/os/file.hpp>

#include "builder/aggregator.hpp"
#include "builder/crafty_pgn.hpp"
#include "builder/intake.hpp"

/// A run over games: it reads, counts and adds them up. Its functions throw a Failure if that cannot be done.
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

/// What takes the records of games, and adds them up.
struct RecordSink {
  std::function<bool()> is_full;
  std::function<void(const InputChunk&, ChunkResult&)> add;  ///< from any thread
  std::function<void()> make_room;
};

/// Counts games in rounds. When there is no more room for their moves, all threads wait until there is some.
/// `remembered`: bytes for games that duplicates are compared with.
void read_games(const Settings& settings, std::size_t remembered, Progress& progress, Intake& intake,
                const RecordSink& moves);

/// Writes a book, or another output: adds the moves of all games up as `Tally`. `chooser` makes entries from
/// them. `write` writes these, and adds their number to its second argument.
template <class Tally, class Chooser, class Write>
Summary run_over_games(const Settings& settings, Progress& progress, const Chooser& chooser,
                       const Write& write) {
  const MemoryPlan plan = MemoryPlan::of(settings.memory, settings.threads);
  Intake intake(settings, plan.chunk, progress);
  Aggregator<Tally> moves(
      {.plan = plan, .threads = settings.threads, .folder = folder_of(settings), .progress = progress});
  intake.open();
  if constexpr (std::is_same_v<Tally, CraftyTally>) {
    count_crafty_games(settings, intake, moves);
  } else {
    const auto add = [&](const InputChunk& chunk, ChunkResult& result) {
      if constexpr (std::is_same_v<typename Tally::Stored, CountRecord>)
        moves.add(chunk.number, {result.records, std::move(result.games), chunk.input});
      else
        moves.add(chunk.number, result.records);
    };
    read_games(settings, plan.duplicates, progress, intake,
               {[&] { return moves.is_full(); }, add, [&] { moves.make_room(); }});
  }
  intake.end();
  progress.writing = true;
  Summary summary;
  const SeenMoves seen = moves.finish(chooser, [&](const auto& chosen) { write(chosen, summary.entries); });
  summary.moves = seen.all;
  summary.left_out = seen.left_out;
  summary.spilled = moves.spilled();
  return intake.close(std::move(summary));
}

/// Builds a book and, in the same run, the file of counts `settings.counts`. `is_plain`: PolyglotTally is
/// enough for the book. Failure: also as CountsOutput.
[[nodiscard]] Summary make_counted_book(const Settings& settings, const EntryRule& rule, bool is_plain,
                                        Progress& progress, book::BinBookWriter& writer);

/// Throws a Failure if an output is an input or a file of another kind, two outputs are the same file, or no
/// temporary file can be made where the settings want it.
void check_files(const Settings& settings);

/// Writes the book that `make` fills. An empty book is written only if the settings allow it.
template <class Make>
[[nodiscard]] Summary write_unless_empty(const Settings& settings, const Make& make) {
  Summary made;
  const auto fill = [&](book::BinBookWriter& writer) {
    return result_of([&] {
      made = make(writer);
      return made.entries > 0 || !settings.refuse_empty;
    });
  };
  book::replace_book({}, settings.output, fill, true).value();
  return made;
}

}  // namespace polyglot::builder
