// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/book/book_format.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/builder/game_filter.hpp>
#include <polyglot/builder/weights.hpp>
#include <polyglot/result.hpp>
#include <polyglot/variants/variant.hpp>

namespace polyglot::builder {

/// How a Crafty book is built. Of the other Settings it uses the inputs, `max_ply`, `entries.min_games` and
/// those of the run. Source: docs/crafty-book.md, "Making a book".
struct CraftyRule {
  double min_win_percent = 0;  ///< minimum wins of the side that moves, as a percentage of its losses
  bool start_book = false;     ///< uses percentages in comments instead of results
};

/// The lines of a game that the book takes.
enum class Variations : std::uint8_t {
  main,  ///< only the main line
  all,   ///< also variations, nested to any depth, and the author's marks
};

/// The properties by which a file of counts groups games.
struct GroupBy {
  bool rating = false;  ///< bands of the mean rating, as Lichess has them
  bool speed = false;   ///< time class
  bool year = false;

  friend bool operator==(const GroupBy&, const GroupBy&) = default;
};

/// One of several equal pieces of a file, cut where games begin.
struct Shard {
  std::uint32_t number = 1;  ///< from 1 on
  std::uint32_t of = 1;
};

/// The inputs and settings of a build.
struct Settings {
  std::vector<std::string> inputs;  ///< PGN files, packed or not; "-" is standard input
  std::string output;
  std::string counts;  ///< a file of counts that the same run writes; empty: none
  std::optional<book::BookHeader> header;
  std::size_t max_ply = 1024;                        ///< later moves are not even checked
  std::shared_ptr<const variants::Variant> variant;  ///< the variant of the games; null: chess and Chess960
  /// Writes the bytes of "Save Games as Book" of XBoard 4.9. It needs a variant, and only takes games with a
  /// result and without a wrong move. A game that Black begins counts from one ply earlier. `entries` and
  /// `game_weights` have no effect. All moves are kept in memory. Source: docs/variant-books.md, "Counting".
  bool as_xboard = false;
  /// With `all` a move of a variation counts as a draw, once for each game in which no other line has it.
  /// NAGs and weights in comments are used. Source: docs/tools.md, "make-book", "Variations of a game".
  Variations variations = Variations::main;
  bool ignore_nags = false;  ///< with Variations::all
  GameFilter filter;
  GameWeights game_weights;
  EntryRule entries;
  book::BookFormat format = book::BookFormat::polyglot;  ///< this or crafty
  CraftyRule crafty;
  /// For count_games(), which counts moves for a file of counts and not for a book.
  std::optional<GroupBy> counted_by = std::nullopt;
  bool keep_games = false;  ///< for count_games(): keeps a game as an example for each move
  Shard shard = {};         ///< the piece that is read of each input; only unpacked files can be cut
  bool drop_duplicates = false;
  bool leave_out_inner_rooks = false;  ///< leaves out positions with chess::has_inner_castling_rook()
  bool strict = false;                 ///< any problem is an error
  bool refuse_empty = false;           ///< it is an error if no game can be used, or if an
                                       ///< empty book would replace one with entries
  std::string report;                  ///< the file that gets all problems; empty: none
  std::size_t shown = 10;              ///< maximum number of problems in the summary
  unsigned threads = 1;                ///< threads that work; one more may read ahead
  std::uint64_t memory = std::uint64_t{1} << 30;  ///< approximate bytes; a temporary file gets the rest
  std::string temporary_folder;                   ///< for the temporary file; empty: the folder of the output
};

/// Numbers of games. Every game is counted in `games`, and in one of used, filtered, duplicates, variants,
/// bad_starts, too_long and no_results. A game that is used only up to a move is also counted in bad_moves or
/// null_moves, and one that has lost something else in lost_text.
struct Counts {
  std::uint64_t games = 0;
  std::uint64_t used = 0;
  std::uint64_t plies = 0;                               ///< moves taken from used games
  std::uint64_t filtered = 0;                            ///< rejected by the filter
  std::array<std::uint64_t, kRejections> rejected = {};  ///< filtered games by Rejection
  std::uint64_t duplicates = 0;                          ///< equal to an earlier game
  std::uint64_t variants = 0;                            ///< games of other variants
  std::uint64_t bad_starts = 0;                          ///< games whose FEN tag is not a position
  std::uint64_t too_long = 0;                            ///< games that are too large for the memory
  std::uint64_t no_results = 0;  ///< left out as XBoard does: without a result, or with a wrong move
  std::uint64_t bad_moves = 0;   ///< games cut before an illegal or missing move
  std::uint64_t null_moves = 0;  ///< games cut before a null move
  std::uint64_t lost_text = 0;   ///< games with flaws in their text, see pgn::FlawKind

  Counts& operator+=(const Counts& other) noexcept;
  friend bool operator==(const Counts&, const Counts&) = default;
};

/// Numbers about the variations of used games.
struct VariationCounts {
  std::uint64_t variations = 0;  ///< including nested ones, even if they are not read
  std::uint64_t plies = 0;       ///< moves taken from them; Counts::plies includes these
  std::uint64_t cut = 0;         ///< variations cut before a wrong move or a null move
  std::uint64_t replies = 0;     ///< moves that are no entries, see pgn::TreeMoves::finish()

  VariationCounts& operator+=(const VariationCounts& other) noexcept;
  VariationCounts& operator-=(const VariationCounts& other) noexcept;
};

/// A place in the input where something is lost.
struct Problem {
  std::string place;  ///< `file:line`, or only the file
  std::string what;

  [[nodiscard]] std::string to_string() const { return Error{what, place}.to_string(); }
};

/// The result of a run.
struct Summary {
  Counts counts;
  VariationCounts variations;
  std::uint64_t problems = 0;
  std::vector<Problem> first_problems;   ///< in the order of the input; then files without games
  bool damaged_input = false;            ///< a file could not be read completely
  std::uint64_t moves = 0;               ///< different moves of all positions
  std::uint64_t rare = 0;                ///< of these, moves in fewer games than `entries.min_games`
  std::uint64_t entries = 0;             ///< of these, moves in the book
  std::uint64_t spilled = 0;             ///< bytes written to the temporary file
  std::vector<std::uint64_t> used = {};  ///< number of used games of each input
};

/// The progress of a run. Another thread may read it, and end the run.
struct Progress {
  std::atomic<std::uint64_t> total_bytes = 0;  ///< of all input files; 0 if one of them is a pipe
  std::atomic<std::uint64_t> bytes = 0;        ///< bytes read so far, before unpacking
  std::atomic<std::uint64_t> games = 0;
  std::atomic<bool> writing = false;  ///< all games have been read
  std::atomic<double> written = 0;    ///< the written share of the book, 0 to 1
  std::atomic<bool> stop =
      false;  ///< ends the run with an error and without output; set by another thread or the run itself
};

/// The minimum of Settings::memory.
inline constexpr std::uint64_t kLeastMemory = std::uint64_t{16} << 20;

/// Replaces folders by the PGN files in them and in their folders (.pgn, packed or not), in the order of
/// their names.
/// Error: a file is missing or of another kind, or a folder has no games.
[[nodiscard]] Result<std::vector<std::string>> input_files(const std::vector<std::string>& arguments);

/// Builds a book from games. The result depends neither on the number of threads nor on the memory.
/// Error: the output cannot be written or is an input, there is no room for temporary data, `progress.stop`
/// was set, or with `strict` the first problem. Then there is no output.
[[nodiscard]] Result<Summary> build_book(const Settings& settings, Progress& progress);

}  // namespace polyglot::builder
