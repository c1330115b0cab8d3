// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>

namespace polyglot::book {

/// The games whose positions a book has, for walks over it.
struct BookGames {
  game::Rules rules = {};  ///< keeps alive what the positions refer to
  /// Positions of these rules from which walks begin, in this order.
  std::vector<game::Position> starts = {game::Position()};
};

}  // namespace polyglot::book
