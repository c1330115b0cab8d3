// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <polyglot/book/learn_layout.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/result.hpp>

/// What whole files hold of learned results: those beside books, and books themselves. Learn fields of other
/// programs are an error wherever results are added up. Source: docs/learning.md.
namespace polyglot::book {

struct LearnMergeReport {
  std::uint64_t positions = 0;
  std::uint64_t records = 0;
  std::uint64_t halved = 0;  ///< records whose sums did not fit, see fitted()
};

/// Adds up the results of sorted files of any size, in constant memory, to a file of those moves alone that
/// have some, of weight 0. `out` may be one of the files, and learn meanwhile.
[[nodiscard]] Result<LearnMergeReport> merge_learned(std::span<const std::string> files,
                                                     const std::string& out);

/// What results are put into.
enum class ApplyTo : std::uint8_t {
  fields,   ///< added to the book's learn fields
  weights,  ///< each becomes learned_weight() / 1000, all of a position scaled down if one would not fit
};

struct ApplyReport {
  std::uint64_t applied = 0;  ///< moves of the book with results
  std::uint64_t unknown = 0;  ///< moves with results that the book does not have
  std::uint64_t halved = 0;   ///< as of LearnMergeReport
};

/// Puts the results of `side` into the book, for `out`, which may be the book. Of several records of a move
/// in one position the first has them. With weights, a position that has results gets its heaviest move
/// first, and one over 0 stays so; learn fields stay as they are.
[[nodiscard]] Result<ApplyReport> apply_learned(const std::string& book, const std::string& side, ApplyTo to,
                                                const std::string& out);

struct LearnSummary {
  LearnLayout layout = LearnLayout::none;
  std::uint64_t positions = 0;  ///< with results
  std::uint64_t records = 0;    ///< with results
  std::uint64_t games = 0;      ///< of all moves together
  std::uint64_t points = 0;     ///< half points
  std::vector<RawEntry> best;   ///< those that learned_weight() favours most, the best first
  std::vector<RawEntry> worst;  ///< the worst first
};

/// `shown`: of the best and the worst, so many of those with `min_games` or more.
[[nodiscard]] Result<LearnSummary> summarise_learned(const std::string& path, std::size_t shown,
                                                     std::uint16_t min_games);

}  // namespace polyglot::book
