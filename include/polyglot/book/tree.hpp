// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include <polyglot/book/loaded_book.hpp>
#include <polyglot/chess/types.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>

namespace polyglot::book {

/// A book as moves and the moves that follow them, every position once: where one of the shortest lines leads
/// to it, of these the one by the heaviest moves.
struct BookTree {
  struct Move {
    game::Move move;
    std::optional<RawEntry> entry = {};    ///< nothing of a reply that the book does not have
    double share = 0;                      ///< of an entry: of the weights of all that may be played, 0 to 1
    std::optional<std::size_t> next = {};  ///< number of the node that follows
    bool transposes = false;               ///< this node is told elsewhere
  };
  struct Node {
    game::Position position;
    std::vector<Move> moves = {};  ///< heaviest first
  };

  std::vector<Node> nodes;  ///< the start first
};

/// Which moves make a tree.
struct TreeRule {
  std::optional<chess::Color> color = {};  ///< who plays the book's moves; nothing: both
  std::size_t max_ply = std::numeric_limits<std::size_t>::max();
};

/// A side plays the moves that the book has with a weight over 0. The side that is not `color`, or has no
/// moves in any position that is reached, plays all after which the book has such a move, as in
/// visit_lines().
[[nodiscard]] BookTree make_tree(const LoadedBook& book, const game::Rules& rules,
                                 const game::Position& start, const TreeRule& rule);

}  // namespace polyglot::book
