// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <polyglot/book/book_format.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// How games are read that are used as a book, a list of openings in PGN.
struct ListOptions {
  /// Variations count as well, with their marks and with weights in comments, by the rules of make-book.
  /// Source: docs/tools.md, "make-book", "Variations of a game".
  bool variations = false;
  bool ignore_nags = false;  ///< with `variations`: their marks do not count
};

/// Opens a book of any format to look positions up in it. `format` says which; without it recognise_format()
/// does. Those who need the records of a `.bin` take BinBook::open().
///
/// What a format keeps beside a move is among the facts of its BookMove: docs/tools.md, "probe", lists them.
/// A book without moves is opened (size() 0), and take_trouble() says so.
/// Error: path, reason, and what to do.
[[nodiscard]] Result<std::unique_ptr<BookSource>> open_book(const std::string& path,
                                                            std::optional<BookFormat> format = std::nullopt,
                                                            const ListOptions& of_lists = {});

}  // namespace polyglot::book
