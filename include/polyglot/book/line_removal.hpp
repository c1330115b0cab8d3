// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include <polyglot/book/book_games.hpp>
#include <polyglot/book/editor.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// Returns the changes that remove moves from a book, together with all positions that only games with these
/// moves reach. Removed are positions that the book's own moves (Reach::by_book_moves) no longer reach, and
/// positions that no game reaches any more. No additional unreached positions remain. Error: the book lacks a
/// move.
[[nodiscard]] Result<std::vector<BookEdit>> remove_lines(const LoadedBook& book, const BookGames& games,
                                                         std::span<const LegalMove> last_moves);

}  // namespace polyglot::book
