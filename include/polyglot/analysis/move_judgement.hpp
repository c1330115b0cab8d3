// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <polyglot/analysis/store.hpp>
#include <polyglot/analysis/verdict.hpp>
#include <polyglot/result.hpp>

namespace polyglot::analysis {

/// The name that people see for the source of exact verdicts: the judge's engine did not search.
inline constexpr std::string_view kTablebases = "Syzygy's tablebases";

/// What one judge thinks of a move.
struct MoveJudgement {
  Store::JudgeId judge = 0;
  Score score;                         ///< of the move, for the side that plays it
  ScoredMove best;                     ///< the judge's own choice in the position
  std::vector<game::Move> best_line;   ///< begins with that move
  std::vector<game::Move> refutation;  ///< what follows the move, as far as the store knows it
  std::uint64_t nodes = 0;             ///< of the search of the position
  std::int64_t date = 0;               ///< of that search: seconds since 1970-01-01 00:00 UTC
  bool is_exact = false;               ///< see Verdict::is_exact

  /// How many centipawns the move gives away; 0 if it is as good as the judge's choice. All mates by one side
  /// count the same.
  [[nodiscard]] int loss() const noexcept;
};

/// How much a verdict counts among those of several judges on one position: by its nodes, but an exact
/// one before all searches.
[[nodiscard]] std::uint64_t rank_of(const Verdict& verdict) noexcept;

/// Judges moves of a position by the verdicts of a store. The result has an element for each move: nothing if
/// the store does not know its score. `accepts`: whose verdicts count; null: those of all judges. Source:
/// docs/verdicts.md, "Judging a move". Error: the store cannot be read.
[[nodiscard]] Result<std::vector<std::optional<MoveJudgement>>> judge_moves(
    const Store& store, const game::Position& position, std::span<const game::Move> moves,
    const std::function<bool(Store::JudgeId)>& accepts = {});

}  // namespace polyglot::analysis
