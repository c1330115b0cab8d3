// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/loaded_book.hpp>
#include <polyglot/chess/types.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>

namespace polyglot::book {

/// The games that walks over a book follow.
struct BookGames {
  game::Rules rules = {};  ///< keeps the variant of the positions alive
  /// Positions of these rules from which walks begin, in this order.
  std::vector<game::Position> starts = {game::Position()};
};

/// The maximum number of arrays (start positions of shuffled pieces) that are looked up. No built-in variant
/// has more, but one of a user's file may have billions.
inline constexpr std::uint32_t kMostArrays = std::uint32_t{1} << 21;

/// Returns the arrays of shuffled pieces (in chess: those of Chess960) that at least one of the books has.
/// Empty if nothing is shuffled. Of a variant with more than `most` arrays only the usual start is looked up.
[[nodiscard]] std::vector<game::Position> shuffled_starts(const game::Rules& rules,
                                                          std::span<const LoadedBook* const> books,
                                                          std::uint32_t most = kMostArrays);

/// A move, and a position in which it is legal.
struct LegalMove {
  game::Position position;
  game::Move move;
};

/// Which games may lead to positions.
struct Reach {
  bool by_book_moves = false;               ///< true: in positions of the book only its own moves are played
  std::span<const LegalMove> without = {};  ///< moves that are never played
};

/// A game from one of the starts.
struct BookPath {
  game::Position start;
  std::vector<game::Move> moves;
};

/// The positions that belong to a book's keys, if games from the starts reach them. Such games are never out
/// of the book for two moves in a row, except for the first two moves. Of a position that they do not reach
/// only the key is known. Any number of threads may read an object.
class ReachedPositions {
 public:
  /// Finds the positions. The book must outlive this object.
  explicit ReachedPositions(const LoadedBook& book, BookGames games = {}, const Reach& reach = {});
  ReachedPositions(ReachedPositions&& other) noexcept;
  ReachedPositions& operator=(ReachedPositions&&) = delete;
  ~ReachedPositions();

  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] bool contains(chess::Key key) const;
  /// Returns the position of a key, after one of the shortest games to it; nothing if the key is not reached.
  /// A position of a variant is valid as long as this object or the rules.
  [[nodiscard]] std::optional<game::Position> find(chess::Key key) const;
  /// Returns one of the shortest games to the key; nothing if it is not reached.
  [[nodiscard]] std::optional<BookPath> path(chess::Key key) const;

 private:
  class Table;
  template <class Board>
  class BoardTable;

  BookGames games_;
  std::unique_ptr<Table> table_;
};

/// Returns for each Color whether that side has a move, of any weight, in a reached position of the book.
[[nodiscard]] std::array<bool, 2> sides_of(const LoadedBook& book, const ReachedPositions& reached);

/// Returns the number of positions of the book, with `side` to move, that certain games reach. In these games
/// that side plays any legal move, and the other side plays moves after which the book has a playable move. A
/// start counts if the book has it at all. The number includes all positions of visit_lines().
[[nodiscard]] std::uint64_t count_reachable(const LoadedBook& book, chess::Color side,
                                            const BookGames& games = {});

}  // namespace polyglot::book
