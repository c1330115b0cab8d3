// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/result.hpp>

namespace polyglot::os {
struct FileStamp;
}

namespace polyglot::book {

/// A move of finished games, with the points of the side that played it.
struct PlayedMove {
  game::Position position;  ///< the position before the move
  game::Move move;
  int points = 0;  ///< half points of the mover in all these games: 2 for a win, 1 for a draw, 0 for a loss
  int games = 1;   ///< number of games with the move
};

/// Returns those of `moves` that the book has, in their order.
[[nodiscard]] std::vector<PlayedMove> moves_of(const BookSource& book, std::vector<PlayedMove> moves);

// ---- Learning: results go from games to a file ----------------------------------------------------------

/// The kind of a file with results: both have the same records and learn fields.
enum class ResultsIn : std::uint8_t {
  /// A `.bin` book. Its records stay, and moves that it lacks are skipped.
  book,
  /// A file of results beside a book, for moves of the book, see moves_of(). A move without a record gets one
  /// of
  /// weight 0; a record without weight and results is removed. A missing file has no records, and is created.
  learn_file,
};

/// Called under the lock right before a new file replaces the old one. Its error leaves the old file.
using BeforeReplacing = std::function<Result<void>(const os::FileStamp& stamp_of_new_file)>;

/// Adds games to the learn fields of the moves in a file. If a move has several records in a position, the
/// first one counts. Returns the number of moves that were counted, or nothing if another program has locked
/// the file: try again after kLearnPause. The call does not wait.
///
/// If all moves have records, four bytes are written in place for each of them, and nothing else changes.
/// With new records, or with `before`, a new file replaces the old one at once. The file is locked only
/// during the call, and records are read under the lock. Therefore any number of processes may learn in one
/// file at once, even while tools rewrite it, and no game is lost. Programs that have the file open, BinBook
/// included, see values that are written in place.
///
/// If a record has no room for another win, both its numbers are halved first, so that the points per game
/// stay the same. Error: path and reason if the file cannot be opened for writing, locked or written; it is
/// then restored if the disk allows it. Learn fields of another program are an error, too, see LearnLayout,
/// and so is damage if records are added. Sources: docs/book-format.md, "Learn"; docs/learning.md.
[[nodiscard]] Result<std::optional<std::size_t>> try_learn(const std::string& path,
                                                           std::span<const PlayedMove> moves,
                                                           ResultsIn where = ResultsIn::book,
                                                           const BeforeReplacing& before = {});

/// The pause before another try if another program has locked the file. Locks are usually short.
inline constexpr std::chrono::milliseconds kLearnPause{2};

struct LearnChange {
  std::optional<RawEntry> before;  ///< nothing: the record is new
  RawEntry after;
};

/// Returns the changes that try_learn() would make, in the order of the keys. Nothing is written or locked.
/// Error: as try_learn().
[[nodiscard]] Result<std::vector<LearnChange>> preview_learning(const std::string& path,
                                                                std::span<const PlayedMove> moves,
                                                                ResultsIn where);

struct AddedResults {
  std::uint64_t records = 0;  ///< number of records that got results
  std::uint64_t unknown = 0;  ///< number of records with results whose moves the book lacks
  std::uint64_t halved = 0;   ///< number of records whose sums did not fit, see halved_to_fit()
};

/// Adds the learned results of `files` (books, or files beside books) to those of `target`, in constant
/// memory. If a move has several records in a position, the first one gets them. Programs may learn in it
/// meanwhile. Error: a file cannot be read or written, or has learn fields of another program.
[[nodiscard]] Result<AddedResults> add_learned(std::span<const std::string> files, const std::string& target,
                                               ResultsIn where);

// ---- Playing with the results of a file beside the book -------------------------------------------------

/// Returns the path of a file of results. It is empty while the engine's name in it is not known.
using LearnFileName = std::function<std::string()>;

/// Adds the results of a file beside the book, see ResultsIn::learn_file, and returns the book. Its
/// learned() adds up the results of the book's own fields and of the file. The file may appear, grow and
/// be replaced at any time. A missing file has no results; take_trouble() of the book reports a damaged one.
/// If the file is the book itself, or its name is empty, the book is returned unchanged.
[[nodiscard]] std::unique_ptr<BookSource> with_learn_file(std::unique_ptr<BookSource> book,
                                                          LearnFileName name);

}  // namespace polyglot::book
