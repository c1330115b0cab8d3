// SPDX-License-Identifier: MIT
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include <polyglot/book/reached.hpp>

#include "book/whole/walk_board.hpp"

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
    // A start counts even if none of its moves is played, as in visit_lines().
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

using Books = std::span<const LoadedBook* const>;
using Starts = std::vector<game::Position>;

bool have(Books books, const game::Position& position) {
  const auto keys = keys_of(position);
  return std::ranges::any_of(books, [&](const LoadedBook* book) { return !book->find(keys).empty(); });
}

}  // namespace

class ReachedPositions::Table {
 public:
  virtual ~Table() = default;
  [[nodiscard]] virtual game::Position position(std::uint32_t number) const = 0;
  [[nodiscard]] virtual BookPath path(std::uint32_t number) const = 0;

  boost::unordered_flat_map<chess::Key, std::uint32_t, KeyHash> numbers;  ///< of positions, by their keys
};

template <class Board>
class ReachedPositions::BoardTable : public Table {
 public:
  BoardTable(const LoadedBook& book, const BookGames& games, const Reach& reach)
      : book_(book), reach_(reach), starts_(games.starts.size()) {
    for (const game::Position& position : games.starts) add_start(board_of<Board>(position));
    // Positions one or two moves later come after all positions of this level. So each has a shortest game.
    for (; !levels_.front().empty(); std::rotate(levels_.begin(), levels_.begin() + 1, levels_.end())) {
      for (const std::uint32_t number : levels_.front()) play(number);
      levels_.front().clear();
      if (levels_[1].empty()) std::swap(levels_[1], levels_[2]);
    }
  }

  [[nodiscard]] game::Position position(std::uint32_t number) const override {
    return game::Position(nodes_[number].position);
  }
  [[nodiscard]] BookPath path(std::uint32_t number) const override {
    BookPath path;
    for (; number >= starts_; number = nodes_[number].from) {
      if (nodes_[number].reply) path.moves.emplace_back(*nodes_[number].reply);
      path.moves.emplace_back(nodes_[number].move);
    }
    std::ranges::reverse(path.moves);
    path.start = nodes_[number].position;
    return path;
  }

 private:
  using Move = MoveOn<Board>;

  struct Node {
    Board position;
    std::uint32_t from = 0;  ///< index of the node before; undefined for a start
    Move move = {};
    std::optional<Move> reply = {};  ///< the second move, if the position is two moves later
  };

  void add_start(const Board& start) {
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    for (const chess::Key key : keys_on(start))
      if (!book_.find(key).empty()) this->numbers.emplace(key, number);
    nodes_.push_back({start});
    levels_.front().push_back(number);
  }

  void play(std::uint32_t number) {
    const Board position = nodes_[number].position;
    const auto records = records_of(book_, position);
    const MeantMoves of_book(position, records);
    const bool plays_any = !reach_.by_book_moves || records.empty();
    for (const auto& move : position.legal_moves()) {
      const bool is_meant = of_book.contains(move);
      if ((is_meant || plays_any) && !is_left_out(position, move))
        follow(number, move, is_meant || number < starts_);
    }
  }

  void follow(std::uint32_t from, const Move& move, bool and_replies) {
    Board next = nodes_[from].position;
    next.make(move);
    if (enter(next, from, move) || !and_replies) return;
    for (const auto& reply : next.legal_moves()) {
      if (is_left_out(next, reply)) continue;
      Board after = next;
      after.make(reply);
      enter(after, from, move, reply);
    }
  }

  /// Adds a position if the book has it. Returns whether it does: it lacks most positions.
  bool enter(const Board& position, std::uint32_t from, const Move& move,
             const std::optional<Move>& reply = std::nullopt) {
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    bool is_there = false;
    bool is_new = false;
    for (const chess::Key key : keys_on(position)) {
      if (book_.find(key).empty()) continue;
      is_there = true;
      is_new = this->numbers.emplace(key, number).second || is_new;
    }
    if (!is_new) return is_there;
    nodes_.push_back({position, from, move, reply});
    levels_[reply ? 2 : 1].push_back(number);
    return true;
  }

  [[nodiscard]] bool is_left_out(const Board& position, const Move& move) const {
    return std::ranges::any_of(reach_.without, [&](const LegalMove& other) {
      return std::get<Move>(other.move) == move && board_of<Board>(other.position).key() == position.key();
    });
  }

  const LoadedBook& book_;
  Reach reach_;
  std::size_t starts_;
  std::vector<Node> nodes_;  ///< the starts, in the book or not, then positions of the book
  /// Nodes whose moves have not been played yet, by length of their game: the present length, one more, and
  /// two more.
  std::array<std::vector<std::uint32_t>, 3> levels_;
};

ReachedPositions::ReachedPositions(const LoadedBook& book, BookGames games, const Reach& reach)
    : games_(std::move(games)) {
  if (games_.rules.is_chess()) {
    table_ = std::make_unique<BoardTable<chess::Position>>(book, games_, reach);
  } else {
    table_ = std::make_unique<BoardTable<variants::Position>>(book, games_, reach);
  }
}
ReachedPositions::ReachedPositions(ReachedPositions&& other) noexcept = default;
ReachedPositions::~ReachedPositions() = default;

std::size_t ReachedPositions::size() const noexcept {
  return table_->numbers.size();
}

bool ReachedPositions::contains(chess::Key key) const {
  return table_->numbers.contains(key);
}

std::optional<game::Position> ReachedPositions::find(chess::Key key) const {
  const auto found = table_->numbers.find(key);
  if (found == table_->numbers.end()) return std::nullopt;
  return table_->position(found->second);
}

std::optional<BookPath> ReachedPositions::path(chess::Key key) const {
  const auto found = table_->numbers.find(key);
  if (found == table_->numbers.end()) return std::nullopt;
  return table_->path(found->second);
}

std::array<bool, 2> sides_of(const LoadedBook& book, const ReachedPositions& reached) {
  std::array<bool, 2> sides{};
  chess::Key last = 0;
  for (const RawEntry& record : book.entries()) {
    if (sides[0] && sides[1]) break;
    if (std::exchange(last, record.key) == record.key) continue;
    if (const auto position = reached.find(record.key))
      sides[static_cast<std::size_t>(position->side_to_move())] = true;
  }
  return sides;
}

std::uint64_t count_reachable(const LoadedBook& book, chess::Color side, const BookGames& games) {
  return games.rules.is_chess() ? Search<chess::Position>(book).run(side, games)
                                : Search<variants::Position>(book).run(side, games);
}

Starts shuffled_starts(const game::Rules& rules, Books books, std::uint32_t most) {
  Starts starts;
  if (rules.is_chess()) {
    for (int number = 0; number < chess::kChess960Positions; ++number)
      if (const game::Position start = chess::chess960_start(number); have(books, start))
        starts.push_back(start);
  } else if (const variants::Variant& variant = *rules.variant(); variant.is_shuffled()) {
    const std::uint32_t count = variants::start_count(variant);
    if (count > most) return have(books, rules.start()) ? Starts{rules.start()} : starts;
    for (std::uint32_t number = 0; number < count; ++number) {
      const variants::Position start = variants::start_position(variant, number);
      // Shuffled games begin with a FEN, from which XBoard drops castling rights without king or rook.
      const variants::Position reduced = start.with_real_castling_rights();
      if (have(books, start)) starts.emplace_back(start);
      if (reduced.key() != start.key() && have(books, reduced)) starts.emplace_back(reduced);
    }
  }
  return starts;
}

}  // namespace polyglot::book
