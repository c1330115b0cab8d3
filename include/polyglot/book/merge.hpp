// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <polyglot/book/book_games.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// What becomes of a position that several books have.
enum class MergeRule : std::uint8_t {
  sum,      ///< all moves; the weights of a move add up
  maximum,  ///< all moves; the highest weight of a move counts
  mean,     ///< all moves; the mean of the books that have the position, a missing move counting as 0
  first,    ///< the moves of the first book that has it, no others
};

inline constexpr double kMaxMergeFactor = 1e6;

struct MergeInput {
  std::string path;
  double factor = 1;  ///< for its weights, 0 to kMaxMergeFactor
};

struct MergeReport {
  std::uint64_t positions = 0;
  std::uint64_t records = 0;
  std::uint64_t capped = 0;  ///< records whose weight would exceed 65535
};

/// Merges sorted books of any size in constant memory into a new one, which may replace one of them. Only if
/// books seem to write a castling in two ways, e1h1 and e1g1, they are loaded: positions that `games` reach
/// tell, and the move gets its usual code.
///
/// In a position the moves of the first book come first, in its order, then those that only later books have,
/// in theirs; a record is joined with the first one of its move from an earlier book, whose learn fields
/// stay. Records of one move in one book stay apart. Weights are rounded, one over 0 never to 0 but by a
/// factor of 0, and end at 65535. The header is that of the first book that has one; XBoard's closing record
/// stays. Error: a book that
/// cannot be read or is not sound, headers for different variants, the output that cannot be written.
[[nodiscard]] Result<MergeReport> merge_books(std::span<const MergeInput> books, MergeRule rule,
                                              const std::string& out, const BookGames& games = {});

}  // namespace polyglot::book
