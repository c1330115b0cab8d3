// SPDX-License-Identifier: MIT
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>

#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/reached.hpp>

#include "book/whole/walk_board.hpp"

namespace polyglot::book {

/// The positions that games reach if their moves are chosen by weight. Each position occurs once, with its
/// probability and the most probable game to it.
template <class Board>
class ReviewGraph {
 public:
  using Move = MoveOn<Board>;
  using Number = std::uint32_t;
  static constexpr Number kNone = std::numeric_limits<Number>::max();

  struct Edge {
    Move move;
    Number to = kNone;
    double share = 0;  ///< probability of the move in its position
  };

  struct Node {
    Board position;
    double probability = 0;
    double best = -1;     ///< the part of the probability that comes by `by`
    Number from = kNone;  ///< kNone for a start
    Move by = {};
    std::uint32_t ply = 0;  ///< ply of the most probable game
    std::size_t first_edge = 0;
  };

  /// `plays_book`, by Color: whether that side plays the book's moves. `other`: the book of the other side;
  /// null: none.
  ReviewGraph(const LoadedBook& book, const BookGames& games, std::array<bool, 2> plays_book,
              const LoadedBook* other)
      : book_(book), plays_book_(plays_book), other_(other) {
    for (const game::Position& start : games.starts) enter(board_of<Board>(start));
    starts_ = nodes_.size();
    // The vector grows in this loop.
    for (Number number = 0; number < nodes_.size(); ++number) expand(number);
    sort();
    spread();
  }

  [[nodiscard]] Number size() const noexcept { return static_cast<Number>(nodes_.size()); }
  [[nodiscard]] Number starts() const noexcept { return static_cast<Number>(starts_); }
  [[nodiscard]] const Node& node(Number number) const noexcept { return nodes_[number]; }
  [[nodiscard]] std::span<const Edge> edges(Number number) const noexcept {
    const std::size_t end = number + 1 < nodes_.size() ? nodes_[number + 1].first_edge : edges_.size();
    return std::span(edges_).subspan(nodes_[number].first_edge, end - nodes_[number].first_edge);
  }
  [[nodiscard]] bool is_end(Number number) const noexcept { return edges(number).empty(); }
  [[nodiscard]] bool plays_book(Number number) const noexcept {
    return plays_book_[static_cast<std::size_t>(nodes_[number].position.side_to_move())];
  }
  [[nodiscard]] bool is_of_book(Number number) const noexcept {
    return plays_book(number) && !is_end(number);
  }
  /// All numbers, in an order where a predecessor comes before a position, unless the move leads back.
  [[nodiscard]] std::span<const Number> order() const noexcept { return order_; }
  /// Whether a move leads back to a position of its game.
  [[nodiscard]] bool leads_back(Number from, const Edge& edge) const noexcept {
    return ranks_[edge.to] <= ranks_[from];
  }
  /// The number of a position; kNone if it is not reached.
  [[nodiscard]] Number find(const Board& position) const {
    const auto found = numbers_.find(whole_key(position));
    return found == numbers_.end() ? kNone : found->second;
  }

  [[nodiscard]] BookPath path(Number number) const {
    BookPath path;
    for (; nodes_[number].from != kNone; number = nodes_[number].from)
      path.moves.emplace_back(nodes_[number].by);
    std::ranges::reverse(path.moves);
    path.start = nodes_[number].position;
    return path;
  }

 private:
  Number enter(const Board& position) {
    const auto [place, is_new] = numbers_.emplace(whole_key(position), size());
    if (is_new) nodes_.push_back({.position = position});
    return place->second;
  }

  void expand(Number number) {
    const Board position = nodes_[number].position;
    nodes_[number].first_edge = edges_.size();
    if (plays_book(number)) {
      add_moves_of_book(position);
    } else {
      add_replies(position);
    }
    const std::span<Edge> added = std::span(edges_).subspan(nodes_[number].first_edge);
    if (total_ == 0) return;
    for (Edge& edge : added) edge.share /= total_;
  }

  void add(const Board& position, const Move& move, double weight) {
    Board next = position;
    next.make(move);
    const Number to = enter(next);
    edges_.push_back({.move = move, .to = to, .share = weight});
  }

  void add_moves_of_book(const Board& position) {
    const auto moves = join_moves(playable_moves(book_, position));
    total_ = weight_of(moves);
    for (const BookMove& move : moves) add(position, std::get<Move>(move.move), move.weight);
  }

  /// Adds the moves that the book has, or has a reply to.
  void add_replies(const Board& position) {
    const auto of_book = playable_moves(book_, position);
    const auto of_other = other_ == nullptr ? std::vector<BookMove>() : playable_moves(*other_, position);
    const auto& chosen = of_other.empty() ? of_book : of_other;
    total_ = weight_of(chosen);
    for (const Move& move : position.legal_moves()) {
      Board next = position;
      next.make(move);
      const double answers = weight_of(playable_moves(book_, next));
      if (answers == 0 && weight_of(of_book, move) == 0) continue;
      if (chosen.empty()) total_ += answers;
      add(position, move, chosen.empty() ? answers : weight_of(chosen, move));
    }
  }

  static double weight_of(const std::vector<BookMove>& moves) {
    double total = 0;
    for (const BookMove& move : moves) total += move.weight;
    return total;
  }
  static double weight_of(const std::vector<BookMove>& moves, const game::Move& wanted) {
    double total = 0;
    for (const BookMove& move : moves) total += move.move == wanted ? move.weight : 0;
    return total;
  }

  /// Sorts depth first, in the reverse of the order in which positions are left.
  void sort() {
    ranks_.assign(nodes_.size(), kNone);
    std::vector<Number> next_edge(nodes_.size());
    std::vector<Number> open;
    const auto enter_once = [&](Number number) {
      if (ranks_[number] != kNone) return;
      ranks_[number] = 0;
      open.push_back(number);
    };
    for (Number start = 0; start < starts_; ++start) {
      enter_once(start);
      while (!open.empty()) {
        const Number number = open.back();
        const auto moves = edges(number);
        if (next_edge[number] < moves.size()) {
          enter_once(moves[next_edge[number]++].to);
        } else {
          order_.push_back(number);
          open.pop_back();
        }
      }
    }
    std::ranges::reverse(order_);
    for (Number rank = 0; rank < order_.size(); ++rank) ranks_[order_[rank]] = rank;
  }

  void spread() {
    for (Number start = 0; start < starts_; ++start)
      nodes_[start].probability = 1 / static_cast<double>(starts_);
    for (const Number number : order_)
      for (const Edge& edge : edges(number))
        if (!leads_back(number, edge)) pass_on(number, edge);
  }

  void pass_on(Number number, const Edge& edge) {
    const double part = nodes_[number].probability * edge.share;
    Node& next = nodes_[edge.to];
    next.probability += part;
    if (edge.to < starts_ || part <= next.best) return;
    next.best = part;
    next.from = number;
    next.by = edge.move;
    next.ply = nodes_[number].ply + 1;
  }

  const LoadedBook& book_;
  std::array<bool, 2> plays_book_;
  const LoadedBook* other_;
  std::size_t starts_ = 0;
  double total_ = 0;  ///< total of the weights in the position being expanded
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;                                         ///< the edges, node by node
  std::vector<Number> order_;                                       ///< see order()
  std::vector<Number> ranks_;                                       ///< by number: index in order_
  boost::unordered_flat_map<chess::Key, Number, KeyHash> numbers_;  ///< by whole_key()
};

}  // namespace polyglot::book
