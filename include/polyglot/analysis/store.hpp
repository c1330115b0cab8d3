// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <utility>

#include <polyglot/analysis/verdict.hpp>
#include <polyglot/result.hpp>

namespace polyglot::analysis {

/// A file of verdicts: a database of SQLite. Source: docs/verdicts.md.
///
/// Each put() is kept even if the program is killed at once; a loss of power may lose the last seconds. Other
/// programs may read and write the file meanwhile. Writers wait for each other. Readers do not wait, except
/// while they open a store that its last user is just closing, or that a killed one has left. The file must
/// be on a local disk. Not thread-safe.
class Store {
 public:
  using JudgeId = std::int64_t;

  /// The time that a writer waits for another one.
  static constexpr std::chrono::milliseconds kPatience{30000};

  /// Opens a store for reading and writing. A missing file is created, and one of an older version is
  /// updated. Error: the file is something else, or of a later version, or the system's reason.
  [[nodiscard]] static Result<Store> open(const std::string& path);
  /// Opens an existing store for reading, of this version or an older one.
  [[nodiscard]] static Result<Store> open_to_read(const std::string& path);
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  [[nodiscard]] const std::string& path() const noexcept;

  /// Returns all judges that the store knows, in the order in which they were added.
  [[nodiscard]] Result<std::vector<std::pair<JudgeId, Judge>>> judges() const;
  /// Returns the number of a judge; nothing if the store does not know it.
  [[nodiscard]] Result<std::optional<JudgeId>> find_judge(const Judge& judge) const;
  /// Returns the number of a judge, which is added if the store does not know it.
  [[nodiscard]] Result<JudgeId> add_judge(const Judge& judge);

  /// Adds a verdict, or replaces the judge's verdict on this position.
  [[nodiscard]] Result<void> put(JudgeId judge, const game::Position& position, const Verdict& verdict);
  /// Returns a judge's verdict on a position; nothing if there is none. Error: the store is unreadable or
  /// damaged.
  [[nodiscard]] Result<std::optional<Verdict>> find(JudgeId judge, const game::Position& position) const;
  /// Returns all verdicts on a position, by number of judge.
  [[nodiscard]] Result<std::vector<std::pair<JudgeId, Verdict>>> find_all(
      const game::Position& position) const;
  [[nodiscard]] Result<std::uint64_t> size() const;

  /// Adds the verdicts of another store. If both have one on a position, the one with chances remains, or
  /// else the older one. Therefore stores may be merged in any order and more than once. Returns how many
  /// have changed.
  [[nodiscard]] Result<std::uint64_t> merge(const std::string& other);

 private:
  struct State;
  explicit Store(std::unique_ptr<State> state) noexcept;

  std::unique_ptr<State> state_;
};

/// The opinion of one judge about a move.
struct MoveJudgement {
  Store::JudgeId judge = 0;
  Score score;                         ///< score of the move, for the side that plays it
  ScoredMove best;                     ///< the judge's own choice in the position
  std::vector<game::Move> best_line;   ///< the judge's line, which begins with that move
  std::vector<game::Move> refutation;  ///< the moves after the move, as far as the store knows them
  std::uint64_t nodes = 0;             ///< number of nodes of the search of the position
  std::int64_t date = 0;               ///< date of that search: seconds since 1970-01-01 00:00 UTC

  /// Returns how many centipawns the move loses against the judge's choice. All mates by a side count the
  /// same.
  [[nodiscard]] int loss() const noexcept;
};

/// Judges moves of a position by the verdicts of a store. The result has an element for each move: nothing if
/// the store does not know its score. `accepts` decides whose verdicts count; null: those of all judges.
/// Source: docs/verdicts.md, "Judging a move". Error: the store cannot be read.
[[nodiscard]] Result<std::vector<std::optional<MoveJudgement>>> judge_moves(
    const Store& store, const game::Position& position, std::span<const game::Move> moves,
    const std::function<bool(Store::JudgeId)>& accepts = {});

}  // namespace polyglot::analysis
