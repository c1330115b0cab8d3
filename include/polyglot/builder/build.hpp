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

/// How a Crafty book is built. The build also uses the inputs, `max_ply`, `entries.min_games` and the
/// settings of the run, but no others. Source: docs/crafty-book.md, "Making a book".
struct CraftyRule {
  double min_win_percent = 0;  ///< minimum wins of the side that moves, as a percentage of its losses
  bool start_book = false;     ///< true: percentages in comments count instead of results
};

/// The lines of a game that the book takes.
enum class Variations : std::uint8_t {
  main,  ///< only the main line
  all,   ///< also its variations, nested to any depth, and the author's marks
};

/// The properties by which a file of counts groups games.
struct GroupBy {
  bool rating = false;  ///< by bands of the mean rating, as Lichess has them
  bool speed = false;   ///< by time class
  bool year = false;

  friend bool operator==(const GroupBy&, const GroupBy&) = default;
};

/// The inputs and settings of a build.
struct Settings {
  std::vector<std::string> inputs;  ///< PGN files, compressed or not; "-" is standard input
  std::string output;
  std::string counts;  ///< a file of counts that the same run also writes; empty: none
  std::optional<book::BookHeader> header;
  std::size_t max_ply = 1024;                        ///< later moves are not checked
  std::shared_ptr<const variants::Variant> variant;  ///< the variant of the games; null: chess and Chess960
  /// With `all` a move of a variation counts as a draw, once for each game in which no other line has it.
  /// NAGs and weights in comments are used. Source: docs/tools.md, "make-book", "Variations of a game".
  Variations variations = Variations::main;
  bool ignore_nags = false;  ///< with Variations::all: NAGs do not count
  GameFilter filter;
  GameWeights game_weights;
  EntryRule entries;
  book::BookFormat format = book::BookFormat::polyglot;  ///< polyglot or crafty
  CraftyRule crafty;
  /// For count_games(), which writes a file of counts and no book.
  std::optional<GroupBy> counted_by = std::nullopt;
  std::vector<std::string> added;  ///< for count_games(): files of counts that it adds to those of the games
  bool drop_duplicates = false;
  bool leave_out_inner_rooks = false;  ///< true: leaves out positions with chess::has_inner_castling_rook()
  bool strict = false;                 ///< true: any problem is an error
  /// True: it is an error if no game can be used, or if an empty book replaces one with entries.
  bool refuse_empty = false;
  std::string report;      ///< a file to which all problems are written; empty: none
  std::size_t shown = 10;  ///< maximum number of problems in the summary
  unsigned threads = 1;    ///< number of threads that work; one more may read ahead
  std::uint64_t memory = std::uint64_t{1}
                         << 30;  ///< approximate bytes; what exceeds them goes to a temporary file
  std::string temporary_folder;  ///< the folder of the temporary file; empty: that of the output
};

/// Numbers of games. Every game counts in `games`, and in one of used, filtered, duplicates, variants,
/// bad_starts and too_long. A game that is used only up to a move also counts in bad_moves or
/// null_moves. One that has lost other text also counts in lost_text.
struct Counts {
  std::uint64_t games = 0;
  std::uint64_t used = 0;
  std::uint64_t plies = 0;                               ///< number of moves taken from used games
  std::uint64_t filtered = 0;                            ///< games that the filter rejects
  std::array<std::uint64_t, kRejections> rejected = {};  ///< the filtered games, by Rejection
  std::uint64_t duplicates = 0;                          ///< games that are equal to an earlier one
  std::uint64_t variants = 0;                            ///< games of other variants
  std::uint64_t bad_starts = 0;                          ///< games whose FEN tag is not a position
  std::uint64_t too_long = 0;                            ///< games that are too large for the memory
  std::uint64_t bad_moves = 0;                           ///< games cut before an illegal or missing move
  std::uint64_t null_moves = 0;                          ///< games cut before a null move
  std::uint64_t lost_text = 0;  ///< games with flaws in their text, see pgn::FlawKind

  Counts& operator+=(const Counts& other) noexcept;
  friend bool operator==(const Counts&, const Counts&) = default;
};

/// Numbers about the variations of used games.
struct VariationCounts {
  std::uint64_t variations = 0;  ///< number of variations, nested ones and those that are not read included
  std::uint64_t plies = 0;       ///< number of moves taken from them; Counts::plies includes these
  std::uint64_t cut = 0;         ///< variations cut before a wrong move or a null move
  std::uint64_t replies = 0;     ///< number of moves that are no entries, see pgn::TreeMoves::finish()

  VariationCounts& operator+=(const VariationCounts& other) noexcept;
  VariationCounts& operator-=(const VariationCounts& other) noexcept;
};

/// A place in the input where something is lost.
struct Problem {
  std::string place;  ///< `file:line`, or only the file
  std::string what;

  [[nodiscard]] std::string to_string() const { return Error{what, place}.to_string(); }
};

/// Different moves that a book leaves out. The first rule that leaves a move out counts it.
struct LeftOut {
  std::uint64_t rare = 0;        ///< in fewer games than `entries.min_games`
  std::uint64_t weightless = 0;  ///< with weight 0, unless `entries.keep_zero` keeps them
  std::uint64_t weak = 0;        ///< with a score below `entries.min_score`, or `crafty.min_win_percent`

  LeftOut& operator+=(const LeftOut& more) noexcept {
    rare += more.rare;
    weightless += more.weightless;
    weak += more.weak;
    return *this;
  }
};

/// The result of a run.
struct Summary {
  Counts counts;
  VariationCounts variations;
  std::uint64_t problems = 0;
  std::vector<Problem> first_problems;   ///< in the order of the input, then those of files without games
  bool damaged_input = false;            ///< true: a file could not be read completely
  std::uint64_t moves = 0;               ///< different moves of all positions
  LeftOut left_out = {};                 ///< of `moves`, those not in the book
  std::uint64_t entries = 0;             ///< of `moves`, those in the book
  std::uint64_t spilled = 0;             ///< number of bytes written to the temporary file
  std::vector<std::uint64_t> used = {};  ///< number of used games of each input
};

/// The progress of a run. Another thread may read it during the run, and end the run.
struct Progress {
  std::atomic<std::uint64_t> total_bytes = 0;  ///< bytes of all input files; 0 if one of them is a pipe
  std::atomic<std::uint64_t> bytes = 0;        ///< bytes read so far, as compressed
  std::atomic<std::uint64_t> games = 0;
  std::atomic<bool> writing = false;  ///< true: all games have been read, and the book is being written
  std::atomic<double> written = 0;    ///< the written share of the book, 0 to 1
  /// Ends the run with an error and without output; set by another thread or the run itself.
  std::atomic<bool> stop = false;
};

/// The minimum of Settings::memory.
inline constexpr std::uint64_t kLeastMemory = std::uint64_t{16} << 20;

/// Replaces each folder by the PGN files in it and in its folders (.pgn, compressed or not), in the order of
/// their names. Error: a file is missing or of another kind, or a folder has no games.
[[nodiscard]] Result<std::vector<std::string>> input_files(const std::vector<std::string>& arguments);

/// Builds a book from games. The result does not depend on the number of threads or on the memory. Error: the
/// output cannot be written or is an input, there is no room for temporary data, `progress.stop` was set, or
/// with `strict` the first problem. No output is written then.
[[nodiscard]] Result<Summary> build_book(const Settings& settings, Progress& progress);

}  // namespace polyglot::builder
