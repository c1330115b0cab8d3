#pragma once

#include <vector>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// The moves of a book of any format as records of a `.bin` book, in its order: of chess, and of those
/// positions to which the book's own moves lead from the start position. Where a weight needs more than 16
/// bits all weights of its position are halved until none does. What else the format keeps is left out.
/// Error: the book cannot be read.
[[nodiscard]] Result<std::vector<RawEntry>> collect_entries(const BookSource& book);

}  // namespace polyglot::book
