// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include <polyglot/book/book_format.hpp>
#include <polyglot/book/learned_results.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// A number that a format stores with a move and that Polyglot's format lacks, for example Arena's
/// `priority`. It has the name that `probe -format json` shows.
struct BookFact {
  std::string_view name;  ///< a string literal
  double value = 0;
};

/// One move of a book in a position. It is legal: formats drop illegal moves.
struct BookMove {
  game::Move move;
  std::uint32_t weight = 0;       ///< raw, zero included
  std::vector<BookFact> facts{};  ///< in the order of display; none in Polyglot's own format
};

struct BookMoves {
  std::vector<BookMove> moves;     ///< legal moves in file order; several records of one move stay separate
  std::uint64_t total_weight = 0;  ///< of all records of the position, illegal moves included
};

/// Joins several records of a move: the first one gets the sum of their weights.
[[nodiscard]] std::vector<BookMove> join_moves(std::vector<BookMove> moves);

class BinBook;

/// A book of any format. Not thread-safe unless a format says so.
class BookSource {
 public:
  virtual ~BookSource() = default;

  [[nodiscard]] virtual BookFormat format() const noexcept = 0;
  /// Returns every move stored for the position, in file order. Empty if the book lacks the position, if the
  /// format does not support the game, or if the book cannot be read; take_trouble() reports the last case.
  [[nodiscard]] virtual BookMoves find(const game::Position& position) const = 0;
  /// Call this before very many lookups that need not notice changes of the file. Then find() makes no system
  /// calls, if the format can do that.
  virtual void expect_many_lookups() const {}
  /// Returns the book as records of positions if it is a `.bin`; null otherwise.
  [[nodiscard]] virtual const BinBook* records() const noexcept { return nullptr; }
  /// Returns the size of the book in the unit of its format: records of moves, or positions; 0: no moves.
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  [[nodiscard]] virtual const std::string& path() const = 0;
  /// Returns XBoard's names of the variants that the book is for. Empty if it does not store them: then it is
  /// for any variant whose positions it has.
  [[nodiscard]] virtual std::vector<std::string> variants() const { return {}; }
  /// Returns positions from which the book's moves lead to all its other reachable positions.
  [[nodiscard]] virtual std::vector<chess::Position> starts() const { return {chess::Position()}; }
  /// Returns the next problem of the book that has not been returned yet, with what to do; nothing if there
  /// is none. Examples: bytes that are not a record, wrong order, a find() that failed because the file
  /// became shorter or the disk failed. A game continues in spite of such problems.
  [[nodiscard]] virtual std::optional<Error> take_trouble() const { return std::nullopt; }
  /// For a list of openings, returns how many variations of its games were not read. 0 for other books.
  [[nodiscard]] virtual std::uint64_t variations_left_out() const { return 0; }
  /// Returns the position with the keys that the book uses for it, for code that writes its records. It is
  /// valid as long as the rules of the position.
  [[nodiscard]] virtual game::Position as_stored(const game::Position& position) const { return position; }
  /// Returns the learned results of `moves`, which are the book's moves of `position`: those that the format
  /// stores with them, and those of a file beside the book. Nothing if the book has no place for results, or
  /// if their layout is not known.
  [[nodiscard]] virtual std::optional<LearnedMoves> learned(const game::Position& /*position*/,
                                                            const BookMoves& /*moves*/) const {
    return std::nullopt;
  }
  /// Returns the file beside the book for learned results, see with_learn_file(); nothing if there is none.
  [[nodiscard]] virtual std::optional<std::string> learn_file() const { return std::nullopt; }
};

/// How the games of a list of openings in PGN are read.
struct ListOptions {
  /// True: variations count, too, with their marks and with weights in comments, by the rules of make-book.
  /// Nothing: they count if the games are a study, see pgn::is_study(). Source: docs/tools.md, "make-book",
  /// "Variations of a game".
  std::optional<bool> variations = std::nullopt;
  bool ignore_nags = false;  ///< true, with `variations`: marks do not count
};

/// Opens a book of any format to look up positions. Without `format`, recognise_format() decides. If you need
/// the records of a `.bin`, use BinBook::open().
///
/// Additional data of a format is in BookMove::facts; docs/tools.md, "probe", lists it. A book without moves
/// can be opened (size() 0); take_trouble() reports that. Error: path, reason, and what to do.
[[nodiscard]] Result<std::unique_ptr<BookSource>> open_book(const std::string& path,
                                                            std::optional<BookFormat> format = std::nullopt,
                                                            const ListOptions& of_lists = {});

/// Returns a note for users of a list of openings whose variations were not read; nothing for other books. It
/// is not a problem of the book. `remedy` says how to read the variations.
[[nodiscard]] std::optional<Error> note_on_variations(
    const BookSource& book,
    std::string_view remedy = "build a book from it with polyglot convert --variations all");

}  // namespace polyglot::book
