#include <algorithm>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include <polyglot/book/move_code.hpp>
#include <polyglot/book/reached.hpp>

namespace polyglot::book {

using chess::Move;
using chess::Position;

namespace {

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

struct ReachedPositions::Table {
  explicit Table(const LoadedBook& source) : book(source) {
    const Position start;
    enter(start);
    for (const Move move : start.legal_moves()) follow(start, move, true);
    // Grows on the way: the positions of one length of game come before those of the next.
    for (std::size_t next = 0; next < positions.size(); ++next) {
      const Position position = positions[next];
      const auto records = book.find(position.key());
      for (const Move move : position.legal_moves())
        follow(position, move,
               std::ranges::find(records, encode_move(move), &RawEntry::move) != records.end());
    }
  }

  void follow(const Position& position, Move move, bool and_replies) {
    Position next = position;
    next.make(move);
    if (enter(next) || !and_replies) return;
    for (const Move reply : next.legal_moves()) {
      Position after = next;
      after.make(reply);
      enter(after);
    }
  }

  /// True if the book has the position.
  bool enter(const Position& position) {
    if (book.find(position.key()).empty()) return false;
    if (numbers.emplace(position.key(), positions.size()).second) positions.push_back(position);
    return true;
  }

  const LoadedBook& book;
  std::vector<Position> positions;
  boost::unordered_flat_map<chess::Key, std::size_t, KeyHash> numbers;  ///< in `positions`
};

ReachedPositions::ReachedPositions(const LoadedBook& book) : table_(std::make_unique<Table>(book)) {}
ReachedPositions::ReachedPositions(ReachedPositions&& other) noexcept = default;
ReachedPositions::~ReachedPositions() = default;

std::size_t ReachedPositions::size() const noexcept {
  return table_->positions.size();
}

const Position* ReachedPositions::find(chess::Key key) const noexcept {
  const auto found = table_->numbers.find(key);
  return found == table_->numbers.end() ? nullptr : &table_->positions[found->second];
}

std::uint64_t count_reachable(const LoadedBook& book, chess::Color side) {
  return Search(book).run(side);
}

}  // namespace polyglot::book
