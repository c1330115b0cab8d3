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

/// The changes that remove moves from a book, together with all positions that only games with these moves
/// reach. These are positions that the book's own moves (Reach::by_book_moves) no longer reach, and positions
/// that no game reaches any more. Therefore the removal leaves no additional unreached positions. Error: a
/// move that the book does not have.
[[nodiscard]] Result<std::vector<BookEdit>> remove_lines(const LoadedBook& book, const BookGames& games,
                                                         std::span<const LegalMove> last_moves);

}  // namespace polyglot::book
