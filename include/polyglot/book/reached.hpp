// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <polyglot/book/book_games.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/chess/types.hpp>

namespace polyglot::book {

/// A move in a position in which it is legal.
struct LegalMove {
  game::Position position;
  game::Move move;
};

/// Which games lead to positions.
struct Reach {
  bool by_book_moves = false;               ///< in a position of the book its own moves are played, no others
  std::span<const LegalMove> without = {};  ///< moves that are not played
};

/// A game from one of the starts.
struct BookPath {
  game::Position start;
  std::vector<game::Move> moves;
};

/// The positions behind a book's keys, as far as games from the starts lead to them: games that are never out
/// of the book for two moves in a row, the first two excepted. What they do not reach has only a key.
class ReachedPositions {
 public:
  /// The book must outlive it.
  explicit ReachedPositions(const LoadedBook& book, BookGames games = {}, const Reach& reach = {});
  ReachedPositions(ReachedPositions&& other) noexcept;
  ReachedPositions& operator=(ReachedPositions&&) = delete;
  ~ReachedPositions();

  /// How many keys are reached.
  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] bool contains(chess::Key key) const;
  /// After one of the shortest games to it; nothing if the key is not reached. One of a variant lives as long
  /// as this or the rules.
  [[nodiscard]] std::optional<game::Position> find(chess::Key key) const;
  /// This game.
  [[nodiscard]] std::optional<BookPath> path(chess::Key key) const;

 private:
  class Table;
  template <class Board>
  class BoardTable;

  BookGames games_;
  std::unique_ptr<Table> table_;
};

/// By Color: which sides have a move, of any weight, in positions of the book that games reach.
[[nodiscard]] std::array<bool, 2> sides_of(const LoadedBook& book, const BookGames& games = {});

/// Positions of the book with `side` to move that games can reach in which that side plays any legal move,
/// of the book or not, and the other side moves that lead back to a playable move of the book.
/// A start counts if the book has it at all. Includes those of visit_lines().
[[nodiscard]] std::uint64_t count_reachable(const LoadedBook& book, chess::Color side,
                                            const BookGames& games = {});

}  // namespace polyglot::book
