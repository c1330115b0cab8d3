// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/builder/build.hpp>
#include <polyglot/os/atomic_file.hpp>
#include <polyglot/os/input.hpp>

#include "builder/aggregator.hpp"
#include "builder/chunk_source.hpp"
#include "builder/crafty_pgn.hpp"
#include "builder/duplicates.hpp"
#include "builder/game_worker.hpp"
#include "builder/memory_plan.hpp"
#include "builder/problem_log.hpp"
#include "builder/threads.hpp"
#include "builder/xboard_aggregator.hpp"

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

/// Games of which nothing is wanted, for options like --max-ply 0, make an empty book.
bool is_useless(const Counts& counts) noexcept {
  return counts.games > 0 && counts.plies == 0 && counts.used == counts.bad_moves + counts.null_moves;
}

Error no_use(const Counts& counts) {
  std::string why;
  const auto add = [&why](std::uint64_t count, std::string_view what) {
    if (count > 0) why.append(why.empty() ? "" : ", ").append(std::to_string(count)).append(what);
  };
  for (std::size_t i = 0; i < kRejections; ++i)
    add(counts.rejected[i], " are " + std::string(describe(static_cast<Rejection>(i))));
  add(counts.variants, " are of other variants (see --variant)");
  add(counts.no_results, " are without a result or with a wrong move");
  add(counts.bad_starts, " have a wrong FEN");
  add(counts.too_long, " are too long");
  add(counts.used, " begin with a move that cannot be played");
  return {"none of the " + std::to_string(counts.games) + " games can be used, nothing is written: " + why};
}

/// One run that makes a book. `Counter` adds up what games have brought to moves.
template <class Counter>
class Run {
 public:
  Run(const Settings& settings, const MemoryPlan& plan, Progress& progress)
      : settings_(settings),
        progress_(progress),
        source_({.inputs = settings.inputs,
                 .limits = {.target = plan.chunk, .longest = kLongestGame},
                 .ahead = settings.threads > 1 ? settings.threads : 0},
                progress),
        aggregator_({.plan = plan,
                     .threads = settings.threads,
                     .folder = folder_of(settings),
                     .progress = progress}) {
    if (settings.drop_duplicates) duplicates_.emplace(plan.duplicates, progress.stop);
  }

  [[nodiscard]] Result<Summary> make(book::BinBookWriter& writer) {
    if (auto opened = problems_.open(settings_.report, settings_.shown); !opened) return opened.error();
    if (auto read = read_all(); !read) return read.error();
    progress_.writing = true;
    const auto finished = aggregator_.finish(entry_rule(), writer);
    if (!finished) return finished.error();
    if (auto fit = check_replaces(finished->entries); !fit) return fit.error();
    if (auto closed = problems_.close(summary_); !closed) return closed.error();
    summary_.moves = finished->moves;
    summary_.entries = finished->entries;
    summary_.spilled = aggregator_.spilled();
    return summary_;
  }

 private:
  [[nodiscard]] Result<void> read_all() {
    for (;;) {
      run_team(
          settings_.threads, [this] { read_games(); }, [this] { progress_.stop = true; });
      if (progress_.stop) return Error{"interrupted"};
      if (settings_.strict && problems_.count() > 0) return problems_.first_error();
      if (at_end_) return note_empty_inputs();
      if (auto made = aggregator_.make_room(); !made) return made;
    }
  }

  /// One thread's part of reading until there is no more, or no more room.
  void read_games() {
    GameWorker worker(settings_, duplicates_ ? &*duplicates_ : nullptr);
    std::unique_ptr<InputChunk> chunk;
    while (!aggregator_.is_full() && !progress_.stop && !(settings_.strict && problems_.count() > 0)) {
      chunk = source_.next(std::move(chunk));
      if (!chunk) {
        at_end_ = true;
        return;
      }
      ChunkResult& result = worker.work(*chunk);
      aggregator_.add(chunk->number, result.records);
      problems_.add(chunk->number, std::move(result.problems));
      note(*chunk, result.counts);
    }
  }

