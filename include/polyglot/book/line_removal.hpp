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

/// The changes that take moves out of a book, and with them all positions that only games with these moves
/// lead to: games by the book's own moves (Reach::by_book_moves), and what would not be reached at all any
/// more. So the book has no more positions that are not reached than before.
/// Error: a move that the book does not have.
[[nodiscard]] Result<std::vector<BookEdit>> remove_lines(const LoadedBook& book, const BookGames& games,
                                                         std::span<const LegalMove> last_moves);

}  // namespace polyglot::book
