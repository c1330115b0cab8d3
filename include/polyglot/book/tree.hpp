// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/loaded_book.hpp>
#include <polyglot/chess/types.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>

namespace polyglot::book {

/// A book as a tree of moves. Every position occurs once: in the main line, which has the heaviest move of
/// each position, or else at the end of one of its shortest lines; of these, the one with the heaviest moves.
struct BookTree {
  struct Move {
    game::Move move;
    std::optional<RawEntry> entry = {};  ///< nothing: the book lacks the move
    double share = 0;  ///< for an entry: its part of the weights of all playable moves, 0 to 1
    std::optional<std::size_t> next = {};  ///< index of the next node
    bool transposes = false;               ///< true: the next node belongs to another line
    bool is_gap = false;  ///< true: the book lacks the move although its side plays the book's moves
  };
  struct Node {
    game::Position position;
    std::vector<Move> moves = {};  ///< heaviest first
  };

  std::vector<Node> nodes;  ///< the first one is the start
};

/// Which moves a tree has.
struct TreeRule {
  std::optional<chess::Color> color = {};  ///< the side that plays the book's moves; nothing: both
  std::size_t max_ply = std::numeric_limits<std::size_t>::max();
  bool all_entries = false;  ///< true: moves of weight 0, and positions behind gaps, as well
};

/// Makes the tree of a book. A side plays the book's moves with a weight above 0. A side that is not `color`,
/// or has no moves in any reached position, plays as the other side of visit_lines(): all moves after which
/// the book has such a move. With TreeRule::all_entries, moves of weight 0 and what follows them are added,
/// and change nothing else. If no side is named, shortest games to all other ReachedPositions are added last;
/// their missing moves are gaps.
///
/// The entries of a position are those of the first of its keys that the book has, as in play. The tree lacks
/// illegal moves and second records of a move.
[[nodiscard]] BookTree make_tree(const LoadedBook& book, const game::Rules& rules,
                                 const game::Position& start, const TreeRule& rule);

}  // namespace polyglot::book
