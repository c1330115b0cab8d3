#include <filesystem>

#include <polyglot/builder/build.hpp>

#include "builder/aggregator.hpp"
#include "builder/book_output.hpp"
#include "builder/chunk_source.hpp"
#include "builder/game_worker.hpp"
#include "builder/memory_plan.hpp"
#include "builder/team.hpp"

namespace polyglot::builder {
namespace {

/// One making of a book.
template <class Tally>
class Run {
 public:
  Run(const Settings& settings, const MemoryPlan& plan, Progress& progress)
      : settings_(settings),
        progress_(progress),
        source_({.inputs = settings.inputs,
                 .limits = {.target = plan.chunk, .longest = plan.longest},
                 .ahead = settings.threads > 1 ? settings.threads : 0},
                progress),
        aggregator_({.plan = plan, .threads = settings.threads, .folder = folder_of(settings), .stop = progress.stop}) {}

  [[nodiscard]] Result<Summary> make(BookOutput& output) {
    while (!at_end_) {
      run_team(settings_.threads, [this] { read_games(); });
      if (progress_.stop) return Error{"interrupted"};
      if (at_end_) break;
      if (auto made = aggregator_.make_room(); !made) return made.error();
    }
    progress_.writing = true;
    const auto moves = aggregator_.finish(settings_.entries, output);
    if (!moves) return moves.error();
    if (auto committed = output.commit(); !committed) return committed.error();
    summary_.moves = *moves;
    summary_.entries = output.entries();
    summary_.spilled = aggregator_.spilled();
    return summary_;
  }

 private:
  static std::string folder_of(const Settings& settings) {
    if (!settings.temporary_folder.empty()) return settings.temporary_folder;
    const auto folder = std::filesystem::path(settings.output).parent_path();
    return folder.empty() ? "." : folder.string();
  }

  void read_games() {
    GameWorker worker(settings_);
    std::unique_ptr<InputChunk> chunk;
    while (!aggregator_.is_full() && !progress_.stop) {
      chunk = source_.next(std::move(chunk));
      if (!chunk) {
        at_end_ = true;
        return;
      }
      const ChunkResult& result = worker.work(*chunk);
      aggregator_.add(chunk->number, Block(result.records));
      progress_.games += result.counts.games;
      note(result);
    }
  }

  void note(const ChunkResult& result) {
    const std::scoped_lock lock(mutex_);
    summary_.counts += result.counts;
  }

  const Settings& settings_;
  Progress& progress_;
  ChunkSource source_;
  Aggregator<Tally> aggregator_;
  std::atomic<bool> at_end_ = false;
  std::mutex mutex_;
  Summary summary_;
};

}  // namespace

Counts& Counts::operator+=(const Counts& other) noexcept {
  games += other.games;
  used += other.used;
  plies += other.plies;
  filtered += other.filtered;
  duplicates += other.duplicates;
  variants += other.variants;
  bad_starts += other.bad_starts;
  bad_moves += other.bad_moves;
  null_moves += other.null_moves;
  return *this;
}

Result<Summary> build_book(const Settings& settings, Progress& progress) {
  auto output = BookOutput::create(settings.output, settings.header);
  if (!output) return output.error();
  const MemoryPlan plan = MemoryPlan::of(settings.memory, settings.threads);
  Run<PolyglotTally> run(settings, plan, progress);
  return run.make(*output);
}

}  // namespace polyglot::builder
