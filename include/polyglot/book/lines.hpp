// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <variant>

#include <polyglot/book/book_games.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// Lines, from number 1 on and from ply 0 on: where a position was met first.
struct LinePlace {
  std::uint64_t line = 0;
  std::size_t ply = 0;
};

enum class LineEnd : std::uint8_t {
  out_of_book,    ///< no reply leads to a position of the book
  cycle,          ///< the position has been in this line
  transposition,  ///< the position has been in another
};

struct LineStep {
  /// The position before the move, for as long as the line.
  std::variant<const chess::Position*, const variants::Position*> board;
  game::Move move;
  std::optional<double> share;  ///< of a move of the book: of the weights of all that may be played, 0 to 1

  [[nodiscard]] game::Position before() const {
    return std::visit([](const auto* position) { return game::Position(*position); }, board);
  }
};

struct BookLine {
  std::uint64_t number = 0;         ///< from 1
  std::span<const LineStep> steps;  ///< from one of the starts
  std::size_t shared = 0;           ///< how many of them begin the line before, too
  LineEnd end = LineEnd::out_of_book;
  LinePlace met;  ///< the first place of the last position, unless out_of_book
};

using LineSink = std::function<Result<void>(const BookLine&)>;

struct LineCounts {
  std::uint64_t lines = 0;
  std::uint64_t positions = 0;  ///< different ones with the side to move
};

/// Walks over the lines of a book for one side, from each start of its games: it plays every move that the
/// book has with a weight over 0, in file order, the other side every legal move after which the book has
/// such a move, in the order of chess::ListingOrder, or in a variant of their texts. A position that has been
/// met before is not entered again. Lines of any length. Ends with the first Error of the sink.
[[nodiscard]] Result<LineCounts> visit_lines(const LoadedBook& book, chess::Color side, const LineSink& sink,
                                             const BookGames& games = {});

}  // namespace polyglot::book
