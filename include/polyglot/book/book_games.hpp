// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <polyglot/book/loaded_book.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>

namespace polyglot::book {

/// The games that walks over a book follow.
struct BookGames {
  game::Rules rules = {};  ///< keeps the variant of the positions alive
  /// Positions of these rules from which walks begin, in this order.
  std::vector<game::Position> starts = {game::Position()};
};

/// The maximum number of arrays (start positions of shuffled pieces) that are looked up. No built-in variant
/// has more, but one of a user's file may.
inline constexpr std::uint32_t kMostArrays = std::uint32_t{1} << 21;

/// Returns the arrays of shuffled pieces (in chess: those of Chess960) that at least one of the books has.
/// Empty if nothing is shuffled. For a variant, only the first `most` arrays are looked up.
[[nodiscard]] std::vector<game::Position> shuffled_starts(const game::Rules& rules,
                                                          std::span<const LoadedBook* const> books,
                                                          std::uint32_t most = kMostArrays);

}  // namespace polyglot::book
