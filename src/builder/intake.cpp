// SPDX-License-Identifier: MIT
#include "builder/intake.hpp"
#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <polyglot/counted.hpp>

namespace polyglot::builder {
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
