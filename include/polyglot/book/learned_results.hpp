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

/// Operations on the learned results of whole files: of books, and of files beside books. It is an error to
/// add results to learn fields of other programs. Source: docs/learning.md.
namespace polyglot::book {

struct LearnMergeReport {
  std::uint64_t positions = 0;
  std::uint64_t records = 0;
  std::uint64_t halved = 0;  ///< number of records whose sums did not fit, see fitted()
};

/// Adds up the results of sorted files of any size, in constant memory. The output has only the moves with
/// results, with weight 0. `out` may be one of the files, even if a program learns in it meanwhile.
[[nodiscard]] Result<LearnMergeReport> merge_learned(std::span<const std::string> files,
                                                     const std::string& out);

/// The target of results.
enum class ApplyTo : std::uint8_t {
  fields,   ///< add results to the book's learn fields
  weights,  ///< replace weights by learned_weight() / 1000, scaled down together if one does not fit
};

struct ApplyReport {
  std::uint64_t applied = 0;   ///< number of moves of the book with results
  std::uint64_t unknown = 0;   ///< number of moves with results that the book lacks
  std::uint64_t halved = 0;    ///< number of records whose sums did not fit
  std::vector<Error> notes{};  ///< see LoadedBook::note()
};

/// Applies the results of the file `side` to the book, and writes `out`, which may be the book. If a move has
/// several records in a position, the first one gets them. With ApplyTo::weights, positions with results are
/// sorted by weight, a weight above 0 stays above 0, and learn fields do not change.
[[nodiscard]] Result<ApplyReport> apply_learned(const std::string& book, const std::string& side, ApplyTo to,
                                                const std::string& out);

struct LearnSummary {
  LearnLayout layout = LearnLayout::none;
  std::uint64_t positions = 0;  ///< number of positions with results
  std::uint64_t records = 0;    ///< number of records with results
  std::uint64_t games = 0;      ///< number of games of all moves together
  std::uint64_t points = 0;     ///< in half points
  std::vector<RawEntry> best;   ///< the moves that learned_weight() raises most, the best first
  std::vector<RawEntry> worst;  ///< the moves that it lowers most, the worst first
};

/// Sums up the results of a file. `shown` is the maximum number of best and of worst moves. Moves with fewer
/// than `min_games` games are not among them.
[[nodiscard]] Result<LearnSummary> summarise_learned(const std::string& path, std::size_t shown,
                                                     std::uint16_t min_games);

}  // namespace polyglot::book
