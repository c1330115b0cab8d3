// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <polyglot/book/book_games.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// The rule for a position that several books have.
enum class MergeRule : std::uint8_t {
  sum,      ///< all moves; the weights of a move are added up
  maximum,  ///< all moves; the highest weight of a move counts
  mean,     ///< all moves; the mean of the books that have the position, a missing move counting as 0
  first,    ///< only the moves of the first book that has the position
};

/// The value of a move that a rule adds up or compares.
enum class MergeBy : std::uint8_t {
  weight,  ///< its weight
  share,   ///< its part of a book's weights in the position, as with BookMerge in play
};

inline constexpr double kMaxMergeFactor = 1e6;
inline constexpr std::uint32_t kMostWeight = 65535;  ///< the maximum weight of a record in a `.bin`
/// The sum of the weights of a position when books are merged by share, except for rounding. A weight is then
/// in hundredths of a percent.
inline constexpr std::uint32_t kWeightsByShare = 10000;

struct MergeInput {
  std::string path;
  double factor = 1;  ///< multiplies its weights or shares; 0 to kMaxMergeFactor
};

struct MergeReport {
  bool is_of_crafty = false;  ///< the output is a Crafty book: weights are counts, and positions are not
                              ///< counted
  std::uint64_t positions = 0;
  std::uint64_t records = 0;
  std::uint64_t scaled = 0;       ///< positions whose weights would exceed kMostWeight and were scaled down
                                  ///< together
  std::uint64_t capped = 0;       ///< of Crafty: records whose count would exceed the format's maximum
  std::vector<Error> notes = {};  ///< see LoadedBook::note()
};

/// Merges sorted books of any size in constant memory into a new one, which may replace one of them. Books
/// are loaded only if they seem to write a castling in two ways, e1h1 and e1g1. Then the positions that
/// `games` reach decide, and the move gets its usual code.
///
/// In a position the moves of the first book come first, in its order, then the additional moves of later
/// books, in their order. A record is joined with the first one of its move from an earlier book, whose learn
/// fields stay. Several records of one move in one book stay separate. Weights are rounded; a weight above 0
/// becomes 0 only by a factor of 0. If a weight would exceed 65535, all weights of the position are scaled
/// down so that it becomes 65535. With MergeBy::share the weights of each position are scaled to
/// kWeightsByShare. The header is that of the first book that has one; XBoard's closing record stays. From a
/// book of another format the moves are taken that games reach, see LoadedBook.
///
/// If all books are Crafty books, the output is a Crafty book. Sound books of the parts of a collection give
/// the book that Crafty would make from the whole collection. Counts are added up, or the highest one counts.
/// Marks and results of all books are combined; a learned value comes from the first book that has one. This
/// takes 16 bytes of memory for each move. Error: a book that cannot be read or is damaged, headers for
/// different variants, output that cannot be written; for Crafty books also factors, shares, and rules other
/// than sum and maximum.
[[nodiscard]] Result<MergeReport> merge_books(std::span<const MergeInput> books, MergeRule rule,
                                              const std::string& out, const BookGames& games = {},
                                              MergeBy by = MergeBy::weight);

}  // namespace polyglot::book
