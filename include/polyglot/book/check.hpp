// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/header.hpp>
#include <polyglot/book/learned_results.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// How often a defect was found, and where first.
struct Finding {
  std::uint64_t count = 0;
  std::uint64_t first_offset = 0;

  void add(std::uint64_t record) noexcept {
    if (count++ == 0) first_offset = record * kRecordSize;
  }
};

/// The result of a check of the records, without their positions.
struct RecordCheck {
  std::uint64_t file_size = 0;
  std::uint64_t records = 0;         ///< number of records without those of the header and a closing record
  std::uint64_t positions = 0;       ///< number of runs of one key
  std::uint64_t leftover_bytes = 0;  ///< bytes after the last whole record
  Finding unsorted;                  ///< keys that are smaller than one before them
  std::uint64_t descents = 0;        ///< keys that are smaller than the one just before them
  Finding duplicates;                ///< second records of a move in one position
  Finding zero_weights;
  Finding
      impossible_moves;    ///< codes that are not a move in any position; each code counts once in a position
  Finding stray_headers;   ///< records with key 0 that are not at the start
  bool has_start = false;  ///< true: the book has the start position, if nothing is shuffled
  std::optional<BookHeader> header;
  std::optional<Error> header_error;
  LearnLayout learn = LearnLayout::none;

  /// Returns true if the file probably is not a book: keys are in no order, codes are not moves, the start
  /// position is missing, and there is no header. One wrong key puts many others out of order, but of keys
  /// without an order half are smaller than the one just before. Of few records most must be wrong.
  [[nodiscard]] bool is_not_a_book() const noexcept {
    constexpr std::uint64_t kFew = 16;
    const bool has_few = records <= kFew;
    const bool has_order = has_few ? 2 * unsorted.count <= records : 4 * descents <= records;
    const bool has_moves = has_few ? 2 * impossible_moves.count <= records : impossible_moves.count == 0;
    return !has_start && !header && !has_order && !has_moves;
  }
  /// Returns the number of defects that repair_book() repairs.
  [[nodiscard]] std::uint64_t repairable() const noexcept {
    return (leftover_bytes > 0 ? 1 : 0) + unsorted.count + duplicates.count + stray_headers.count;
  }
};

/// Returns the error for a file that is not a book, see RecordCheck::is_not_a_book().
[[nodiscard]] Error no_book_error(const std::string& path);

/// Checks the whole file, even if it is damaged, in constant memory. `rules` decide which codes are moves.
/// Error: the file cannot be read, or is of another kind.
[[nodiscard]] Result<RecordCheck> check_records(const std::string& path,
                                                const game::Rules& rules = game::Rules());
/// Checks an open file. The reader must not have returned any records.
[[nodiscard]] Result<RecordCheck> check_records(BinBookReader reader, const game::Rules& rules);

struct MoveCheck {
  std::uint64_t reached = 0;    ///< number of positions that games reach, see ReachedPositions
  std::uint64_t unreached = 0;  ///< number of other positions
  // In reached positions:
  Finding illegal_moves = {};  ///< illegal moves without impossible codes
  /// Castlings with the code e1g1 instead of the usual one; both are read.
  Finding king_castlings = {};
};
[[nodiscard]] MoveCheck check_moves(const LoadedBook& book, const ReachedPositions& reached);

struct RepairReport {
  std::uint64_t records = 0;    ///< records written, without those of the header
  std::uint64_t joined = 0;     ///< records that were joined with an earlier one of their move
  std::uint64_t castlings = 0;  ///< records whose castling has got its usual code
  std::uint64_t dropped = 0;    ///< records omitted because they have key 0 and are not at the start
  std::uint64_t leftovers = 0;  ///< records omitted because they come after XBoard's closing record and
                                ///< repeat moves before it
};

/// Repairs a book: sorts it by key, joins several records of one move in a position, and omits bytes that are
/// not a record. Joined weights are added up to at most 65535; the first learn fields that are not 0 stay.
/// The moves of a position keep their order. Memory: 16 bytes for each record. Error: as check_records().
///
/// Castlings get their usual code in positions that `games` reach. This needs a walk over the book, with
/// about 190 bytes of memory more for each position. No walk if no code may be such a castling, or if `games`
/// is empty. `before` is called before the book is replaced.
using GamesOfBook = std::function<Result<BookGames>(const LoadedBook& book)>;
[[nodiscard]] Result<RepairReport> repair_book(
    const std::string& path, const std::string& out, const GamesOfBook& games = {},
    const std::function<Result<void>(const RepairReport& report)>& before = {});

}  // namespace polyglot::book
