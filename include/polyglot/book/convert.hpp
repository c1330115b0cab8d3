// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

struct ConvertReport {
  std::uint64_t positions = 0;  ///< number of positions with moves
  std::uint64_t moves = 0;      ///< number of moves written, each once in a position
  /// Number of positions whose weights exceeded the format and were scaled down together.
  std::uint64_t scaled = 0;
  std::uint64_t chess960 = 0;  ///< number of positions omitted, because the format has none of Chess960
};

/// Collects all moves of chess that the book's starts() reach, in the order of a `.bin` book. A weight above
/// 0 stays above 0. Other data of the format is omitted. Afterwards, take_trouble() of the book reports
/// problems.
[[nodiscard]] std::vector<RawEntry> collect_entries(const BookSource& book, ConvertReport& report);

/// Converts all moves of `from` that can be reached. In a `.bin` or a Crafty book they are reached as in
/// ReachedPositions, in other formats from starts(). A weight above 0 stays above 0. `to` is polyglot or
/// crafty. For polyglot, moves are sorted by weight and otherwise keep their order; a `.bin` is copied
/// unchanged. For crafty, a weight becomes a count, and a move of weight 0 is marked `?`. Memory: 16 bytes
/// for each move and about 20 for each position; for Crafty also for each position that games pass through.
///
/// An existing book is replaced as a whole. Error: no move is reached, the format cannot be written, or the
/// system's reason.
[[nodiscard]] Result<ConvertReport> convert_book(const BookSource& from, BookFormat to,
                                                 const std::string& out);

}  // namespace polyglot::book
