// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <polyglot/book/loaded_book.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>

namespace polyglot::book {

/// Arrays that are looked up at most: more than any built-in variant has, fewer than a file of rules can ask
/// for.
inline constexpr std::uint32_t kMostArrays = std::uint32_t{1} << 21;

/// The arrays with which games of shuffled pieces begin (of chess: those of Chess960), as far as one of the
/// books has them. None where nothing is shuffled. Of a variant only the first `most` arrays are looked up.
[[nodiscard]] std::vector<game::Position> shuffled_starts(const game::Rules& rules,
                                                          std::span<const LoadedBook* const> books,
                                                          std::uint32_t most = kMostArrays);

}  // namespace polyglot::book
