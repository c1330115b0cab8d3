// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include <polyglot/book/book_stack.hpp>
#include <polyglot/config/book_section.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/session/effects.hpp>

/// Turns options and sections of a configuration into the settings of a BookStack.
namespace polyglot::session {

/// Returns the books in the order in which they are asked. If BookFile is set or there are no sections, its
/// book comes first. The books of the sections follow. Returns no books if Book is off.
[[nodiscard]] std::vector<book::BookUse> book_uses(const config::Options& options,
                                                   std::span<const config::BookSection> sections);
/// The advice that book::note_on_variations() gives: which settings read variations.
inline constexpr std::string_view kReadVariations =
    "set BookVariations = all, or Variations = all in the section [Book NAME]";
[[nodiscard]] book::StackRules stack_rules(const config::Options& options);
[[nodiscard]] book::Question::Purpose play_purpose(const config::Options& options);
[[nodiscard]] OpenBook open_request(std::size_t place, const book::BookStack& books,
                                    const config::Options& options);

}  // namespace polyglot::session
