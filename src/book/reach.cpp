#include <vector>

#include <boost/unordered/unordered_flat_set.hpp>

#include <polyglot/book/reach.hpp>

#include "book/key_hash.hpp"

namespace polyglot::book {
namespace {

using chess::Move;
using chess::Position;

class Search {
 public:
  explicit Search(const LoadedBook& book) : book_(book) {}

  std::uint64_t run(chess::Color side) {
    const Position start;
    if (start.side_to_move() == side) {
      // Counts even if none of its moves is played, as in visit_lines().
      if (!book_.find(start.key()).empty()) ++count_;
      met_.insert(start.key());
      play(start);
    } else {
      reply(start);
    }
    while (!open_.empty()) {
      const Position position = open_.back();
      open_.pop_back();
      play(position);
    }
    return count_;
  }

 private:
  void play(const Position& position) {
    for (const Move move : position.legal_moves()) {
      Position next = position;
      next.make(move);
      if (met_.insert(next.key()).second) reply(next);
    }
  }

  void reply(const Position& position) {
    for (const Move move : position.legal_moves()) {
      Position next = position;
      next.make(move);
      enter(next);
    }
  }

  void enter(const Position& position) {
    if (book_.find(position.key()).empty() || !met_.insert(position.key()).second) return;
    if (book_.playable_moves(position).empty()) return;
    open_.push_back(position);
    ++count_;
  }

  const LoadedBook& book_;
  std::vector<Position> open_;
  std::uint64_t count_ = 0;
  boost::unordered_flat_set<chess::Key, KeyHash> met_;
};

}  // namespace

std::uint64_t count_reachable(const LoadedBook& book, chess::Color side) {
  return Search(book).run(side);
}

}  // namespace polyglot::book
