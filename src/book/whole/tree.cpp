// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include <boost/unordered/unordered_flat_set.hpp>

#include <polyglot/book/move_code.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/book/tree.hpp>

namespace polyglot::book {
namespace {

using chess::Color;

game::Position after(const game::Position& position, const game::Move& move) {
  game::Position next = position;
  next.make(move);
  return next;
}

/// The playable moves of the book.
std::vector<BookTree::Move> moves_of_book(const LoadedBook& book, const game::Position& position) {
  std::vector<BookTree::Move> moves;
  double total = 0;
  for (const chess::Key key : keys_of(position)) {
    if (!moves.empty()) break;
    for (const RawEntry& record : book.find(key)) {
      const auto meant = decode_moves(position, std::span(&record, 1)).moves;
      if (meant.empty() || record.weight == 0) continue;
      total += record.weight;
      moves.push_back({.move = meant.front().move, .entry = record});
    }
  }
  for (BookTree::Move& move : moves) move.share = move.entry->weight / total;
  std::ranges::stable_sort(moves, std::ranges::greater(), &BookTree::Move::share);
  return moves;
}

/// Moves after which the book has a playable move; those to the heaviest positions come first.
std::vector<BookTree::Move> replies(const LoadedBook& book, const game::Position& position) {
  std::vector<std::pair<double, BookTree::Move>> weighed;
  for (const game::Move& move : position.legal_moves()) {
    double weight = 0;
    for (const auto& next : moves_of_book(book, after(position, move))) weight += next.entry->weight;
    if (weight > 0) weighed.push_back({weight, {.move = move}});
  }
  std::ranges::stable_sort(weighed, std::ranges::greater(), &std::pair<double, BookTree::Move>::first);
  std::vector<BookTree::Move> moves;
  moves.reserve(weighed.size());
  for (auto& [weight, move] : weighed) moves.push_back(std::move(move));
  return moves;
}

/// By Color: whether that side plays the book's moves.
std::array<bool, 2> players(const LoadedBook& book, const game::Rules& rules, const game::Position& start,
                            const TreeRule& rule) {
  if (rule.color) return {*rule.color == Color::white, *rule.color == Color::black};
  return sides_of(book, {.rules = rules, .starts = {start}});
}

}  // namespace

BookTree make_tree(const LoadedBook& book, const game::Rules& rules, const game::Position& start,
                   const TreeRule& rule) {
  const std::array<bool, 2> plays_book = players(book, rules, start, rule);
  BookTree tree{.nodes = {{.position = start}}};
  boost::unordered_flat_set<chess::Key, KeyHash> met{start.key()};
  // The vector grows in this loop. All nodes of a ply come before those of the next ply.
  for (std::size_t number = 0, end_of_ply = 1, ply = 0; number < tree.nodes.size(); ++number) {
    if (number == end_of_ply) {
      end_of_ply = tree.nodes.size();
      ++ply;
    }
    if (ply >= rule.max_ply) break;
    const game::Position position = tree.nodes[number].position;
    auto moves = plays_book[static_cast<std::size_t>(position.side_to_move())] ? moves_of_book(book, position)
                                                                               : replies(book, position);
    for (BookTree::Move& move : moves) {
      const game::Position next = after(position, move.move);
      move.transposes = !met.insert(next.key()).second;
      if (move.transposes) continue;
      move.next = tree.nodes.size();
      tree.nodes.push_back({.position = next});
    }
    tree.nodes[number].moves = std::move(moves);
  }
  return tree;
}

}  // namespace polyglot::book
