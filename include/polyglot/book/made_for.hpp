// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <polyglot/game/rules.hpp>
#include <polyglot/result.hpp>
#include <polyglot/variants/catalogue.hpp>

namespace polyglot::book {

/// Whether games by either rules can use one book: both begin with the same pieces on the same squares, and
/// have the same keys. So suicide, giveaway and antichess.
[[nodiscard]] bool share_books(const game::Rules& one, const game::Rules& other);

/// Whether a book is of use in games by `rules`: its header names none, these, or some that share books with
/// them. `variants`: what the header names; `known`: where they are looked up; null: the built-in ones.
[[nodiscard]] bool is_made_for(const std::vector<std::string>& variants, const game::Rules& rules,
                               const variants::Catalogue* known = nullptr);
/// What is wrong with the book at `path` if it is not.
[[nodiscard]] Error made_for_others(const std::vector<std::string>& variants, const game::Rules& rules,
                                    const std::string& path);

}  // namespace polyglot::book
