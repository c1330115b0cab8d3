// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include <polyglot/book/book_stack.hpp>
#include <polyglot/config/book_section.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/session/effects.hpp>

/// Options and sections of a configuration, as a stack of books has them.
namespace polyglot::session {

/// The books in the order in which they are asked: that of BookFile, unless it is empty and there are others,
/// then those of the sections. None without Book.
[[nodiscard]] std::vector<book::BookUse> book_uses(const config::Options& options,
                                                   std::span<const config::BookSection> sections);
[[nodiscard]] book::StackRules stack_rules(const config::Options& options);
/// What a move to play asks of the books, the game aside.
[[nodiscard]] book::Question::Purpose play_purpose(const config::Options& options);
/// What opens the book that is asked in this place of the stack.
[[nodiscard]] OpenBook open_request(std::size_t place, const book::BookStack& books,
                                    const config::Options& options);

}  // namespace polyglot::session
