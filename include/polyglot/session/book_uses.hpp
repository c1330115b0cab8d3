// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <polyglot/book/book_stack.hpp>
#include <polyglot/config/book_section.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/session/effects.hpp>

/// Turns options and sections of a configuration into the settings of a BookStack.
namespace polyglot::session {

/// The books in the order in which they are asked: the one of BookFile, unless BookFile is empty and there
/// are sections, then those of the sections. Empty if Book is off.
[[nodiscard]] std::vector<book::BookUse> book_uses(const config::Options& options,
                                                   std::span<const config::BookSection> sections);
/// The remedy for book::note_on_variations(): the settings that read variations.
inline constexpr std::string_view kReadVariations =
    "set BookVariations = all, or Variations = all in the section [Book NAME]";
[[nodiscard]] book::StackRules stack_rules(const config::Options& options);
/// The purpose of a question for a move to play.
[[nodiscard]] book::Question::Purpose play_purpose(const config::Options& options);
/// The request that opens the book at this place of the stack.
[[nodiscard]] OpenBook open_request(std::size_t place, const book::BookStack& books,
                                    const config::Options& options);

}  // namespace polyglot::session
