// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>

#include <polyglot/analysis/store.hpp>
#include <polyglot/analysis/verdict.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/result.hpp>

namespace polyglot::analysis {

/// Engines of one kind that search positions, each one at a time. One thread makes all calls.
class Engines {
 public:
  using Clock = std::chrono::steady_clock;

  struct Finished {
    std::size_t engine = 0;
    /// The result. Error: why the engine could not search the position, or gave up.
    Result<Verdict> verdict;
    /// What happened to the engine since its last search, such as a restart.
    std::vector<std::string> warnings = {};
  };

  virtual ~Engines() = default;

  [[nodiscard]] virtual std::size_t count() const noexcept = 0;
  /// Returns the name and the search limits of the engines.
  [[nodiscard]] virtual const Judge& judge() const noexcept = 0;
  /// Makes an idle engine search a position, which must have a legal move. Every search begins with an empty
  /// memory, so that its result does not depend on earlier searches.
  virtual void search(std::size_t engine, const game::Position& position) = 0;
  /// Waits for the end of a search. Returns nothing if none has ended by `deadline`.
  [[nodiscard]] virtual std::optional<Finished> await(Clock::time_point deadline) = 0;
};

struct FarmProgress {
  std::uint64_t total = 0;   ///< number of positions to judge
  std::uint64_t known = 0;   ///< those of `total` whose verdict the store had before
  std::uint64_t judged = 0;  ///< those of `total` that this run has judged
  std::uint64_t failed = 0;  ///< those that were given up, because engines fail in them
  bool stopped = false;      ///< true: the work ended before all were judged
};

struct FarmRule {
  const std::atomic<bool>* stop = nullptr;  ///< ends the work when it is set; running searches are given up
  /// Is called after each verdict, and a few times a second.
  std::function<void(const FarmProgress&)> report = {};
  /// Is called with a message for each failure of an engine.
  std::function<void(const std::string&)> warn = {};
};

/// Makes engines judge positions, in their order, and stores the verdicts. Positions with a verdict of the
/// same judge in the store, or without legal moves, are not searched. A position in which two searches fail
/// is given up. Error: the store cannot be written, or engines fail several times in a row.
[[nodiscard]] Result<FarmProgress> judge_all(Store& store, Engines& engines,
                                             std::vector<game::Position> positions,
                                             const FarmRule& rule = {});

}  // namespace polyglot::analysis
