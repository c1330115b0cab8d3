// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/reached.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// How the moves of a position that several books have are merged.
enum class MergeRule : std::uint8_t {
  sum,      ///< all moves remain; the weights of a move are added up
  maximum,  ///< all moves remain; the highest weight of a move counts
  mean,     ///< all moves remain; the mean of the books with the position counts, a missing move as 0
  first,    ///< only the moves of the first book that has the position remain
};

/// The value of a move that a rule adds up or compares.
enum class MergeBy : std::uint8_t {
  weight,  ///< its weight
  share,   ///< its part of a book's weights in the position, as BookMerge uses it in play
};

inline constexpr double kMaxMergeFactor = 1e6;
/// The sum of the weights of a position when books are merged by share, except for rounding. A weight is then
/// in hundredths of a percent.
inline constexpr std::uint32_t kWeightsByShare = 10000;

struct MergeInput {
  std::string path;
  double factor = 1;  ///< the factor of its weights or shares; 0 to kMaxMergeFactor
};

struct MergeReport {
  std::uint64_t positions = 0;
  std::uint64_t records = 0;
  /// Number of positions whose weights would exceed kMostWeight and were scaled down together.
  std::uint64_t scaled = 0;
  std::vector<Error> notes = {};  ///< see LoadedBook::note()
};

/// Merges sorted books of any size into a new one, which may replace one of them, in constant memory. Books
/// are loaded only if they seem to write a castling in two ways, e1h1 and e1g1. Then the positions that
/// `games` reach decide, and the move gets its usual code.
///
/// In a position the moves of the first book come first, then the additional moves of later books; each
/// book's moves keep their order. A record is joined with the first one of its move from an earlier book,
/// whose learn fields stay. Several records of one move in one book stay separate. Weights are rounded; a
/// weight above 0 becomes 0 only by a factor of 0. If a weight would exceed 65535, all weights of the
/// position are scaled down so that it becomes 65535. With MergeBy::share the weights of each position are
/// scaled to kWeightsByShare. The header is that of the first book that has one; XBoard's closing record
/// stays. A book of another format contributes the moves that games reach, see LoadedBook. Error: a book that
/// cannot be read or is damaged, a Crafty book, headers for different variants, output that cannot be
/// written.
[[nodiscard]] Result<MergeReport> merge_books(std::span<const MergeInput> books, MergeRule rule,
                                              const std::string& out, const BookGames& games = {},
                                              MergeBy by = MergeBy::weight);

}  // namespace polyglot::book
