// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// The moves of a book as records of a `.bin` book.
struct Collected {
  std::vector<RawEntry> entries;  ///< in the order of a `.bin` book
  std::uint64_t positions = 0;
  std::uint64_t scaled = 0;  ///< positions whose weights needed more than 16 bits, made smaller alike
};

/// Collects the moves of chess that can be reached from the book's starts(). A weight over 0 stays over 0;
/// what else the format keeps is left out. What is wrong with the book, its take_trouble() knows.
[[nodiscard]] Collected collect_entries(const BookSource& book);

struct ConvertReport {
  std::uint64_t positions = 0;  ///< with moves
  std::uint64_t moves = 0;      ///< written, each once a position
  std::uint64_t scaled = 0;     ///< positions whose weights were too large for the format, made smaller alike
  std::uint64_t chess960 = 0;   ///< positions left out, for the format has none of Chess960
};

/// Makes a book of all moves of `from` that can be reached, in a `.bin` or a book of Crafty as
/// ReachedPositions does, else from its starts(); 16 bytes a move and about 20 a position in memory, and of
/// Crafty as many for each position that games meet on the way. A weight over 0 stays over 0. `to` is
/// polyglot, which keeps the order of moves but for their weights (and a `.bin` as it is), or crafty, where a
/// weight is a count and a move of weight 0 is marked `?`.
///
/// The book that is there is replaced as a whole. Error: no move is reached, a format that is not written, or
/// the system's reason.
[[nodiscard]] Result<ConvertReport> convert_book(const BookSource& from, BookFormat to,
                                                 const std::string& out);

}  // namespace polyglot::book
