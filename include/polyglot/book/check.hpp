// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <polyglot/book/book_games.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/book/learn_layout.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// How often something was found, and where first.
struct Finding {
  std::uint64_t count = 0;
  std::uint64_t first_offset = 0;

  void add(std::uint64_t record) noexcept {
    if (count++ == 0) first_offset = record * kRecordSize;
  }
};

/// What the bytes of a book alone tell.
struct RecordCheck {
  std::uint64_t file_size = 0;
  std::uint64_t records = 0;         ///< without the header's and a closing record
  std::uint64_t positions = 0;       ///< runs of one key
  std::uint64_t leftover_bytes = 0;  ///< behind the last whole record
  Finding unsorted;                  ///< keys smaller than one before them
  Finding duplicates;                ///< second records of a move in one position
  Finding zero_weights;
  Finding impossible_moves;  ///< codes that are a move in no position, each once in a position
  Finding stray_headers;     ///< records with key 0 that are not at the start
  bool has_start = false;    ///< the position where games begin, if nothing is shuffled
  std::optional<BookHeader> header;
  std::optional<Error> header_error;
  LearnLayout learn = LearnLayout::none;

  /// Whether these are bytes of something else: most keys are out of order, most codes are no move, no game
  /// can begin, and there is no header.
  [[nodiscard]] bool is_no_book() const noexcept {
    return !has_start && !header && 2 * unsorted.count > records && 2 * impossible_moves.count > records;
  }
  /// How many defects repair_book() mends.
  [[nodiscard]] std::uint64_t repairable() const noexcept {
    return (leftover_bytes > 0 ? 1 : 0) + unsorted.count + duplicates.count + stray_headers.count;
  }
};

/// Says of a file that it is no book, see RecordCheck::is_no_book().
[[nodiscard]] Error no_book_error(const std::string& path);

/// Reads the whole file, whatever is in it, in constant memory. `rules` say which codes are a move.
[[nodiscard]] Result<RecordCheck> check_records(const std::string& path,
                                                const game::Rules& rules = game::Rules());

/// What the positions tell.
struct MoveCheck {
  std::uint64_t reached = 0;    ///< positions, see ReachedPositions
  std::uint64_t unreached = 0;  ///< the others
  // In positions that are reached:
  Finding illegal_moves = {};   ///< without codes that are no move
  Finding king_castlings = {};  ///< castlings with another code than the usual one: e1g1, which is read, too
};
[[nodiscard]] MoveCheck check_moves(const LoadedBook& book, const ReachedPositions& reached);

struct RepairReport {
  std::uint64_t records = 0;    ///< written, without the header's
  std::uint64_t joined = 0;     ///< records that were not the first of their move
  std::uint64_t castlings = 0;  ///< records that have got the usual code of their castling
  std::uint64_t dropped = 0;    ///< records with key 0 that were not at the start
  std::uint64_t leftovers = 0;  ///< behind XBoard's closing record, of moves before it, and left out
};

/// Sorts a book by key, joins the records of one move in a position (the weights add up to 65535 at most, the
/// first learn fields that are not 0 stay) and leaves out what is no record. The moves of a position keep
/// their order. Takes 16 bytes of memory for a record.
///
/// Castlings get their usual code in positions that `games` reach, which a walk over the book tells that
/// takes some 190 bytes more for a position. There is none in a book without codes that may be such a
/// castling, nor without `games`.
using GamesOfBook = std::function<Result<BookGames>(const LoadedBook& book)>;
[[nodiscard]] Result<RepairReport> repair_book(const std::string& path, const std::string& out,
                                               const GamesOfBook& games = {});

/// What is in a Crafty book, and what is wrong with it.
struct CraftyCheck {
  std::uint32_t version = 0;  ///< of the Crafty that made it: major in the upper 16 bits
  std::uint64_t clusters = 0;
  std::uint64_t empty_clusters = 0;  ///< all moves of which were dropped
  std::uint64_t records = 0;
  std::uint64_t games = 0;         ///< the sum of all counts
  std::uint64_t marked = 0;        ///< records with `!`, `?` and the like
  std::uint64_t learned = 0;       ///< records with a learned value
  std::uint64_t bad_clusters = 0;  ///< that are not where the index says
  std::uint64_t unsorted = 0;      ///< records whose key is not above the one before
  std::uint64_t misplaced = 0;     ///< records whose key belongs to another cluster
  std::optional<Error> first;      ///< the first thing that is wrong, with its offset

  [[nodiscard]] bool is_sound() const noexcept { return !first; }
};

/// Reads a Crafty book from its start to its end. Error: it cannot be read, or is none.
[[nodiscard]] Result<CraftyCheck> check_crafty_book(const std::string& path);

}  // namespace polyglot::book
