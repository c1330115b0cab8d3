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

/// The moves of the book, those that can be played first.
std::vector<BookTree::Move> moves_of_book(const LoadedBook& book, const game::Position& position) {
  std::vector<BookTree::Move> moves;
  double total = 0;
  for (const chess::Key key : keys_of(position)) {
    if (!moves.empty()) break;
    for (const RawEntry& record : book.find(key)) {
      const auto meant = decode_moves(position, std::span(&record, 1)).moves;
      if (meant.empty()) continue;
      total += record.weight;
      moves.push_back({.move = meant.front().move, .entry = record});
    }
  }
  if (total > 0)
    for (BookTree::Move& move : moves) move.share = move.entry->weight / total;
  std::ranges::stable_sort(moves, std::ranges::greater(), &BookTree::Move::share);
  return moves;
}

/// A move, and how much it is worth in the order of a position.
struct Choice {
  double weight = 0;  ///< 0: nothing to play
  BookTree::Move move;
};

std::vector<Choice> choices_of_book(const LoadedBook& book, const game::Position& position) {
  std::vector<Choice> choices;
  for (BookTree::Move& move : moves_of_book(book, position)) {
    const double share = move.share;
    choices.push_back({.weight = share, .move = std::move(move)});
  }
  return choices;
}

/// Moves after which the book has a move; those to the heaviest positions come first.
std::vector<Choice> replies(const LoadedBook& book, const game::Position& position) {
  std::vector<Choice> choices;
  for (const game::Move& move : position.legal_moves()) {
    const auto answers = moves_of_book(book, after(position, move));
    if (answers.empty()) continue;
    double weight = 0;
    for (const BookTree::Move& answer : answers) weight += answer.entry->weight;
    choices.push_back({.weight = weight, .move = {.move = move}});
  }
  std::ranges::stable_sort(choices, std::ranges::greater(), &Choice::weight);
  return choices;
}

/// By Color: whether that side plays the book's moves.
std::array<bool, 2> players(const LoadedBook& book, const game::Rules& rules, const game::Position& start,
                            const TreeRule& rule) {
  if (rule.color) return {*rule.color == Color::white, *rule.color == Color::black};
  return sides_of(book, {.rules = rules, .starts = {start}});
}

/// Grows a tree. The lines that can be played come first: a position that they reach is never written behind
/// a move of weight 0.
class Growth {
 public:
  Growth(const LoadedBook& book, const game::Position& start, const TreeRule& rule,
         std::array<bool, 2> plays_book)
      : book_(book),
        max_ply_(rule.max_ply),
        has_all_entries_(rule.all_entries),
        plays_book_(plays_book),
        tree_{.nodes = {{.position = start}}} {
    met_.insert(start.key());
    plies_.push_back({0});
  }

  BookTree grow() {
    add_moves(true);
    if (has_all_entries_) add_moves(false);
    return std::move(tree_);
  }

 private:
  /// Adds the moves that can be played, or all others.
  void add_moves(bool playable) {
    // The vectors grow in these loops.
    for (std::size_t ply = 0; ply < std::min(plies_.size(), max_ply_); ++ply)
      for (std::size_t i = 0; i < plies_[ply].size(); ++i) add_moves_of(plies_[ply][i], ply, playable);
  }

  void add_moves_of(std::size_t number, std::size_t ply, bool playable) {
    const game::Position position = tree_.nodes[number].position;
    const bool is_of_book = plays_book_[static_cast<std::size_t>(position.side_to_move())];
    std::vector<Choice> choices = is_of_book ? choices_of_book(book_, position) : replies(book_, position);
    std::size_t known = tree_.nodes[number].moves.size();
    for (Choice& choice : choices) {
      if (playable && choice.weight == 0) break;
      if (known > 0) {
        --known;
        continue;
      }
      BookTree::Move& move = choice.move;
      const game::Position next = after(position, move.move);
      move.transposes = !met_.insert(next.key()).second;
      if (!move.transposes) {
        move.next = tree_.nodes.size();
        tree_.nodes.push_back({.position = next});
        if (plies_.size() == ply + 1) plies_.emplace_back();
        plies_[ply + 1].push_back(*move.next);
      }
      tree_.nodes[number].moves.push_back(std::move(move));
    }
  }

  const LoadedBook& book_;
  std::size_t max_ply_;
  bool has_all_entries_;
  std::array<bool, 2> plays_book_;
  BookTree tree_;
  boost::unordered_flat_set<chess::Key, KeyHash> met_;
  std::vector<std::vector<std::size_t>> plies_;  ///< the nodes by their distance from the start
};

}  // namespace

BookTree make_tree(const LoadedBook& book, const game::Rules& rules, const game::Position& start,
                   const TreeRule& rule) {
  return Growth(book, start, rule, players(book, rules, start, rule)).grow();
}

}  // namespace polyglot::book
