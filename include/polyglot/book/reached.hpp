// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include <polyglot/book/book_games.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/chess/types.hpp>

namespace polyglot::book {

/// The positions behind a book's keys, as far as games from the starts lead to them: games that are never out
/// of the book for two moves in a row, the first two excepted. What they do not reach has only a key.
class ReachedPositions {
 public:
  /// The book must outlive it.
  explicit ReachedPositions(const LoadedBook& book, BookGames games = {});
  ReachedPositions(ReachedPositions&& other) noexcept;
  ReachedPositions& operator=(ReachedPositions&&) = delete;
  ~ReachedPositions();

  /// How many keys are reached.
  [[nodiscard]] std::size_t size() const noexcept;
  /// After one of the shortest games to it; nothing if the key is not reached. One of a variant lives as long
  /// as this or the rules.
  [[nodiscard]] std::optional<game::Position> find(chess::Key key) const;

 private:
  class Table;
  template <class Board>
  class BoardTable;

  BookGames games_;
  std::unique_ptr<Table> table_;
};

/// Positions of the book with `side` to move that games can reach in which that side plays any legal move,
/// of the book or not, and the other side moves that lead back to a playable move of the book.
/// A start counts if the book has it at all. Includes those of visit_lines().
[[nodiscard]] std::uint64_t count_reachable(const LoadedBook& book, chess::Color side,
                                            const BookGames& games = {});

}  // namespace polyglot::book
