#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <polyglot/book/loaded_book.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/chess/types.hpp>

namespace polyglot::book {

/// The positions behind a book's keys, as far as games from the start position lead to them: games that are
/// never out of the book for two moves in a row, the first two excepted. What they do not reach has only
/// a key.
class ReachedPositions {
 public:
  explicit ReachedPositions(const LoadedBook& book);
  ReachedPositions(ReachedPositions&& other) noexcept;
  ReachedPositions& operator=(ReachedPositions&&) = delete;
  ~ReachedPositions();

  [[nodiscard]] std::size_t size() const noexcept;
  /// After one of the shortest games to it; null if the key is not reached. Lives as long as this.
  [[nodiscard]] const chess::Position* find(chess::Key key) const noexcept;

 private:
  struct Table;
  std::unique_ptr<Table> table_;
};

/// Positions of the book with `side` to move that games can reach in which that side plays any legal move,
/// of the book or not, and the other side moves that lead back to a playable move of the book.
/// The start position counts if the book has it at all. Includes those of visit_lines().
[[nodiscard]] std::uint64_t count_reachable(const LoadedBook& book, chess::Color side);

}  // namespace polyglot::book
