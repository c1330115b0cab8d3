// SPDX-License-Identifier: MIT
#include <deque>

#include <boost/unordered/unordered_flat_map.hpp>

#include <polyglot/book/lines.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/game/notation.hpp>

#include "book/whole/walk_board.hpp"

namespace polyglot::book {
namespace {

using chess::Color;
template <class Board>
class Walk {
 public:
  Walk(const LoadedBook& book, Color side, const LineSink& sink) : book_(book), side_(side), sink_(sink) {}

  Result<LineCounts> run(const BookGames& games) {
    for (const game::Position& position : games.starts) {
      const auto& start = board_of<Board>(position);
      if (places_.contains(start.key())) continue;
      if (auto walked = walk_from(start); !walked) return walked.error();
    }
    return counts_;
  }

 private:
  using Move = MoveOn<Board>;

  struct Choice {
    Move move;
    std::optional<double> share;
  };

  struct Node {
    Board position;
    ReplyOrder<Board> order;
    std::vector<Choice> choices;
    std::size_t next = 0;  ///< index of the next choice
  };

  Result<void> walk_from(const Board& start) {
    push(start, ReplyOrder<Board>(start));
    while (!nodes_.empty()) {
      Node& node = nodes_.back();
      if (node.next == node.choices.size()) {
        pop();
      } else if (auto followed = follow(node, node.choices[node.next++]); !followed) {
        return followed;
      }
    }
    return {};
  }

  Result<void> follow(const Node& node, const Choice& choice) {
    steps_.push_back({.board = &node.position, .move = choice.move, .share = choice.share});
    Board position = node.position;
    position.make(choice.move);
    if (const auto met = places_.find(position.key()); met != places_.end()) {
      const bool in_this_line = is_open(met->second, position.key());
      return end_line(in_this_line ? LineEnd::cycle : LineEnd::transposition, met->second);
    }
    ReplyOrder<Board> order = node.order;
    order.make(node.position, choice.move);
    push(position, order);
    if (!nodes_.back().choices.empty()) return {};
    nodes_.pop_back();
    return end_line(LineEnd::out_of_book, {});
  }

  [[nodiscard]] bool is_open(const LinePlace& place, chess::Key key) const {
    return place.ply < nodes_.size() && nodes_[place.ply].position.key() == key;
  }

  void push(const Board& position, const ReplyOrder<Board>& order) {
    places_.emplace(position.key(), LinePlace{.line = counts_.lines + 1, .ply = nodes_.size()});
    nodes_.push_back({position, order, choices_in(position, order)});
    // The start counts even if none of its moves can be played.
    const bool counts =
        nodes_.size() == 1 ? !records_of(book_, position).empty() : !nodes_.back().choices.empty();
    if (position.side_to_move() == side_ && counts) ++counts_.positions;
  }

  void pop() {
    nodes_.pop_back();
    if (!steps_.empty()) steps_.pop_back();
    shared_ = std::min(shared_, steps_.size());
  }

  Result<void> end_line(LineEnd end, LinePlace met) {
    ++counts_.lines;
    auto sunk = sink_({.number = counts_.lines, .steps = steps_, .shared = shared_, .end = end, .met = met});
    steps_.pop_back();
    shared_ = steps_.size();
    return sunk;
  }

  [[nodiscard]] std::vector<Choice> choices_in(const Board& position, const ReplyOrder<Board>& order) const {
    std::vector<Choice> choices;
    if (position.side_to_move() == side_) {
      const std::vector<BookMove> moves = playable_moves(book_, position);
      double total = 0;
      for (const BookMove& move : moves) total += move.weight;
      for (const BookMove& move : moves) choices.push_back({std::get<Move>(move.move), move.weight / total});
      return choices;
    }
    std::vector<Move> replies;
    for (const Move& move : position.legal_moves()) {
      Board next = position;
      next.make(move);
      if (!playable_moves(book_, next).empty()) replies.push_back(move);
    }
    order.sort(position, replies);
    for (const Move& move : replies) choices.push_back({move, std::nullopt});
    return choices;
  }

  const LoadedBook& book_;
  Color side_;
  const LineSink& sink_;
  std::deque<Node> nodes_;
  std::vector<LineStep> steps_;
  std::size_t shared_ = 0;
  LineCounts counts_;
  boost::unordered_flat_map<chess::Key, LinePlace, KeyHash> places_;
};

/// Adds the removal of all records of a move. False if there is none.
bool add_removal(const LoadedBook& book, const LegalMove& played, std::vector<BookEdit>& edits) {
  const std::size_t before = edits.size();
  for (const chess::Key key : keys_of(played.position)) {
    for (const RawEntry& record : book.find(key)) {
      const auto meant = decode_moves(played.position, std::span(&record, 1)).moves;
      const bool is_named = std::ranges::any_of(
          edits, [&](const BookEdit& edit) { return edit.key == key && edit.move == record.move; });
      if (!meant.empty() && meant.front().move == played.move && !is_named)
        edits.push_back({.action = BookEdit::Action::remove, .move = record.move, .key = key});
    }
  }
  return edits.size() > before;
}

/// The keys of the book that `before` reaches and `after` does not, in order.
std::vector<chess::Key> lost_keys(const LoadedBook& book, const ReachedPositions& before,
                                  const ReachedPositions& after) {
  std::vector<chess::Key> lost;
  book.visit_positions([&](std::span<const RawEntry> records) {
    const chess::Key key = records.front().key;
    if (before.contains(key) && !after.contains(key)) lost.push_back(key);
  });
  return lost;
}

}  // namespace

Result<LineCounts> visit_lines(const LoadedBook& book, Color side, const LineSink& sink,
                               const BookGames& games) {
  return games.rules.is_chess() ? Walk<chess::Position>(book, side, sink).run(games)
                                : Walk<variants::Position>(book, side, sink).run(games);
}

Result<std::vector<BookEdit>> remove_lines(const LoadedBook& book, const BookGames& games,
                                           std::span<const LegalMove> last_moves) {
  std::vector<BookEdit> edits;
  for (const LegalMove& played : last_moves)
    if (!add_removal(book, played, edits))
      return Error{"the book does not have " + game::to_san(played.position, played.move) + " in " +
                   played.position.to_fen()};

  const auto lost = [&](const LoadedBook& left, bool by_book_moves) {
    return lost_keys(left, ReachedPositions(book, games, {.by_book_moves = by_book_moves}),
                     ReachedPositions(left, games, {.by_book_moves = by_book_moves, .without = last_moves}));
  };
  std::vector<chess::Key> keys = lost(book, true);
  std::vector<RawEntry> entries(book.entries().begin(), book.entries().end());
  std::erase_if(entries, [&](const RawEntry& entry) { return std::ranges::binary_search(keys, entry.key); });
  // These positions follow moves outside the book, and only removed lines reached them.
  const std::vector<chess::Key> hanging = lost(LoadedBook(book.path(), std::move(entries)), false);
  keys.insert(keys.end(), hanging.begin(), hanging.end());
  for (const chess::Key key : keys) {
    std::erase_if(edits, [key](const BookEdit& edit) { return edit.key == key; });
    edits.push_back({.action = BookEdit::Action::clear, .key = key});
  }
  return edits;
}

}  // namespace polyglot::book
