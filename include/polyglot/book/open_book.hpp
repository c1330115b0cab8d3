// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/book/book_format.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// How the games of a list of openings in PGN are read.
struct ListOptions {
  /// True: variations count, too, with their marks and with weights in comments, by the rules of make-book.
  /// Source: docs/tools.md, "make-book", "Variations of a game".
  bool variations = false;
  bool ignore_nags = false;  ///< true, with `variations`: marks do not count
};

/// Opens a book of any format to look up positions. Without `format`, recognise_format() decides. If you need
/// the records of a `.bin`, use BinBook::open().
///
/// Additional data of a format is in BookMove::facts; docs/tools.md, "probe", lists it. A book without moves
/// can be opened (size() 0); take_trouble() reports that. Error: path, reason, and what to do.
[[nodiscard]] Result<std::unique_ptr<BookSource>> open_book(const std::string& path,
                                                            std::optional<BookFormat> format = std::nullopt,
                                                            const ListOptions& of_lists = {});

/// Returns a note for users of a list of openings whose variations were not read; nothing for other books. It
/// is not a problem of the book. `remedy` says how to read the variations.
[[nodiscard]] std::optional<Error> note_on_variations(
    const BookSource& book,
    std::string_view remedy = "build a book from it with polyglot convert --variations all");

}  // namespace polyglot::book
