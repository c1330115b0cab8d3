// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <polyglot/analysis/store.hpp>
#include <polyglot/analysis/verdict.hpp>
#include <polyglot/result.hpp>

namespace polyglot::analysis {

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
