// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <polyglot/counted.hpp>

#include "builder/intake.hpp"

namespace polyglot::builder {

namespace {

constexpr std::size_t kLoggedTextLimit = std::size_t{1} << 16;

}  // namespace

Result<void> ProblemLog::open(const std::string& report, std::size_t shown) {
  shown_ = std::max<std::size_t>(shown, 1);
  if (report.empty()) return {};
  auto file = os::AtomicFile::create(report);
  if (!file) return file.error();
  report_.emplace(std::move(*file));
  return {};
}

void ProblemLog::add(std::uint64_t number, std::vector<Problem> problems) {
  const std::scoped_lock lock(mutex_);
  waiting_.emplace(number, std::move(problems));
  for (auto next = waiting_.begin(); next != waiting_.end() && next->first == next_; ++next_) {
    for (Problem& problem : next->second) log(std::move(problem));
    next = waiting_.erase(next);
  }
}

void ProblemLog::log(Problem problem) {
  ++count_;
  if (report_) {
    waiting_text_.append(problem.to_string()).append("\n");
    if (waiting_text_.size() >= kLoggedTextLimit) flush();
  }
  if (first_.size() < shown_) first_.push_back(std::move(problem));
}

void ProblemLog::flush() {
  auto written = report_->write(std::as_bytes(std::span(waiting_text_)));
  if (!written && !failure_) failure_ = written.error();
  waiting_text_.clear();
}

std::uint64_t ProblemLog::count() const {
  const std::scoped_lock lock(mutex_);
  return count_;
}

std::vector<Problem> ProblemLog::first() const {
  const std::scoped_lock lock(mutex_);
  return first_;
}

Error ProblemLog::first_error() const {
  const Problem problem = first().front();
  return {problem.what, problem.place};
}

Result<void> ProblemLog::close(Summary& summary) {
  summary.problems = count();
  summary.first_problems = first();
  if (!report_) return {};
  flush();
  if (failure_) return *failure_;
  return report_->commit();
}

namespace {

/// Whether no game could be used. An empty book is correct if no moves are wanted, as with --max-ply 0.
bool is_useless(const Counts& counts) noexcept {
  return counts.games > 0 && counts.plies == 0 && counts.used == counts.bad_moves + counts.null_moves;
}

Error no_use(const Counts& counts) {
  std::string why;
  const auto add = [&why](std::uint64_t count, std::string_view what) {
    if (count > 0) why.append(why.empty() ? "" : ", ").append(fmt::format("{} {}", count, what));
  };
  for (std::size_t i = 0; i < kRejections; ++i) add(counts.rejected[i], describe(static_cast<Rejection>(i)));
  add(counts.variants, "of other variants (see --variant)");
  add(counts.bad_starts, "with a wrong FEN");
  add(counts.too_long, "too long");
  add(counts.used, "with a first move that cannot be played");
  return {fmt::format("none of {} can be used, nothing is written: {}", counted(counts.games, "game"), why)};
}

}  // namespace

Intake::Intake(const Settings& settings, const MemoryPlan& plan, Progress& progress)
    : settings_(settings),
      progress_(progress),
      source_({.inputs = settings.inputs,
               .limits = {.target = plan.chunk, .longest = kLongestGame},
               .ahead = settings.threads > 1 ? settings.threads : 0},
              progress) {}

void Intake::note(const InputChunk& chunk, ChunkResult& result) {
  problems_.add(chunk.number, std::move(result.problems));
  progress_.games += result.counts.games;
  const std::scoped_lock lock(mutex_);
  counts_ += result.counts;
  variations_ += result.variations;
  is_damaged_ |= chunk.damage.has_value();
  Content& content = contents_[chunk.input];
  content.games += result.counts.games;
  content.used += result.counts.used;
  content.texts += chunk.chunk.text().empty() ? 0 : 1;
  chunks_ = std::max(chunks_, chunk.number + 1);
}

Result<void> Intake::check() const {
  if (progress_.stop) return Error{"interrupted"};
  return is_over() ? problems_.first_error() : Result<void>();
}

/// A file without games is probably not meant as an input, unless it is empty.
Result<void> Intake::end() {
  if (is_for_crafty()) {
    if (!settings_.refuse_empty || counts_.plies > 0) return {};
    return Error{
        fmt::format("no move of {} can be used, nothing is written; to write an empty book: --allow-empty",
                    counted(counts_.games, "game"))};
  }
  std::vector<Problem> problems;
  for (const auto& [input, content] : contents_) {
    if (content.games == 0 && content.texts > 0)
      problems.push_back({.place = input_name(settings_, input), .what = "holds no games"});
  }
  problems_.add(chunks_, std::move(problems));
  if (settings_.refuse_empty && !settings_.strict && is_useless(counts_)) return no_use(counts_);
  if (counts_.games == 0 && problems_.count() > 0) return problems_.first_error();
  return check();
}

Result<Summary> Intake::close(Summary book) {
  const std::string_view why = counts_.games == 0 ? "there are no games"
                               : is_for_crafty()  ? "see --min-game and --min-win-percent"
                                                  : kWhyNoEntries;
  if (auto checked = check_replacement(settings_, book.entries, why); !checked) return checked.error();
  book.counts = counts_;
  book.variations = variations_;
  book.damaged_input = is_damaged_;
  book.used.resize(settings_.inputs.size());
  for (const auto& [input, content] : contents_) book.used[input] = content.used;
  if (auto closed = problems_.close(book); !closed) return closed.error();
  return book;
}

Result<void> check_replacement(const Settings& settings, std::uint64_t entries, std::string_view why) {
  std::error_code none;
  const auto size = std::filesystem::file_size(settings.output, none);
  if (!settings.refuse_empty || entries > 0 || none || size == 0) return {};
  return Error{"is not replaced with an empty book (" + std::string(why) + "); to replace it: --allow-empty",
               settings.output};
}

bool Intake::is_for_crafty() const {
  return book::traits_of(settings_.format).records == book::BookRecords::by_move;
}

}  // namespace polyglot::builder
