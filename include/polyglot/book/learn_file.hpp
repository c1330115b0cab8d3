// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/learner.hpp>

namespace polyglot::book {

/// The path of a file of results; empty as long as it is not known, since it may have the engine's name in
/// it.
using LearnFileName = std::function<std::string()>;

/// The book with the results of a file beside it, see try_learn_beside(): its learn_store() adds up those of
/// the book's own fields and those of the file, which may appear, grow and be replaced at any time. A file
/// that is not there holds no results; what is wrong with one is a trouble of the book.
/// If the file is the book itself, or its name is empty, the book is as it was.
[[nodiscard]] std::unique_ptr<BookSource> with_learn_file(std::unique_ptr<BookSource> book,
                                                          LearnFileName name);

/// Those of the moves that the book has, in their order.
[[nodiscard]] std::vector<PlayedMove> moves_of(const BookSource& book, std::vector<PlayedMove> moves);

}  // namespace polyglot::book
