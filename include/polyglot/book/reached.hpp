#pragma once

#include <cstddef>
#include <memory>

#include <polyglot/book/loaded_book.hpp>
#include <polyglot/chess/position.hpp>

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

}  // namespace polyglot::book
