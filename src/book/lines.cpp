#include <deque>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include <polyglot/book/lines.hpp>
#include <polyglot/chess/listing.hpp>

namespace polyglot::book {
namespace {

using chess::Color;
using chess::Move;
using chess::Position;

struct Choice {
  Move move;
  std::optional<double> share;
};

/// A position of the present line.
struct Node {
  Position position;
  chess::ListingOrder order;
  std::vector<Choice> choices;
  std::size_t next = 0;  ///< the choice to follow
};

class Walk {
 public:
  Walk(const LoadedBook& book, Color side, const LineSink& sink) : book_(book), side_(side), sink_(sink) {}

  Result<LineCounts> run() {
    const Position start;
    push(start, chess::ListingOrder(start));
    while (!nodes_.empty()) {
      Node& node = nodes_.back();
      if (node.next == node.choices.size()) {
        pop();
      } else if (auto followed = follow(node, node.choices[node.next++]); !followed) {
        return followed.error();
      }
    }
    return counts_;
  }

 private:
  Result<void> follow(const Node& node, const Choice& choice) {
    steps_.push_back({.before = node.position, .move = choice.move, .share = choice.share});
    Position position = node.position;
    position.make(choice.move);
    if (const auto met = places_.find(position.key()); met != places_.end()) {
      const bool in_this_line = is_open(met->second, position.key());
      return end_line(in_this_line ? LineEnd::cycle : LineEnd::transposition, met->second);
    }
    chess::ListingOrder order = node.order;
    order.make(node.position, choice.move);
    push(position, order);
    if (!nodes_.back().choices.empty()) return {};
    nodes_.pop_back();
    return end_line(LineEnd::out_of_book, {});
  }

  [[nodiscard]] bool is_open(const LinePlace& place, chess::Key key) const {
    return place.ply < nodes_.size() && nodes_[place.ply].position.key() == key;
  }

  void push(const Position& position, const chess::ListingOrder& order) {
    places_.emplace(position.key(), LinePlace{.line = counts_.lines + 1, .ply = nodes_.size()});
    const bool of_book = position.side_to_move() == side_;
    nodes_.push_back({position, order, of_book ? book_moves(position) : replies(position, order)});
    // The start counts even if none of its moves is played.
    const bool counts =
        nodes_.size() == 1 ? !book_.find(position.key()).empty() : !nodes_.back().choices.empty();
    if (of_book && counts) ++counts_.positions;
  }

  void pop() {
    nodes_.pop_back();
    if (!steps_.empty()) steps_.pop_back();
    shared_ = std::min(shared_, steps_.size());
  }

  /// And steps back.
  Result<void> end_line(LineEnd end, LinePlace met) {
    ++counts_.lines;
    auto sunk = sink_({.number = counts_.lines, .steps = steps_, .shared = shared_, .end = end, .met = met});
    steps_.pop_back();
    shared_ = steps_.size();
    return sunk;
  }

  [[nodiscard]] std::vector<Choice> book_moves(const Position& position) const {
    const std::vector<BookMove> moves = book_.playable_moves(position);
    double total = 0;
    for (const BookMove& move : moves) total += move.weight;
    std::vector<Choice> choices;
    choices.reserve(moves.size());
    for (const BookMove& move : moves) choices.push_back({std::get<Move>(move.move), move.weight / total});
    return choices;
  }

  [[nodiscard]] std::vector<Choice> replies(const Position& position,
                                            const chess::ListingOrder& order) const {
    std::vector<Move> moves;
    for (const Move move : position.legal_moves()) {
      Position next = position;
      next.make(move);
      if (!book_.playable_moves(next).empty()) moves.push_back(move);
    }
    order.sort(position, moves);
    std::vector<Choice> choices;
    choices.reserve(moves.size());
    for (const Move move : moves) choices.push_back({move, std::nullopt});
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

}  // namespace

Result<LineCounts> visit_lines(const LoadedBook& book, Color side, const LineSink& sink) {
  return Walk(book, side, sink).run();
}

}  // namespace polyglot::book
