// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>

#include <polyglot/builder/build.hpp>
#include <polyglot/result.hpp>

#include "builder/aggregator.hpp"
#include "builder/chunk_source.hpp"
#include "builder/chunk_worker.hpp"
#include "builder/problem_log.hpp"

namespace polyglot::builder {

/// The games of a run, piece by piece, and what became of them.
class Intake {
 public:
  Intake(const Settings& settings, const MemoryPlan& plan, Progress& progress);

  /// Error: the report cannot be written.
  [[nodiscard]] Result<void> open() { return problems_.open(settings_.report, settings_.shown); }
  /// See ChunkSource::next().
  [[nodiscard]] std::unique_ptr<InputChunk> next(std::unique_ptr<InputChunk> used) {
    return source_.next(std::move(used));
  }
  /// Takes what a chunk gave, except its records. Each chunk comes once; from any thread.
  void note(const InputChunk& chunk, ChunkResult& result);

  /// Whether the rest of the games does not matter any more.
  [[nodiscard]] bool is_over() const { return progress_.stop || (settings_.strict && problems_.count() > 0); }
  /// Error: why it does not.
  [[nodiscard]] Result<void> check() const;
  /// Call it once all has been read. Error: of these games no book is to be made.
  [[nodiscard]] Result<void> end();
  /// Completes the report, and a summary that says what is in the book. Error: such a book is not to replace
  /// the one that is there; the report cannot be written.
  [[nodiscard]] Result<Summary> close(Summary book);

 private:
  [[nodiscard]] bool is_for_crafty() const;

  /// Of a file.
  struct Content {
    std::uint64_t games = 0;
    std::uint64_t used = 0;
    std::uint64_t texts = 0;  ///< chunks that are not empty
  };

  const Settings& settings_;
  Progress& progress_;
  ChunkSource source_;
  ProblemLog problems_;
  std::mutex mutex_;
  Counts counts_;
  VariationCounts variations_;
  bool is_damaged_ = false;
  std::map<std::size_t, Content> contents_;
  std::uint64_t chunks_ = 0;
};

/// Why a book may have no entries though there are games.
inline constexpr std::string_view kWhyNoEntries = "see --min-game, --min-score and --weights";

/// Error: a book of so many entries, none, would replace one that has some, which the settings refuse: a
/// wrong or empty input must not cost a good book.
[[nodiscard]] Result<void> check_replacement(const Settings& settings, std::uint64_t entries,
                                             std::string_view why);

}  // namespace polyglot::builder
