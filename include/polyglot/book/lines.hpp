// SPDX-License-Identifier: MIT
#pragma once

#include <variant>

#include <polyglot/book/editor.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// The place where a position first occurred. Lines count from 1, plies from 0.
struct LinePlace {
  std::uint64_t line = 0;
  std::size_t ply = 0;
};

enum class LineEnd : std::uint8_t {
  out_of_book,    ///< no reply leads to a position of the book
  cycle,          ///< the position has occurred in this line
  transposition,  ///< the position has occurred in another line
};

struct LineStep {
  /// The position before the move. It is valid as long as the line.
  std::variant<const chess::Position*, const variants::Position*> board;
  game::Move move;
  /// For a move of the book: its part of the weights of all playable moves, 0 to 1.
  std::optional<double> share;

  [[nodiscard]] game::Position before() const {
    return std::visit([](const auto* position) { return game::Position(*position); }, board);
  }
};

struct BookLine {
  std::uint64_t number = 0;         ///< from 1
  std::span<const LineStep> steps;  ///< the moves from one of the starts
  std::size_t shared = 0;           ///< number of first steps that are the same as in the line before
  LineEnd end = LineEnd::out_of_book;
  LinePlace met;  ///< the place where the last position first occurred, unless out_of_book
};

using LineSink = std::function<Result<void>(const BookLine&)>;

struct LineCounts {
  std::uint64_t lines = 0;
  std::uint64_t positions = 0;  ///< number of different positions with the side to move
};

/// Calls `sink` with the lines of a book for one side, from each start of its games. This side plays every
/// move of the book with a weight above 0, in file order. The other side plays every legal move after which
/// the book has such a move. These are in the order of chess::ListingOrder, in a variant in that of their
/// texts. A position that has occurred before ends a line. Lines may have any length. Error: the first one of
/// the sink.
[[nodiscard]] Result<LineCounts> visit_lines(const LoadedBook& book, chess::Color side, const LineSink& sink,
                                             const BookGames& games = {});

/// Returns the changes that remove moves from a book, together with all positions that only games with these
/// moves reach. Removed are positions that the book's own moves (Reach::by_book_moves) no longer reach, and
/// positions that no game reaches any more. No additional unreached positions remain. Error: the book lacks a
/// move.
[[nodiscard]] Result<std::vector<BookEdit>> remove_lines(const LoadedBook& book, const BookGames& games,
                                                         std::span<const LegalMove> last_moves);

}  // namespace polyglot::book
