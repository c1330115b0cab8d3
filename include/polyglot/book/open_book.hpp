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

/// How games are read if they serve as a book (a list of openings in PGN).
struct ListOptions {
  /// Variations count too, with their marks and with weights in comments, by the rules of make-book. Source:
  /// docs/tools.md, "make-book", "Variations of a game".
  bool variations = false;
  bool ignore_nags = false;  ///< with `variations`: marks do not count
};

/// Opens a book of any format to look positions up in it. Without `format`, recognise_format() decides. If
/// you need the records of a `.bin`, use BinBook::open().
///
/// Additional data of a format is in BookMove::facts; docs/tools.md, "probe", lists it. A book without moves
/// can be opened (size() 0); take_trouble() reports that. Error: path, reason, and what to do.
[[nodiscard]] Result<std::unique_ptr<BookSource>> open_book(const std::string& path,
                                                            std::optional<BookFormat> format = std::nullopt,
                                                            const ListOptions& of_lists = {});

/// The note for users of a list of openings whose games were read without their variations; nothing for other
/// books. It is no problem of the book. `remedy`: how the variations can be read.
[[nodiscard]] std::optional<Error> note_on_variations(
    const BookSource& book,
    std::string_view remedy = "build a book from it with polyglot convert --variations all");

}  // namespace polyglot::book
