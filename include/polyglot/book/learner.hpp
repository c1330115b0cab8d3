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

/// Adds games to the learn fields of the moves that the `.bin` file at `path` has. If a move has several
/// records in a position, the first one counts. Moves that the book lacks are skipped. Returns the number of
/// moves that were counted, or nothing if another program has locked the book: try again after kLearnPause.
///
/// Four bytes are written in place for each move; nothing else in the file changes. The file is open and
/// locked only during the call, and records are read under the lock. Therefore any number of processes may
/// learn in one book at once, even while tools rewrite it, and no game is lost. Programs that have the book
/// open, BinBook included, see the new values. The call does not wait. If a record has no room for another
/// win, both its numbers are halved first, so that the points per game stay the same. Error: path and reason
/// if the file cannot be opened for writing, locked or written; the book is then restored if the disk allows
/// it. Learn fields of another program are an error, too, see LearnLayout. Source: docs/book-format.md,
/// "Learn".
///
/// With `before` the file is not changed in place: a new one with all changes replaces it at once. `before`
/// is called under the lock right before that, and its error leaves the old file.
using BeforeReplacing = std::function<Result<void>(const os::FileStamp& stamp_of_new_file)>;
[[nodiscard]] Result<std::optional<std::size_t>> try_learn(const std::string& path,
                                                           std::span<const PlayedMove> moves,
                                                           const BeforeReplacing& before = {});

/// Adds a game to the file of results at `path`, which has the same learn fields as a book. A missing file is
/// created. All moves must be moves of the book, see moves_of(); those without a record get one of weight 0.
/// If all moves have records, the file is changed in place. Otherwise a new file is written and takes the
/// name under the lock. Therefore any number of processes may learn in one file at once, and no game is lost.
///
/// Returns nothing if another program has locked the file. Moves that cannot have a record are skipped.
/// Error: as try_learn(), or a damaged file; the file does not change then. Source: docs/learning.md.
[[nodiscard]] Result<std::optional<std::size_t>> try_learn_beside(const std::string& path,
                                                                  std::span<const PlayedMove> moves,
                                                                  const BeforeReplacing& before = {});

/// Where the results are.
enum class ResultsIn : std::uint8_t {
  book,        ///< in a book: its records stay
  learn_file,  ///< in a file of results: a record without weight and results is removed
};

struct LearnChange {
  std::optional<RawEntry> before;  ///< nothing: the record is new
  RawEntry after;
};

/// Returns the changes that try_learn() or try_learn_beside() would make, in the order of the keys. Nothing
/// is written or locked. A missing file of results has no records. Error: as those functions.
[[nodiscard]] Result<std::vector<LearnChange>> preview_learning(const std::string& path,
                                                                std::span<const PlayedMove> moves,
                                                                ResultsIn where);

/// The pause before another try if another program has locked the book. Locks are usually short.
inline constexpr std::chrono::milliseconds kLearnPause{2};

struct AddedResults {
  std::uint64_t records = 0;  ///< number of records that got results
  std::uint64_t unknown = 0;  ///< number of records with results whose moves the book lacks
  std::uint64_t halved = 0;   ///< number of records whose sums did not fit, see fitted()
};

/// Adds the learned results of `files` (books, or files beside books) to those of `target`, in constant
/// memory. If `target` is a book, the results of moves that it lacks are left out. If a move has several
/// records in a position, the first one gets them. If `target` is a file of results, it gets records of
/// weight 0 for new moves; a missing or empty one is created. Programs may learn in it meanwhile. Error: a
/// file cannot be read or written, or has learn fields of another program.
[[nodiscard]] Result<AddedResults> add_learned(std::span<const std::string> files, const std::string& target,
                                               ResultsIn where);

/// Returns the path of a file of results. It is empty while the engine's name in it is not known.
using LearnFileName = std::function<std::string()>;

/// Adds the results of a file beside the book, see try_learn_beside(), and returns the book. Its
/// learn_store() adds up the results of the book's own fields and of the file. The file may appear, grow and
/// be replaced at any time. A missing file has no results; take_trouble() of the book reports a damaged one.
/// If the file is the book itself, or its name is empty, the book is returned unchanged.
[[nodiscard]] std::unique_ptr<BookSource> with_learn_file(std::unique_ptr<BookSource> book,
                                                          LearnFileName name);

/// Returns those of `moves` that the book has, in their order.
[[nodiscard]] std::vector<PlayedMove> moves_of(const BookSource& book, std::vector<PlayedMove> moves);

}  // namespace polyglot::book
