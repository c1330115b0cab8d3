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

/// What of a move a rule adds up, or compares.
enum class MergeBy : std::uint8_t {
  weight,  ///< its weight
  share,   ///< its part of the weights that a book gives to the position, as BookMerge adds them up in play
};

inline constexpr double kMaxMergeFactor = 1e6;
inline constexpr std::uint32_t kMostWeight = 65535;  ///< of a record of a `.bin`
/// What the weights of a position add up to where books are merged by share, apart from rounding. A weight
/// then counts hundredths of a percent.
inline constexpr std::uint32_t kWeightsByShare = 10000;

struct MergeInput {
  std::string path;
  double factor = 1;  ///< for its weights or shares, 0 to kMaxMergeFactor
};

struct MergeReport {
  bool is_of_crafty = false;  ///< weights are counts, and positions are not known
  std::uint64_t positions = 0;
  std::uint64_t records = 0;
  std::uint64_t scaled = 0;  ///< positions whose weights would exceed kMostWeight, made smaller alike
  std::uint64_t capped = 0;  ///< of Crafty: records whose count would exceed the most that the format has
};

/// Merges sorted books of any size in constant memory into a new one, which may replace one of them. Only if
/// books seem to write a castling in two ways, e1h1 and e1g1, they are loaded: positions that `games` reach
/// tell, and the move gets its usual code.
///
/// In a position the moves of the first book come first, in its order, then those that only later books have,
/// in theirs; a record is joined with the first one of its move from an earlier book, whose learn fields
/// stay. Records of one move in one book stay apart. Weights are rounded, one over 0 never to 0 but by a
/// factor of 0. Where one of a position would exceed 65535, all of the position are scaled down, so that it
/// is 65535. By share, those of every position are scaled to kWeightsByShare. The header is that of the first
/// book that has one; XBoard's closing record stays. Of a book of another format those moves are taken that
/// games lead to, as LoadedBook does.
///
/// Of books of Crafty alone a book of Crafty is made: of sound books of all games of a collection the one
/// that Crafty makes of the collection. Counts add up, or the highest one counts; marks and results are those
/// of all books, a learned value that of the first book that has one. It takes 16 bytes of memory for a move.
/// Error: a book that cannot be read or is not sound, headers for different variants, the output that cannot
/// be written; for books of Crafty also factors, shares, and rules other than sum and maximum.
[[nodiscard]] Result<MergeReport> merge_books(std::span<const MergeInput> books, MergeRule rule,
                                              const std::string& out, const BookGames& games = {},
                                              MergeBy by = MergeBy::weight);

}  // namespace polyglot::book