  /// Games that count less than one need finer weights than whole points.
  [[nodiscard]] EntryRule entry_rule() const {
    constexpr double kThousandths = 1000;
    EntryRule rule = settings_.entries;
    if (!settings_.game_weights.are_even() && rule.rule != WeightRule::score) rule.scale *= kThousandths;
    return rule;
  }

  void note(const InputChunk& chunk, const Counts& counts) {
    progress_.games += counts.games;
    const std::scoped_lock lock(mutex_);
    summary_.counts += counts;
    summary_.damaged_input |= chunk.damage.has_value();
    Content& content = contents_[chunk.input];
    content.games += counts.games;
    content.texts += chunk.chunk.text().empty() ? 0 : 1;
    chunks_ = std::max(chunks_, chunk.number + 1);
  }

  /// A file without games was hardly meant to be an input, unless it is empty.
  [[nodiscard]] Result<void> note_empty_inputs() {
    std::vector<Problem> problems;
    for (const auto& [input, content] : contents_) {
      if (content.games == 0 && content.texts > 0)
        problems.push_back({.place = input_name(settings_, input), .what = "holds no games"});
    }
    problems_.add(chunks_, std::move(problems));
    const auto& counts = summary_.counts;
    if (settings_.refuse_empty && !settings_.strict && is_useless(counts)) return no_use(counts);
    const bool nothing = counts.games == 0 && problems_.count() > 0;
    return nothing || (settings_.strict && problems_.count() > 0) ? problems_.first_error() : Result<void>();
  }

  /// A wrong or empty input must not cost a good book.
  [[nodiscard]] Result<void> check_replaces(std::uint64_t entries) const {
    std::error_code none;
    const auto size = std::filesystem::file_size(settings_.output, none);
    if (!settings_.refuse_empty || entries > 0 || none || size == 0) return {};
    const std::string why =
        summary_.counts.games == 0 ? "there are no games" : "see --min-game, --min-score and --weights";
    return Error{"is not replaced with an empty book (" + why + "); to replace it: --allow-empty",
                 settings_.output};
  }

  const Settings& settings_;
  Progress& progress_;
  ChunkSource source_;
  Counter aggregator_;
  ProblemLog problems_;
  std::optional<Duplicates> duplicates_;
  std::atomic<bool> at_end_ = false;
  std::mutex mutex_;
  Summary summary_;

  /// Of a file.
  struct Content {
    std::uint64_t games = 0;
    std::uint64_t texts = 0;  ///< chunks that are not empty
  };
  std::map<std::size_t, Content> contents_;
  std::uint64_t chunks_ = 0;
};

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

Result<Summary> run(const Settings& settings, const MemoryPlan& plan, Progress& progress,
                    book::BinBookWriter& writer) {
  if (settings.as_xboard) {
    Settings as_xboard = settings;
    as_xboard.variant = settings.variant->as_xboard_lets_pass();
    return Run<XBoardAggregator>(as_xboard, plan, progress).make(writer);
  }
  return is_plain(settings) ? Run<Aggregator<PolyglotTally>>(settings, plan, progress).make(writer)
                            : Run<Aggregator<WeightedTally>>(settings, plan, progress).make(writer);
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

Result<Summary> build_book(const Settings& settings, Progress& progress) {
  if (auto checked = settings.filter.check(); !checked) return checked.error();
  if (auto checked = check_files(settings); !checked) return checked.error();
  if (book::traits_of(settings.format).records == book::BookRecords::by_move)
    return build_crafty_book(settings, progress);
  const MemoryPlan plan = MemoryPlan::of(settings.memory, settings.threads);
  Summary summary;
  const auto make = [&](book::BinBookWriter& writer) -> Result<bool> {
    if (settings.header)
      if (auto added = writer.add(*settings.header); !added) return added.error();
    auto made = run(settings, plan, progress, writer);
    if (!made) return made.error();
    summary = std::move(*made);
    return true;
  };
  if (auto replaced = book::replace_book({}, settings.output, make); !replaced) return replaced.error();
  return summary;
}

}  // namespace polyglot::builder
