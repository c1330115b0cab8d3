// SPDX-License-Identifier: MIT
#include <boost/unordered/unordered_flat_map.hpp>

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

/// A move, and how much it is worth in the order of a position.
struct Choice {
  double weight = 0;  ///< 0: nothing to play
  BookTree::Move move;
};

/// The moves of the book, those that can be played first.
std::vector<Choice> choices_of_book(const LoadedBook& book, const game::Position& position) {
  std::vector<Choice> choices;
  double total = 0;
  for (const RawEntry& record : book.find(keys_of(position))) {
    const auto meant = decode_moves(position, std::span(&record, 1)).moves;
    if (meant.empty()) continue;
    total += record.weight;
    const auto is_same = [&](const Choice& choice) { return choice.move.move == meant.front().move; };
    if (std::ranges::none_of(choices, is_same))
      choices.push_back({.move = {.move = meant.front().move, .entry = record}});
  }
  if (total > 0)
    for (Choice& choice : choices) choice.weight = choice.move.share = choice.move.entry->weight / total;
  std::ranges::stable_sort(choices, std::ranges::greater(), &Choice::weight);
  return choices;
}

/// Moves after which the book has a move; those to the heaviest positions come first.
std::vector<Choice> replies(const LoadedBook& book, const game::Position& position) {
  std::vector<Choice> choices;
  for (const game::Move& move : position.legal_moves()) {
    const auto answers = choices_of_book(book, after(position, move));
    if (answers.empty()) continue;
    double weight = 0;
    for (const Choice& answer : answers) weight += answer.move.entry->weight;
    choices.push_back({.weight = weight, .move = {.move = move}});
  }
  std::ranges::stable_sort(choices, std::ranges::greater(), &Choice::weight);
  return choices;
}

/// Grows a tree. The lines that can be played come first. A position that they reach never stands after a
/// move of weight 0.
class Growth {
 public:
  /// `plays_book`, by Color: whether that side plays the book's moves.
  Growth(const LoadedBook& book, const game::Position& start, const TreeRule& rule,
         std::array<bool, 2> plays_book)
      : book_(book),
        max_ply_(rule.max_ply),
        has_all_entries_(rule.all_entries),
        plays_book_(plays_book),
        tree_{.nodes = {{.position = start}}} {
    met_.emplace(start.key(), NodeAt{});
    plies_.push_back({0});
  }

  /// Adds the heaviest move of each position from the start on. Other lines then transpose to them.
  void add_main_line() {
    for (NodeAt at; at.ply < max_ply_; ++at.ply) {
      add_moves_of(at.node, at.ply, true, 1);
      const auto& moves = tree_.nodes[at.node].moves;
      if (moves.empty() || !moves.front().next) break;
      at.node = *moves.front().next;
    }
  }

  void grow() {
    add_moves(true);
    if (has_all_entries_) add_moves(false);
    for (auto& numbers : plies_) numbers.clear();
  }

  [[nodiscard]] bool has(const game::Position& position) const { return met_.contains(position.key()); }

  /// Adds the moves of a game that the tree lacks, and what follows them.
  void add(const BookPath& path) {
    NodeAt at;
    for (const game::Move& move : path.moves) {
      const game::Position position = tree_.nodes[at.node].position;
      const game::Position next = after(position, move);
      if (const auto met = met_.find(next.key()); met != met_.end()) {
        at = met->second;
        continue;
      }
      if (at.ply >= max_ply_) return;
      const std::size_t number = add_node(next, at.ply + 1);
      tree_.nodes[at.node].moves.push_back({.move = move, .next = number, .is_gap = plays_book(position)});
      at = {.node = number, .ply = at.ply + 1};
      grow();
    }
  }

  [[nodiscard]] BookTree take_tree() { return std::move(tree_); }

 private:
  struct NodeAt {
    std::size_t node = 0;
    std::size_t ply = 0;
  };

  [[nodiscard]] bool plays_book(const game::Position& position) const {
    return plays_book_[static_cast<std::size_t>(position.side_to_move())];
  }

  /// Adds a position that the tree lacks. Its moves are added later.
  std::size_t add_node(const game::Position& position, std::size_t ply) {
    const std::size_t number = tree_.nodes.size();
    met_.emplace(position.key(), NodeAt{.node = number, .ply = ply});
    tree_.nodes.push_back({.position = position});
    if (plies_.size() <= ply) plies_.resize(ply + 1);
    plies_[ply].push_back(number);
    return number;
  }

  /// Adds the moves that can be played, or all others.
  void add_moves(bool playable) {
    // The vectors grow in these loops.
    for (std::size_t ply = 0; ply < std::min(plies_.size(), max_ply_); ++ply)
      for (std::size_t i = 0; i < plies_[ply].size(); ++i) add_moves_of(plies_[ply][i], ply, playable);
  }

  void add_moves_of(std::size_t number, std::size_t ply, bool playable,
                    std::size_t most = std::numeric_limits<std::size_t>::max()) {
    const game::Position position = tree_.nodes[number].position;
    std::vector<Choice> choices =
        plays_book(position) ? choices_of_book(book_, position) : replies(book_, position);
    std::size_t known = tree_.nodes[number].moves.size();
    for (Choice& choice : choices) {
      if (most-- == 0 || (playable && choice.weight == 0)) break;
      if (known > 0) {
        --known;
        continue;
      }
      BookTree::Move& move = choice.move;
      const game::Position next = after(position, move.move);
      move.transposes = has(next);
      if (!move.transposes) move.next = add_node(next, ply + 1);
      tree_.nodes[number].moves.push_back(std::move(move));
    }
  }

  const LoadedBook& book_;
  std::size_t max_ply_;
  bool has_all_entries_;
  std::array<bool, 2> plays_book_;
  BookTree tree_;
  boost::unordered_flat_map<chess::Key, NodeAt, KeyHash> met_;
  std::vector<std::vector<std::size_t>>
      plies_;  ///< nodes that may get moves, by their distance from the start
};

/// Shortest games to the positions that a tree lacks, sorted by length.
std::vector<BookPath> other_paths(const LoadedBook& book, const ReachedPositions& reached,
                                  const Growth& growth) {
  std::vector<BookPath> paths;
  book.visit_positions([&](std::span<const RawEntry> records) {
    const chess::Key key = records.front().key;
    const auto position = reached.find(key);
    if (position && !growth.has(*position)) paths.push_back(reached.path(key).value());
  });
  std::ranges::stable_sort(paths, {}, [](const BookPath& path) { return path.moves.size(); });
  return paths;
}

}  // namespace

BookTree make_tree(const LoadedBook& book, const game::Rules& rules, const game::Position& start,
                   const TreeRule& rule) {
  if (rule.color) {
    Growth growth(book, start, rule, {*rule.color == Color::white, *rule.color == Color::black});
    growth.add_main_line();
    growth.grow();
    return growth.take_tree();
  }
  const ReachedPositions reached(book, {.rules = rules, .starts = {start}});
  Growth growth(book, start, rule, sides_of(book, reached));
  growth.add_main_line();
  growth.grow();
  if (rule.all_entries)
    for (const BookPath& path : other_paths(book, reached, growth)) growth.add(path);
  return growth.take_tree();
}

}  // namespace polyglot::book
