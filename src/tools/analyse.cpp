// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include <polyglot/analysis/move_judgement.hpp>
#include <polyglot/analysis/positions.hpp>
#include <polyglot/analysis/store.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/os/interruption.hpp>

#include "tools/judging.hpp"
#include "tools/judging_jobs.hpp"
#include "tools/option_values.hpp"
#include "tools/text_files.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace analyse_tool {
namespace {

/// Returns the positions, the most important ones first.
std::vector<game::Position> sorted(const analysis::Positions& all) {
  std::vector<game::Position> positions;
  positions.reserve(all.nodes().size());
  for (const std::uint32_t node : all.by_weight()) positions.push_back(all.position(node));
  return positions;
}

/// Returns the judge that checks the verdicts of another one: the same engine with 20 times the nodes.
analysis::Judge surer(analysis::Judge judge) {
  constexpr std::uint64_t kTimes = 20;
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  judge.limits.nodes = std::min(judge.limits.nodes, kMost / kTimes) * kTimes;
  return judge;
}

/// Moves with their positions.
using PlacedMoves = std::vector<std::pair<game::Position, game::Move>>;

/// Finds the moves of books that lose at least `loss` centipawns by the verdicts of one judge.
Result<PlacedMoves> losing_moves(const analysis::Positions& positions, const analysis::Store& store,
                                 analysis::Store::JudgeId judge, int loss) {
  PlacedMoves losing;
  const auto is_judge = [judge](analysis::Store::JudgeId other) { return other == judge; };
  for (auto rest = positions.book_moves(); !rest.empty();) {
    const std::uint32_t node = rest.front().node;
    const game::Position position = positions.position(node);
    std::vector<game::Move> moves;
    for (; !rest.empty() && rest.front().node == node; rest = rest.subspan(1))
      moves.push_back(std::visit([](const auto& move) { return game::Move(move); }, rest.front().move));
    const auto judged = analysis::judge_moves(store, position, moves, is_judge);
    if (!judged) return judged.error();
    for (std::size_t i = 0; i < moves.size(); ++i)
      if ((*judged)[i] && (*judged)[i]->loss() >= loss) losing.emplace_back(position, moves[i]);
  }
  return {boost::system::in_place_value, std::move(losing)};
}

/// The moves of books that seem to lose, and the judge that checks them.
struct Recheck {
  PlacedMoves moves;
  analysis::Judge judge;
  analysis::Store::JudgeId id = 0;  ///< of the judge, if there are moves
};

/// Finds the moves that lose at least `loss` centipawns by the verdicts of `judge`.
Result<Recheck> find_recheck(const analysis::Positions& positions, analysis::Store& store,
                             const analysis::Judge& judge, int loss) {
  const auto first = store.add_judge(judge);
  if (!first) return first.error();
  auto moves = losing_moves(positions, store, *first, loss);
  if (!moves) return moves.error();
  Recheck recheck{.moves = *std::move(moves), .judge = surer(judge)};
  if (recheck.moves.empty()) return recheck;
  const auto id = store.add_judge(recheck.judge);
  if (!id) return id.error();
  recheck.id = *id;
  return recheck;
}

/// Returns the positions that the judge of a recheck has not judged yet: before and after the moves, and also
/// after its own choices, which follow from the first verdicts.
Result<std::vector<game::Position>> missing_positions(const Recheck& recheck, const analysis::Store& store) {
  analysis::Positions around;
  const auto add_after = [&around](game::Position position, const game::Move& move) {
    position.make(move);
    around.add_line(position, {});
  };
  for (const auto& [position, move] : recheck.moves) {
    around.add_line(position, {});
    add_after(position, move);
    const auto verdict = store.find(recheck.id, position);
    if (!verdict) return verdict.error();
    if (*verdict) add_after(position, (*verdict)->moves.front().move);
  }
  analysis::FarmProgress progress;
  return analysis::not_judged(store, recheck.id, sorted(around), progress);
}

/// Adds the verdicts of other stores to a store.
Result<int> merge(const Command& command, const std::string& path, const Strings& others) {
  if (path.empty()) return Error{"name a file for the verdicts", "--store"};
  if (others.empty()) return kSuccess;
  if (auto other = check_is_none_of(others, path); !other) return other.error();
  auto store = analysis::Store::open(path);
  if (!store) return store.error();
  for (const std::string& other : others) {
    const auto added = store->merge(other);
    if (!added) return added.error();
    command.say(fmt::format("{}: {} added", other, counted(*added, "verdict")));
  }
  return kSuccess;
}

/// Lets the surer judge search for the moves that lose at least `loss` centipawns.
Result<analysis::FarmProgress> judge_again(const Command& command, JudgingOptions judging,
                                           const std::string& configuration, const SourcePositions& read,
                                           analysis::Store& store, const analysis::Judge& judge, int loss,
                                           const std::atomic<bool>& stop) {
  const auto recheck = find_recheck(read.positions, store, judge, loss);
  if (!recheck) return recheck.error();
  judging.search_as(recheck->judge);
  std::optional<JudgingEngine> engine;
  analysis::FarmProgress all;
  for (int round = 0; round < 2 && !all.stopped; ++round) {
    const auto positions = missing_positions(*recheck, store);
    if (!positions) return positions.error();
    if (positions->empty()) break;
    if (!engine) {
      command.say(fmt::format("moves of books seem to lose {} centipawns: searching again with {} nodes",
                              loss, recheck->judge.limits.nodes));
      auto started = JudgingEngine::start(command, judging, configuration, read.rules);
      if (!started) return started.error();
      engine.emplace(std::move(*started));
    }
    const auto done = engine->judge(store, *positions, stop);
    if (!done) return done.error();
    all.failed += done->failed;
    all.stopped = done->stopped;
  }
  if (engine) engine->finish();
  return all;
}

Result<int> judge(const Command& command, const JudgingOptions& judging, const SourcePositions& read,
                  int recheck_loss) {
  const auto positions = sorted(read.positions);
  auto store = analysis::Store::open(judging.store());
  if (!store) return store.error();
  std::atomic<bool> stop = false;
  const os::Interruption interruption(stop);
  bool complete = true;
  for (const std::string& engine : judging.engines()) {
    auto judge = JudgingEngine::start(command, judging, engine, read.rules);
    if (!judge) return judge.error();
    const auto done = judge->judge(*store, positions, stop);
    if (!done) return done.error();
    judge->finish();
    if (done->stopped) return os::Interruption::exit_code();
    complete = complete && done->failed == 0;
    if (recheck_loss == 0) continue;
    const auto again =
        judge_again(command, judging, engine, read, *store, judge->judge(), recheck_loss, stop);
    if (!again) return again.error();
    if (again->stopped) return os::Interruption::exit_code();
    complete = complete && again->failed == 0;
  }
  return complete ? kSuccess : kFailure;
}

/// Options of jobs for other hosts.
struct JobOptions {
  std::string folder;
  std::string job;
  std::string results;
  std::size_t size = 100;  ///< positions
};

std::string absolute(const std::string& path) {
  std::error_code error;
  const auto whole = std::filesystem::absolute(path, error);
  return error ? path : whole.string();
}

/// Writes jobs of the positions without a verdict. If all have one, writes those of a recheck.
Result<int> emit_jobs(const Command& command, const JobOptions& jobs, const JudgingOptions& judging,
                      const SourcePositions& read, int recheck_loss) {
  const auto positions = sorted(read.positions);
  auto store = analysis::Store::open(judging.store());
  if (!store) return store.error();
  auto writer = JobWriter::create(jobs.folder, jobs.size);
  if (!writer) return writer.error();
  for (const std::string& configuration : judging.engines()) {
    auto engine = JudgingEngine::start(command, judging, configuration, read.rules);
    if (!engine) return engine.error();
    analysis::Judge judge = engine->judge();
    const auto first = store->add_judge(judge);
    if (!first) return first.error();
    analysis::FarmProgress progress;
    auto missing = analysis::not_judged(*store, *first, positions, progress);
    if (missing && missing->empty() && recheck_loss > 0) {
      const auto recheck = find_recheck(read.positions, *store, judge, recheck_loss);
      if (!recheck) return recheck.error();
      judge = recheck->judge;
      missing = missing_positions(*recheck, *store);
    }
    if (!missing) return missing.error();
    const std::size_t before = writer->count();
    if (auto written = writer->write(absolute(configuration), judge, *missing); !written)
      return written.error();
    command.say(fmt::format("{}: {} in {}; {} in the store", engine->judge().engine,
                            counted(missing->size(), "position"), counted(writer->count() - before, "job"),
                            progress.known));
  }
  return kSuccess;
}

std::string title_of(const analysis::Judge& judge) {
  return judge.engine + (judge.settings.empty() ? "" : " with " + judge.settings);
}

/// Judges the positions of a job. The store gets its final name unless the user stops the work.
Result<int> do_job(const Command& command, const JobOptions& jobs, JudgingOptions judging,
                   const VariantOptions& variant) {
  const auto job = read_job(jobs.job, variant);
  if (!job) return job.error();
  const std::string results = results_of_job(jobs.job);
  std::error_code error;
  if (std::filesystem::exists(results, error)) {
    command.say(fmt::format("{}: is done already, see {}", jobs.job, results));
    return kSuccess;
  }
  judging.search_as(job->judge);
  const std::string configuration =
      judging.engines().empty() ? job->configuration : judging.engines().front();
  auto engine = JudgingEngine::start(command, judging, configuration, job->rules);
  if (!engine) return engine.error();
  if (engine->judge() != job->judge)
    return Error{fmt::format("is {} here, and the job is for {}; name its configuration with --engine",
                             title_of(engine->judge()), title_of(job->judge)),
                 configuration};
  const std::string unfinished = results + ".part";
  std::atomic<bool> stop = false;
  const os::Interruption interruption(stop);
  analysis::FarmProgress done;
  {
    auto store = analysis::Store::open(unfinished);
    if (!store) return store.error();
    const auto judged = engine->judge(*store, job->positions, stop);
    if (!judged) return judged.error();
    done = *judged;
  }
  engine->finish();
  if (done.stopped) return os::Interruption::exit_code();
  std::filesystem::rename(unfinished, results, error);
  if (error) return Error{error.message(), results};
  return done.failed == 0 ? kSuccess : kFailure;
}

/// Returns the number of verdicts in a store.
Result<std::uint64_t> size_of(const std::string& path) {
  const auto store = analysis::Store::open_to_read(path);
  return store ? store->size() : store.error();
}

/// Adds the verdicts of all finished jobs of a folder.
Result<int> take_results(const Command& command, const JobOptions& jobs, const std::string& path) {
  if (path.empty()) return Error{"name a file for the verdicts", "--store"};
  const auto all = jobs_in(jobs.results);
  if (!all) return all.error();
  if (all->empty()) return Error{"has no jobs", jobs.results};
  auto store = analysis::Store::open(path);
  if (!store) return store.error();
  std::uint64_t taken = 0;
  std::uint64_t added = 0;
  Strings missing;
  for (const std::string& job : *all) {
    const std::string results = results_of_job(job);
    std::error_code error;
    if (!std::filesystem::exists(results, error)) {
      missing.push_back(job);
      continue;
    }
    const auto size = size_of(results);
    const auto merged = size ? store->merge(results) : size.error();
    if (!merged) {
      command.tell(merged.error().to_string());
      missing.push_back(job);
      continue;
    }
    taken += *size;
    added += *merged;
  }
  command.say(fmt::format("{} of {} done: {} added, {} in the store before", all->size() - missing.size(),
                          counted(all->size(), "job"), counted(added, "verdict"), taken - added));
  if (missing.empty()) return kSuccess;
  command.tell(fmt::format("without results: {}{}; --emit-jobs NEWFOLDER gives their positions out again",
                           missing.front(),
                           missing.size() > 1 ? fmt::format(" and {} more", missing.size() - 1) : ""));
  return kFailure;
}

/// Error: an option has no effect in this use of the tool.
Result<void> check_use(const Command& command, std::string_view use,
                       std::initializer_list<std::string_view> taken) {
  constexpr std::array<std::string_view, 3> kOfAllTools{"quiet", "verbose", "color"};
  for (const std::string& name : command.given())
    if (std::ranges::find(kOfAllTools, name) == kOfAllTools.end() &&
        std::ranges::find(taken, name) == taken.end())
      return Error{fmt::format("--{} cannot be combined with {}", name, use)};
  return {};
}

/// Checks which options and sources can be combined.
Result<void> check_uses(const Command& command, const JudgingOptions& judging, bool has_sources) {
  if (auto checked = check_company(command, "job-size", {"emit-jobs"}); !checked) return checked;
  for (const std::string_view use : {"job", "take-results"})
    if (command.has(use) && has_sources) return Error{fmt::format("--{}: judges no sources", use)};
  if (command.has("job"))
    return check_use(command, "--job", {"job", "engine", "workers", "syzygy-path", "variants"});
  if (command.has("take-results")) return check_use(command, "--take-results", {"take-results", "store"});
  if (command.has("merge") && !has_sources)
    return check_use(command, "--merge without a SOURCE", {"merge", "store"});
  if (command.has("recheck") && !judging.are_limited_by_nodes())
    return Error{"--recheck needs --nodes as the only limit, without --depth and --movetime"};
  return {};
}

Result<int> run(Command& command) {
  Strings sources;
  Strings others;
  JudgingOptions judging;
  JobOptions jobs;
  VariantOptions variant;
  std::size_t max_ply = analysis::Positions::kNoLimit;
  int recheck_loss = 75;
  command.add({
      {"in", "SOURCE",
       "the positions to judge: a book, games in PGN, a folder of games, or a list in EPD or FEN; "
       "of a review in JSON, its weak moves",
       texts(sources), config::kAllPlain},
      {"max-ply", "P", "only positions after at most P plies from the start of a line or game",
       whole(max_ply)},
  });
  judging.add_to(command);
  command.add({
      {"recheck", "CP",
       "with --nodes as the only limit, search again the moves of a book that seem to lose CP centipawns; "
       "these searches have 20 times the nodes; 0: never",
       whole(recheck_loss, 0, int{analysis::Score::kMostCentipawns})},
      {"merge", "FILE", "add the verdicts of another store; may be repeated", texts(others)},
      {"emit-jobs", "FOLDER", "write the positions as job files for other hosts, and judge none",
       text(jobs.folder)},
      {"job-size", "N", "put at most N positions into a job", whole(jobs.size, std::size_t{1})},
      {"job", "FILE", "judge the positions of a job file; the store beside it gets the suffix .verdicts",
       text(jobs.job)},
      {"take-results", "FOLDER", "add the verdicts of the jobs in a folder to the store", text(jobs.results)},
  });
  variant.add_to(command);
  if (const auto exit_code = command.parse()) return *exit_code;
  if (auto usage = check_uses(command, judging, !sources.empty()); !usage)
    return command.wrong_usage(usage.error());
  if (!jobs.job.empty()) return do_job(command, jobs, std::move(judging), variant);
  if (!jobs.results.empty()) return take_results(command, jobs, judging.store());
  if (sources.empty() && !others.empty()) return merge(command, judging.store(), others);
  if (sources.empty()) return Error{"name what is to be judged: a book, games or a list of positions"};
  if (auto checked = judging.check(); !checked) return checked.error();
  if (auto other = check_is_none_of(sources, judging.store()); !other) return other.error();
  const auto read = read_positions(command, variant, sources, max_ply, true);
  if (!read) return read.error();
  if (auto merged = merge(command, judging.store(), others); !merged) return merged.error();
  if (!judging.are_limited_by_nodes()) recheck_loss = 0;
  if (!jobs.folder.empty()) return emit_jobs(command, jobs, judging, *read, recheck_loss);
  return judge(command, judging, *read, recheck_loss);
}

}  // namespace
}  // namespace analyse_tool

const Tool kAnalyse{
    .name = "analyse",
    .summary = "Judges positions with engines, and keeps the verdicts in a store.",
    .examples =
        "polyglot analyse book.bin --store s.db --engine fish.ini --nodes 100000\n"
        "polyglot analyse games.pgn --max-ply 16 --store s.db --engine a.ini --depth 9\n"
        "polyglot analyse --job jobs/0001.job\n",
    .run = analyse_tool::run,
    .group = "analysis",
    .exit_codes = "0 all positions are judged, 1 failure or some are not, 2 wrong usage, 130 interrupted",
};

}  // namespace polyglot::tools
