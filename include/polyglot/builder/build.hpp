// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <optional>

#include <boost/describe/class.hpp>
#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>

#include <polyglot/book/book_format.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/builder/game_filter.hpp>
#include <polyglot/counts/header.hpp>
#include <polyglot/result.hpp>
#include <polyglot/variants/variant.hpp>

namespace polyglot::builder {

/// The rule for the weight of a move.
enum class WeightRule : std::uint8_t {
  polyglot,   ///< half points; all of a position are halved whenever one reaches 16384 games
  points,     ///< wins, draws and losses, multiplied by Factors
  frequency,  ///< number of games
  score,      ///< score in hundredths of a percent, moved towards the Prior
};

struct Factors {
  double win = 2;
  double draw = 1;
  double loss = 0;

  friend bool operator==(const Factors&, const Factors&) = default;
};

/// A score is moved towards `percent`, as if the move had so many additional `games` with that score.
/// Therefore one lucky game does not weigh more than a hundred.
struct Prior {
  double games = 10;
  double percent = 50;
};

/// The weight of a single game.
struct GameWeights {
  double elo_doubling = 0;       ///< so many points of the mover's Elo double the weight; 0: no effect
  double half_life = 0;          ///< number of years after which a game counts half; 0: no effect
  std::int32_t decay_until = 0;  ///< the day from which years are counted backwards, see days_since_1970()

  [[nodiscard]] bool are_even() const noexcept { return elo_doubling == 0 && half_life == 0; }
};

/// Which moves the book takes, and their weights.
struct EntryRule {
  WeightRule rule = WeightRule::polyglot;
  Factors factors = {};
  Prior prior = {};
  std::uint64_t min_games = 3;
  double min_score = 0;    ///< percent
  bool uniform = false;    ///< true: all moves get weight 1
  bool keep_zero = false;  ///< true: moves with weight 0 are kept
  bool learn = false;      ///< true: learn fields get games and half points, see book::halved_to_fit()
  double scale = 1;        ///< factor by which weights are multiplied before rounding
};

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
  // Files
  std::vector<std::string> inputs;  ///< PGN files, compressed or not; "-" is standard input
  std::string output;
  std::string counts;              ///< a file of counts that the same run also writes; empty: none
  std::vector<std::string> added;  ///< for count_games(): files of counts that it adds to those of the games
  std::string report;              ///< a file to which all problems are written; empty: none

  // Games and their moves
  std::shared_ptr<const variants::Variant> variant;  ///< the variant of the games; null: chess and Chess960
  GameFilter filter;
  bool drop_duplicates = false;
  std::size_t max_ply = 1024;          ///< later moves are not checked
  bool leave_out_inner_rooks = false;  ///< true: leaves out positions with chess::has_inner_castling_rook()
  /// With `all` a move of a variation counts as a draw, once for each game in which no other line has it.
  /// NAGs and weights in comments are used. Source: docs/tools.md, "make-book", "Variations of a game".
  Variations variations = Variations::main;
  bool ignore_nags = false;  ///< with Variations::all: NAGs do not count
  /// For count_games(), which writes a file of counts and no book.
  std::optional<GroupBy> counted_by = std::nullopt;

  // The book
  book::BookFormat format = book::BookFormat::polyglot;  ///< polyglot or crafty
  std::optional<book::BookHeader> header;
  GameWeights game_weights;
  EntryRule entries;
  CraftyRule crafty;
  /// True: it is an error if no game can be used, or if an empty book replaces one with entries.
  bool refuse_empty = false;

  // The run
  bool strict = false;     ///< true: any problem is an error
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
  std::uint64_t lost_text = 0;     ///< games with flaws in their text, see pgn::FlawKind
  std::uint64_t guessed_ends = 0;  ///< games that end before move number 1 of the next game, without a result
  std::uint64_t drawn_by_tag =
      0;  ///< won games that a book counts as draws, because the Result tag lacks that

  friend bool operator==(const Counts&, const Counts&) = default;
};
BOOST_DESCRIBE_STRUCT(Counts, (),
                      (games, used, plies, filtered, rejected, duplicates, variants, bad_starts, too_long,
                       bad_moves, null_moves, lost_text, guessed_ends, drawn_by_tag))

/// Numbers about the variations of used games.
struct VariationCounts {
  std::uint64_t variations = 0;  ///< number of variations, nested ones and those that are not read included
  std::uint64_t plies = 0;       ///< number of moves taken from them; Counts::plies includes these
  std::uint64_t cut = 0;         ///< variations cut before a wrong move or a null move
  std::uint64_t replies = 0;     ///< number of moves that are no entries, see pgn::TreeMoves::finish()
};
BOOST_DESCRIBE_STRUCT(VariationCounts, (), (variations, plies, cut, replies))

/// Different moves that a book leaves out. The first rule that leaves a move out counts it.
struct LeftOut {
  std::uint64_t rare = 0;        ///< in fewer games than `entries.min_games`
  std::uint64_t weightless = 0;  ///< with weight 0, unless `entries.keep_zero` keeps them
  std::uint64_t weak = 0;        ///< with a score below `entries.min_score`, or `crafty.min_win_percent`
};
BOOST_DESCRIBE_STRUCT(LeftOut, (), (rare, weightless, weak))

/// Adds numbers of other games. All numbers of these structs are sums.
template <class Numbers>
requires boost::describe::has_describe_members<Numbers>::value Numbers& operator+=(
    Numbers& sum, const Numbers& more) noexcept {
  using Members = boost::describe::describe_members<Numbers, boost::describe::mod_public>;
  boost::mp11::mp_for_each<Members>([&](auto member) {
    auto& number = sum.*member.pointer;
    if constexpr (requires { number.size(); })
      std::ranges::transform(number, more.*member.pointer, number.begin(), std::plus());
    else
      number += more.*member.pointer;
  });
  return sum;
}

/// The result of a run.
struct Summary {
  Counts counts;
  VariationCounts variations;
  std::uint64_t problems = 0;
  /// In the order of the input, then those of files without games. Each has the place in the input where
  /// something is lost.
  std::vector<Error> first_problems;
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

/// The result of count_games(), and the header of the file that it has written.
struct CountSummary {
  Summary games;
  counts::Header header;
};

/// Counts the results of games for each move of each position, adds the files `settings.added`, and writes
/// the sum to the file of counts `settings.output`. It uses the settings that choose games and moves, those
/// of the run, and `counted_by`. It takes the inputs in the order of their names. The bytes depend on neither
/// threads nor memory, nor on how the games were divided between files of games and of counts.
///
/// Error: as build_book(); or a setting depends on how games are cut into files (duplicates, samples) or
/// cannot apply to counts; or an input is given twice, is not a regular file, or changes meanwhile; or as
/// counts::CountsSum::open().
[[nodiscard]] Result<CountSummary> count_games(const Settings& settings, Progress& progress);

/// Builds a `.bin` book from the files of counts `settings.inputs`, with the settings `entries`, `header` and
/// `output`. It has the bytes that build_book() writes for all games in the order of their files' names.
/// Error: as counts::CountsSum::open(), or an empty book as in build_book(). With Polyglot's rule also a move
/// with 16384 games or more, because halving depends on the order of the games.
[[nodiscard]] Result<Summary> book_of_counts(const Settings& settings, Progress& progress);

}  // namespace polyglot::builder
