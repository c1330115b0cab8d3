// SPDX-License-Identifier: MIT
#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/crafty_writer.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/builder/build.hpp>
#include <polyglot/os/atomic_file.hpp>
#include <polyglot/os/input.hpp>

#include "builder/aggregator.hpp"
#include "builder/crafty_pgn.hpp"
#include "builder/duplicates.hpp"
#include "builder/entry_selector.hpp"
#include "builder/game_worker.hpp"
#include "builder/intake.hpp"
#include "builder/threads.hpp"
#include "builder/xboard_counts.hpp"

namespace polyglot::builder {
namespace {

namespace fs = std::filesystem;

std::string folder_of(const Settings& settings) {
  if (!settings.temporary_folder.empty()) return settings.temporary_folder;
  std::error_code error;
  if (fs::is_character_file(settings.output, error)) return fs::temp_directory_path(error).string();
  const auto folder = fs::path(settings.output).parent_path();
  return folder.empty() ? "." : folder.string();
}

/// Games that count less than one need finer weights than whole points.
EntryRule entry_rule(const Settings& settings) {
  constexpr double kThousandths = 1000;
  EntryRule rule = settings.entries;
  if (!settings.game_weights.are_even() && rule.rule != WeightRule::score) rule.scale *= kThousandths;
  return rule;
}

/// Counts games in rounds: when there is no more room for their moves, all threads wait until there is some.
template <class Moves>
Result<void> count_games(const Settings& settings, std::size_t remembered, Progress& progress, Intake& intake,
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

/// A book in four steps: `count` hands the moves of all games to `Moves`, which adds them up; what `chooser`
/// makes of them `write` writes, and says how many entries these are.
template <class Moves, class Chooser, class Write>
Result<Summary> make(const Settings& settings, Progress& progress, const Chooser& chooser,
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
    counted = count_games(settings, plan.duplicates, progress, intake, moves);
  if (counted) counted = intake.end();
  if (!counted) return counted.error();
  progress.writing = true;
  Summary summary;
  const auto seen = moves.finish(chooser, [&](const auto& chosen) { return write(chosen, summary.entries); });
  if (!seen) return seen.error();
  summary.moves = seen->all;
  summary.rare = seen->rare;
  summary.spilled = moves.spilled();
  return intake.close(std::move(summary));
}

/// Whether two names mean one file. Devices like terminals do not count: they may be read and written at
/// once.
bool are_same(const std::string& first, const std::string& second) {
  std::error_code error;
  if (fs::exists(first, error) && fs::exists(second, error))
    return fs::equivalent(first, second, error) && fs::is_regular_file(first, error);
  return fs::weakly_canonical(first, error) == fs::weakly_canonical(second, error);
}

Result<void> check_is_no_input(const std::string& path, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    if (are_same(path, input == "-" ? os::kStandardInputFile : input))
      return Error{"is an input, and would be overwritten: choose another name", path};
  }
  return {};
}

/// Error: a file that is to be written is an input, or two of them are one; no temporary file can be made
/// where the settings want it.
Result<void> check_files(const Settings& settings) {
  for (const std::string& path : {settings.output, settings.report}) {
    if (auto checked = os::check_kind_of_output(path); !checked) return checked;
  }
  if (auto checked = check_is_no_input(settings.output, settings.inputs); !checked) return checked;
  if (!settings.report.empty()) {
    if (auto checked = check_is_no_input(settings.report, settings.inputs); !checked) return checked;
    if (are_same(settings.report, settings.output))
      return Error{"cannot be the book and the report", settings.report};
  }
  if (settings.temporary_folder.empty()) return {};
  const auto probe = RunFile::create(settings.temporary_folder);
  return probe ? Result<void>() : probe.error();
}

/// Polyglot's rule needs less room than the others.
bool is_plain(const Settings& settings) {
  return settings.entries.rule == WeightRule::polyglot && settings.game_weights.are_even() &&
         settings.entries.factors == Factors{};
}

Result<Summary> make_bin_book(const Settings& settings, Progress& progress, book::BinBookWriter& writer) {
  if (settings.header)
    if (auto added = writer.add(*settings.header); !added) return added.error();
  const EntrySelector selector(entry_rule(settings));
  const auto write = [&writer](std::span<const book::RawEntry> chosen, std::uint64_t& entries) {
    entries += chosen.size();
    return writer.add(chosen);
  };
  if (settings.as_xboard) {
    Settings as_xboard = settings;
    as_xboard.variant = settings.variant->as_xboard_lets_pass();
    auto made = make<XBoardCounts>(as_xboard, progress, selector, write);
    if (auto closed = made ? writer.add(book::kClosingRecord) : made.error(); !closed) return closed.error();
    return made;
  }
  if (settings.variations == Variations::all)
    return is_plain(settings)
               ? make<Aggregator<AnnotatedTally<PolyglotTally>>>(settings, progress, selector, write)
               : make<Aggregator<AnnotatedTally<WeightedTally>>>(settings, progress, selector, write);
  return is_plain(settings) ? make<Aggregator<PolyglotTally>>(settings, progress, selector, write)
                            : make<Aggregator<WeightedTally>>(settings, progress, selector, write);
}

/// It is written as a whole.
Result<Summary> make_crafty_book(const Settings& settings, Progress& progress, book::CraftyContent& book) {
  const std::uint64_t most = settings.memory / sizeof(book::CraftyRecord);
  const auto collect = [&](const book::CraftyContent& chosen, std::uint64_t& entries) -> Result<void> {
    book.clusters |= chosen.clusters;
    book.records.insert(book.records.end(), chosen.records.begin(), chosen.records.end());
    entries = book.records.size();
    if (entries <= most) return {};
    return Error{"more than " + std::to_string(most) +
                 " entries, nothing is written: take a larger --memory or a smaller --max-ply"};
  };
  return make<Aggregator<CraftyTally>>(settings, progress, CraftySelector(settings), collect);
}

}  // namespace

Counts& Counts::operator+=(const Counts& other) noexcept {
  games += other.games;
  used += other.used;
  plies += other.plies;
  filtered += other.filtered;
  for (std::size_t i = 0; i < kRejections; ++i) rejected[i] += other.rejected[i];
  duplicates += other.duplicates;
  variants += other.variants;
  bad_starts += other.bad_starts;
  too_long += other.too_long;
  no_results += other.no_results;
  bad_moves += other.bad_moves;
  null_moves += other.null_moves;
  lost_text += other.lost_text;
  return *this;
}

VariationCounts& VariationCounts::operator+=(const VariationCounts& other) noexcept {
  variations += other.variations;
  plies += other.plies;
  cut += other.cut;
  replies += other.replies;
  return *this;
}

VariationCounts& VariationCounts::operator-=(const VariationCounts& other) noexcept {
  variations -= other.variations;
  plies -= other.plies;
  cut -= other.cut;
  replies -= other.replies;
  return *this;
}

Result<Summary> build_book(const Settings& settings, Progress& progress) {
  if (auto checked = settings.filter.check(); !checked) return checked.error();
  if (auto checked = check_files(settings); !checked) return checked.error();
  if (book::traits_of(settings.format).records == book::BookRecords::by_move)
    return book::write_book<book::CraftyContent>({}, settings.output, [&](book::CraftyContent& book) {
      return make_crafty_book(settings, progress, book);
    });
  return book::write_book<book::BinBookWriter>({}, settings.output, [&](book::BinBookWriter& writer) {
    return make_bin_book(settings, progress, writer);
  });
}

}  // namespace polyglot::builder
