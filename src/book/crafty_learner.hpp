// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include <polyglot/book/learner.hpp>

#include "book/crafty_file.hpp"

namespace polyglot::book {

/// Adds a game to the learned values of a Crafty book that is locked and open for updating, as Crafty does.
/// Returns how many records were changed. Error: it cannot be read or written.
/// Source: docs/crafty-book.md, "Learn".
[[nodiscard]] Result<std::size_t> learn_as_crafty(CraftyFile& book, std::span<const PlayedMove> moves);

}  // namespace polyglot::book
