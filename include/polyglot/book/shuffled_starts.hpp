// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include <polyglot/book/loaded_book.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>

namespace polyglot::book {

/// The arrays with which games of shuffled pieces begin (of chess: those of Chess960), as far as one of the
/// books has them. None where nothing is shuffled.
[[nodiscard]] std::vector<game::Position> shuffled_starts(const game::Rules& rules,
                                                          std::span<const LoadedBook* const> books);

}  // namespace polyglot::book
