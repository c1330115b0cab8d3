// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/book/book_format.hpp>
#include <polyglot/book/learn_store.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// A number that a format keeps beside a move and that Polyglot's own does not have, as Arena's `priority`.
/// By the name under which `probe -format json` shows it.
struct BookFact {
  std::string_view name;  ///< a literal
  double value = 0;
};

/// One move that a book knows in a position. Legal there: formats drop what is not.
struct BookMove {
  game::Move move;
  std::uint32_t weight = 0;       ///< raw, zero included
  std::vector<BookFact> facts{};  ///< in the order in which they are shown; none in Polyglot's own format
};

/// What a book says of one position.
struct BookMoves {
  std::vector<BookMove> moves;     ///< legal moves in file order; records of one move stay apart
  std::uint64_t total_weight = 0;  ///< over all records of the position, illegal ones included
};

class BinBook;

/// A book of any format. Not thread-safe unless a format says so.
class BookSource {
 public:
  virtual ~BookSource() = default;

  [[nodiscard]] virtual BookFormat format() const noexcept = 0;
  /// Every move stored for the position, in file order. Empty if it is not in the book, if the book's format
  /// does not know its game, or if the book cannot be read, which take_trouble() tells.
  [[nodiscard]] virtual BookMoves find(const game::Position& position) const = 0;
  /// For whoever is going to ask for very many positions, and needs no news of the file meanwhile: find()
  /// asks the system no more, where the format can have that.
  virtual void expect_many_lookups() const {}
  /// The book as records of positions, which only a `.bin` has; null otherwise.
  [[nodiscard]] virtual const BinBook* records() const noexcept { return nullptr; }
  /// How much it holds, in what its format counts: records of moves, or positions. 0: nothing to play.
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  /// The path it was opened from, as given.
  [[nodiscard]] virtual const std::string& path() const = 0;
  /// XBoard's names of the variants that the book is made for, if it says so; none: for any whose positions
  /// it has.
  [[nodiscard]] virtual std::vector<std::string> variants() const { return {}; }
  /// Positions from which the book's moves lead to all others that can be reached in it.
  [[nodiscard]] virtual std::vector<chess::Position> starts() const { return {chess::Position()}; }
  /// What is wrong with the book, as far as it has come to light: bytes that are no record, disorder, a
  /// find() that failed because the file was cut short or its disk failed. A game goes on whatever it is.
  /// Each thing is told once, with its remedy; nothing if all is told.
  [[nodiscard]] virtual std::optional<Error> take_trouble() const { return std::nullopt; }
  /// Of a list of openings: variations of its games that were not read. 0 for other books.
  [[nodiscard]] virtual std::uint64_t variations_left_out() const { return 0; }
  /// A position with the keys that the book has for it, for whoever writes its records. It lives as long as
  /// the rules of the position.
  [[nodiscard]] virtual game::Position as_stored(const game::Position& position) const { return position; }
  /// The results that are known of its moves: those that the format keeps beside them, and those of a file
  /// beside the book; null if there are none, or not in a layout that is understood. Lives as long as the
  /// book.
  [[nodiscard]] virtual const LearnStore* learn_store() const { return nullptr; }
  /// The file beside the book in which its results are learned, see with_learn_file(); nothing: they are in
  /// the book itself.
  [[nodiscard]] virtual std::optional<std::string> learn_file() const { return std::nullopt; }
};

}  // namespace polyglot::book
