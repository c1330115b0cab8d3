// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <polyglot/game/rules.hpp>
#include <polyglot/result.hpp>
#include <polyglot/variants/catalogue.hpp>

namespace polyglot::book {

/// Returns true if games by both rules can use one book: they begin with the same pieces on the same squares,
/// and have the same keys. Examples: suicide, giveaway and antichess.
[[nodiscard]] bool share_books(const game::Rules& one, const game::Rules& other);

/// Returns true if a book can be used in games by `rules`: its header names no variant, these rules, or rules
/// that share books with them. `variants` are the names in the header. They are looked up in `known`, or
/// among the built-in ones if it is null.
[[nodiscard]] bool is_made_for(const std::vector<std::string>& variants, const game::Rules& rules,
                               const variants::Catalogue* known = nullptr);
/// Returns the error about the book at `path` if is_made_for() is false.
[[nodiscard]] Error made_for_others(const std::vector<std::string>& variants, const game::Rules& rules,
                                    const std::string& path);

}  // namespace polyglot::book
