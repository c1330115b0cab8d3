// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/builder/build.hpp>
#include <polyglot/os/atomic_file.hpp>
#include <polyglot/result.hpp>

#include "builder/aggregator.hpp"
#include "builder/chunk_source.hpp"
#include "builder/chunk_worker.hpp"

namespace polyglot::builder {

/// Collects problems in the order of the input, although threads find them in any order.
class ProblemLog {
 public:
  /// Keeps the first `shown` problems, and writes all of them to the file `report` unless that is empty. The
  /// file gets its name when it is complete.
  [[nodiscard]] Result<void> open(const std::string& report, std::size_t shown);

  /// Takes the problems of the chunk with this number. Each number comes once, from any thread.
  void add(std::uint64_t number, std::vector<Problem> problems);

  /// The number of problems of all chunks before the first missing one.
  [[nodiscard]] std::uint64_t count() const;
  /// The first problems.
  [[nodiscard]] std::vector<Problem> first() const;
  /// The first problem as the error that ends the run.
  [[nodiscard]] Error first_error() const;
  /// Call it last. Adds the problems to the summary. Error: the report cannot be written.
  [[nodiscard]] Result<void> close(Summary& summary);

 private:
  void log(Problem problem);
  void flush();

  mutable std::mutex mutex_;
  std::map<std::uint64_t, std::vector<Problem>> waiting_;  ///< by chunk, until all earlier chunks have come
  std::uint64_t next_ = 0;
  std::uint64_t count_ = 0;
  std::size_t shown_ = 0;
  std::vector<Problem> first_;
  std::optional<os::AtomicFile> report_;
  std::string waiting_text_;  ///< for the report
  std::optional<Error> failure_;
};

/// Delivers the chunks of a run's games, and collects the results except the records.
class Intake {
 public:
  Intake(const Settings& settings, const MemoryPlan& plan, Progress& progress);

  /// Error: the report cannot be written.
  [[nodiscard]] Result<void> open() { return problems_.open(settings_.report, settings_.shown); }
  /// See ChunkSource::next().
  [[nodiscard]] std::unique_ptr<InputChunk> next(std::unique_ptr<InputChunk> used) {
    return source_.next(std::move(used));
  }
  /// Takes the result of a chunk, except its records. Each chunk comes once, from any thread.
  void note(const InputChunk& chunk, ChunkResult& result);

  /// Whether the rest of the games need not be read.
  [[nodiscard]] bool is_over() const { return progress_.stop || (settings_.strict && problems_.count() > 0); }
  /// Error: the reason why is_over() is true.
  [[nodiscard]] Result<void> check() const;
  /// Call it when all has been read. Error: these games must not become a book.
  [[nodiscard]] Result<void> end();
  /// Completes the report, and the summary, which has the numbers of the book already. Error: this book must
  /// not replace the existing one, or the report cannot be written.
  [[nodiscard]] Result<Summary> close(Summary book);

 private:
  [[nodiscard]] bool is_for_crafty() const;

  /// Counts of a file.
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

/// Why a book may have no entries although there are games.
inline constexpr std::string_view kWhyNoEntries = "see --min-game, --min-score and --weights";

/// Error: an empty book would replace one with entries, and the settings forbid that, because a wrong or
/// empty input must not destroy a good book.
[[nodiscard]] Result<void> check_replacement(const Settings& settings, std::uint64_t entries,
                                             std::string_view why);

}  // namespace polyglot::builder
