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

/// How a book of Crafty is made; of the other Settings the inputs, `max_ply`, `entries.min_games` and those
/// of the run count for it. Source: docs/crafty-book.md, "Making a book".
struct CraftyRule {
  double min_win_percent = 0;  ///< wins of the side that moves, of its losses
  bool start_book = false;     ///< percentages in comments count, not games
};

/// Which lines of a game make the book.
enum class Variations : std::uint8_t {
  main,  ///< the main line alone
  all,   ///< variations as well, nested to any depth, with what the author says of the moves
};

/// What games are counted apart by in a file of counts.
struct GroupBy {
  bool rating = false;  ///< bands of the mean rating, as Lichess has them
  bool speed = false;   ///< time class
  bool year = false;

  friend bool operator==(const GroupBy&, const GroupBy&) = default;
};

/// One of equal pieces of a file, cut where games begin.
struct Shard {
  std::uint32_t number = 1;  ///< from 1 on
  std::uint32_t of = 1;
};

/// What a book is made of, and how.
struct Settings {
  std::vector<std::string> inputs;  ///< PGN files, packed or not; "-" is standard input
  std::string output;
  std::string counts;  ///< a file of counts to be written in the same run; empty: none
  std::optional<book::BookHeader> header;
  std::size_t max_ply = 1024;                        ///< moves behind it are not even checked
  std::shared_ptr<const variants::Variant> variant;  ///< whose games are wanted; null: chess and Chess960
  /// The bytes of "Save Games as Book" of XBoard 4.9, needs a variant: only games with a result and without a
  /// wrong move count, and a game that Black begins has begun a ply before; `entries` and `game_weights` do
  /// not count. All moves are kept in memory. Source: docs/variant-books.md, "Counting".
  bool as_xboard = false;
  /// With `all` a move of a variation counts as a draw, once for each game in which no other line has it, and
  /// NAGs and weights in comments count. Source: docs/tools.md, "make-book", "Variations of a game".
  Variations variations = Variations::main;
  bool ignore_nags = false;  ///< with Variations::all
  GameFilter filter;
  GameWeights game_weights;
  EntryRule entries;
  book::BookFormat format = book::BookFormat::polyglot;  ///< that or crafty
  CraftyRule crafty;
  /// For count_games(): moves are counted for a file of counts, not for a book.
  std::optional<GroupBy> counted_by = std::nullopt;
  Shard shard = {};  ///< of each input; others than plain files cannot be cut
  bool drop_duplicates = false;
  bool leave_out_inner_rooks = false;             ///< positions where chess::has_inner_castling_rook()
  bool strict = false;                            ///< any problem is an error
  bool refuse_empty = false;                      ///< games of which none can be used are an error, and so is
                                                  ///< an empty book in place of one that is not
  std::string report;                             ///< a file for all problems; empty: none
  std::size_t shown = 10;                         ///< problems to be kept for the summary
  unsigned threads = 1;                           ///< beside one that reads ahead, where that helps
  std::uint64_t memory = std::uint64_t{1} << 30;  ///< bytes, about; more goes to a temporary file
  std::string temporary_folder;                   ///< for that file; empty: the folder of the output
};

/// What happened to the games. Every game is counted in `games` and in one of used, filtered, duplicates,
/// variants, bad_starts, too_long or no_results; those used up to a move only in bad_moves or null_moves as
/// well, and those of which something else is lost in lost_text.
struct Counts {
  std::uint64_t games = 0;
  std::uint64_t used = 0;
  std::uint64_t plies = 0;                               ///< moves taken from the games used
  std::uint64_t filtered = 0;                            ///< not wanted
  std::array<std::uint64_t, kRejections> rejected = {};  ///< these, by Rejection
  std::uint64_t duplicates = 0;                          ///< the same as an earlier one
  std::uint64_t variants = 0;                            ///< games of other variants
  std::uint64_t bad_starts = 0;                          ///< a FEN tag that is no position
  std::uint64_t too_long = 0;                            ///< games that do not fit into memory
  std::uint64_t no_results = 0;  ///< without a result, or with a wrong move, where XBoard takes no such game
  std::uint64_t bad_moves = 0;   ///< games that are cut where a move is illegal or missing
  std::uint64_t null_moves = 0;  ///< games that are cut before a null move
  std::uint64_t lost_text = 0;   ///< with flaws of their text, see pgn::FlawKind

  Counts& operator+=(const Counts& other) noexcept;
  friend bool operator==(const Counts&, const Counts&) = default;
};

/// What became of the variations of the games used.
struct VariationCounts {
  std::uint64_t variations = 0;  ///< nested ones included, whether they are read or not
  std::uint64_t plies = 0;       ///< moves taken from them, which Counts::plies counts as well
  std::uint64_t cut = 0;         ///< read up to a wrong move or a null move only
  std::uint64_t replies = 0;     ///< moves of a side without weights, left out since the other side has some

  VariationCounts& operator+=(const VariationCounts& other) noexcept;
  VariationCounts& operator-=(const VariationCounts& other) noexcept;
};

/// A place in the input where something was lost.
struct Problem {
  std::string place;  ///< `file:line`, or the file alone
  std::string what;

  [[nodiscard]] std::string to_string() const { return Error{what, place}.to_string(); }
};

/// What became of a run.
struct Summary {
  Counts counts;
  VariationCounts variations;
  std::uint64_t problems = 0;
  std::vector<Problem> first_problems;   ///< in the order of the input, files without games last
  bool damaged_input = false;            ///< a file could not be read to its end
  std::uint64_t moves = 0;               ///< moves seen, each counted once in a position
  std::uint64_t rare = 0;                ///< those of them in fewer games than `entries.min_games`
  std::uint64_t entries = 0;             ///< those that are in the book
  std::uint64_t spilled = 0;             ///< bytes that did not fit into memory
  std::vector<std::uint64_t> used = {};  ///< games used of each input
};

/// How far a run is, to be read by another thread, which may end it, too.
struct Progress {
  std::atomic<std::uint64_t> total_bytes = 0;  ///< of all input files; 0 if a pipe is among them
  std::atomic<std::uint64_t> bytes = 0;        ///< of the files themselves, compressed or not
  std::atomic<std::uint64_t> games = 0;
  std::atomic<bool> writing = false;  ///< all games have been read
  std::atomic<double> written = 0;    ///< share of the book that has been written then, up to 1
  std::atomic<bool> stop =
      false;  ///< set by the onlooker, or by the run itself: it fails soon, and leaves nothing behind
};

/// Least memory that a run can keep to.
inline constexpr std::uint64_t kLeastMemory = std::uint64_t{16} << 20;

/// The files to read for arguments of which some may be folders: these stand for the PGN files in them and
/// in their folders (.pgn, packed or not), in the order of their names. Error: a file that is missing or of
/// another kind, a folder without games.
[[nodiscard]] Result<std::vector<std::string>> input_files(const std::vector<std::string>& arguments);

/// Makes a book of games. The result depends neither on the number of threads nor on the memory.
/// Nothing is left behind on an error. Error: no output can be written, one that is an input, no room for
/// temporary data, `progress.stop`, and with `strict` the first problem.
[[nodiscard]] Result<Summary> build_book(const Settings& settings, Progress& progress);

}  // namespace polyglot::builder
