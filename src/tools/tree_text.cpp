// SPDX-License-Identifier: MIT
#include "tools/tree_text.hpp"
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <polyglot/game/notation.hpp>

namespace polyglot::tools {
namespace {

/// Writes a tree in the order of PGN: a move, its alternatives as variations, then the moves after it.
class TreeText {
 public:
  TreeText(const book::BookTree& tree, const TreeNote& note) : tree_(tree), note_(note) {
    pending_.push_back({.node = 0});
    while (!pending_.empty()) {
      const Pending next = pending_.back();
      pending_.pop_back();
      if (!next.node) {
        closing_ += ')';
      } else if (next.move) {
        add_move(tree_.nodes[*next.node], *next.move);
        if (const auto follows = tree_.nodes[*next.node].moves[*next.move].next)
          pending_.push_back({follows});
      } else {
        add_node(*next.node);
      }
    }
    flush();
    moves_.add("*");
  }

  [[nodiscard]] PgnText take_moves() { return std::move(moves_); }

 private:
  /// A waiting node, or one of its moves as a variation. Without a node it is the end of a variation.
  struct Pending {
    std::optional<std::size_t> node = {};
    std::optional<std::size_t> move = {};
  };

  void add_node(std::size_t number) {
    const auto& node = tree_.nodes[number];
    if (node.moves.empty()) return;
    add_move(node, 0);
    if (const auto follows = node.moves.front().next) pending_.push_back({follows});
    for (std::size_t i = node.moves.size() - 1; i > 0; --i) {
      pending_.push_back({});
      pending_.push_back({number, i});
    }
  }

  void add_move(const book::BookTree::Node& node, std::size_t index) {
    const book::BookTree::Move& move = node.moves[index];
    add(fmt::format("{}{}", index > 0 ? "(" : "", move_number(node.position)));
    add(game::to_san(node.position, move.move));
    const std::string note = note_(node, move);
    add(note.empty() ? note : fmt::format("{{{}}}", note));
  }

  /// Adds a word. A closing parenthesis is joined to the word before it.
  void add(const std::string& word) {
    if (word.empty()) return;
    flush();
    word_ = word;
  }
  void flush() { moves_.add(std::exchange(word_, {}) + std::exchange(closing_, {})); }

  const book::BookTree& tree_;
  const TreeNote& note_;
  std::vector<Pending> pending_;
  PgnText moves_;
  std::string word_;     ///< the last word, not written yet
  std::string closing_;  ///< closing parentheses after it
};

}  // namespace

PgnText tree_text(const book::BookTree& tree, const TreeNote& note) {
  return TreeText(tree, note).take_moves();
}

}  // namespace polyglot::tools
