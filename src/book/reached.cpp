// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include <polyglot/book/reached.hpp>

#include "book/walk_board.hpp"

namespace polyglot::book {

namespace {

template <class Board>
class Search {
 public:
  explicit Search(const LoadedBook& book) : book_(book) {}

  std::uint64_t run(chess::Color side, const BookGames& games) {
    for (const game::Position& position : games.starts) begin(board_of<Board>(position), side);
    while (!open_.empty()) {
      const Board position = open_.back();
      open_.pop_back();
      play(position);
    }
    return count_;
  }

 private:
  void begin(const Board& start, chess::Color side) {
    if (start.side_to_move() != side) return reply(start);
    if (!met_.insert(start.key()).second) return;
    // Counts even if none of its moves is played, as in visit_lines().
    if (!records_of(book_, start).empty()) ++count_;
    open_.push_back(start);
  }

  void play(const Board& position) {
    for (const auto& move : position.legal_moves()) {
      Board next = position;
      next.make(move);
      if (met_.insert(next.key()).second) reply(next);
    }
  }

  void reply(const Board& position) {
    for (const auto& move : position.legal_moves()) {
      Board next = position;
      next.make(move);
      enter(next);
    }
  }

  void enter(const Board& position) {
    if (records_of(book_, position).empty() || !met_.insert(position.key()).second) return;
    if (playable_moves(book_, position).empty()) return;
    open_.push_back(position);
    ++count_;
  }

  const LoadedBook& book_;
  std::vector<Board> open_;
  std::uint64_t count_ = 0;
  boost::unordered_flat_set<chess::Key, KeyHash> met_;
};

}  // namespace

class ReachedPositions::Table {
 public:
  virtual ~Table() = default;
  [[nodiscard]] virtual std::size_t size() const noexcept = 0;
  [[nodiscard]] virtual std::optional<game::Position> find(chess::Key key) const = 0;
};

template <class Board>
class ReachedPositions::BoardTable : public Table {
 public:
  BoardTable(const LoadedBook& book, const BookGames& games) : book_(book) {
    for (const game::Position& position : games.starts) {
      const auto& start = board_of<Board>(position);
      enter(start);
      for (const auto& move : start.legal_moves()) follow(start, move, true);
    }
    // Grows on the way: the positions of one length of game come before those of the next.
    for (std::size_t next = 0; next < positions_.size(); ++next) {
      const Board position = positions_[next];
      const MeantMoves of_book(position, records_of(book, position));
      for (const auto& move : position.legal_moves()) follow(position, move, of_book.contains(move));
    }
  }

  [[nodiscard]] std::size_t size() const noexcept override { return numbers_.size(); }
  [[nodiscard]] std::optional<game::Position> find(chess::Key key) const override {
    const auto found = numbers_.find(key);
    if (found == numbers_.end()) return std::nullopt;
    return game::Position(positions_[found->second]);
  }

 private:
  void follow(const Board& position, const MoveOn<Board>& move, bool and_replies) {
    Board next = position;
    next.make(move);
    if (enter(next) || !and_replies) return;
    for (const auto& reply : next.legal_moves()) {
      Board after = next;
      after.make(reply);
      enter(after);
    }
  }

  /// True if the book has the position.
  bool enter(const Board& position) {
    bool is_there = false;
    bool is_new = false;
    for (const chess::Key key : keys_on(position)) {
      if (book_.find(key).empty()) continue;
      is_there = true;
      is_new = numbers_.emplace(key, positions_.size()).second || is_new;
    }
    if (is_new) positions_.push_back(position);
    return is_there;
  }

  const LoadedBook& book_;
  std::vector<Board> positions_;
  boost::unordered_flat_map<chess::Key, std::size_t, KeyHash> numbers_;  ///< in positions_
};

ReachedPositions::ReachedPositions(const LoadedBook& book, BookGames games) : games_(std::move(games)) {
  if (games_.rules.is_chess()) {
    table_ = std::make_unique<BoardTable<chess::Position>>(book, games_);
  } else {
    table_ = std::make_unique<BoardTable<variants::Position>>(book, games_);
  }
}
ReachedPositions::ReachedPositions(ReachedPositions&& other) noexcept = default;
ReachedPositions::~ReachedPositions() = default;

std::size_t ReachedPositions::size() const noexcept {
  return table_->size();
}

std::optional<game::Position> ReachedPositions::find(chess::Key key) const {
  return table_->find(key);
}

std::uint64_t count_reachable(const LoadedBook& book, chess::Color side, const BookGames& games) {
  return games.rules.is_chess() ? Search<chess::Position>(book).run(side, games)
                                : Search<variants::Position>(book).run(side, games);
}

}  // namespace polyglot::book
