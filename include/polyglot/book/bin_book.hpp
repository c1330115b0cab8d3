#pragma once

#include <memory>
#include <string>

#include <polyglot/book/book_source.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// Opens a Polyglot `.bin` book, memory-mapped and read-only, of any size.
///
/// Checked at once: the file is a regular, readable file, not empty, its size a multiple of 16, it holds
/// records, and a sample of it is sorted. Error: path, size and the offending offset.
[[nodiscard]] Result<std::unique_ptr<BookSource>> open_bin_book(const std::string& path);

}  // namespace polyglot::book
