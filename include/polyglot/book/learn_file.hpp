// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/learner.hpp>

namespace polyglot::book {

/// Returns the path of a file of results. It is empty while the engine's name in it is not known.
using LearnFileName = std::function<std::string()>;

/// Adds the results of a file beside the book, see try_learn_beside(), and returns the book. Its
/// learn_store() adds up the results of the book's own fields and of the file. The file may appear, grow and
/// be replaced at any time. A missing file has no results; take_trouble() of the book reports a damaged one.
/// If the file is the book itself, or its name is empty, the book is returned unchanged.
[[nodiscard]] std::unique_ptr<BookSource> with_learn_file(std::unique_ptr<BookSource> book,
                                                          LearnFileName name);

/// Returns those of `moves` that the book has, in their order.
[[nodiscard]] std::vector<PlayedMove> moves_of(const BookSource& book, std::vector<PlayedMove> moves);

}  // namespace polyglot::book
