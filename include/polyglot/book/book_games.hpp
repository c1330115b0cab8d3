// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>

namespace polyglot::book {

/// The games that walks over a book follow.
struct BookGames {
  game::Rules rules = {};  ///< keeps the variant of the positions alive
  /// Positions of these rules from which walks begin, in this order.
  std::vector<game::Position> starts = {game::Position()};
};

}  // namespace polyglot::book
