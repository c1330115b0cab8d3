// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include <polyglot/book/book_source.hpp>
#include <polyglot/builder/build.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/pgn/game_text.hpp>
#include <polyglot/result.hpp>

namespace polyglot::builder {

/// The known results of games for one side.
struct Score {
  std::uint64_t games = 0;
  std::uint64_t half_points = 0;  ///< 2 for a win, 1 for a draw

  /// Returns the share of all points, 0 to 1; nothing without games.
  [[nodiscard]] std::optional<double> share() const noexcept;
};
BOOST_DESCRIBE_STRUCT(Score, (), (games, half_points))

/// How long a game stayed in the book: until its first move that the book lacks, whatever the weights of the
/// other moves are. Later positions are not looked up, even if the book has them.
struct ReviewedGame {
  const pgn::GameText& text;
  std::size_t exit_ply = 0;        ///< number of moves before `played`, all of them from the book
  std::size_t plies = 0;           ///< number of legal moves of the game
  const game::Position& position;  ///< the position after `exit_ply` moves
  std::optional<game::Move> played = std::nullopt;  ///< the first move that the book lacks; nothing: none
  /// The side of `played`. Nothing: the book or the game ended there.
  std::optional<game::Color> by = std::nullopt;
  std::span<const book::BookMove> book = {};  ///< the book's moves of the position, each once, heaviest first
  std::optional<game::Color> player = std::nullopt;  ///< the side of the reviewed player; nothing: both
                                                     ///< sides are reviewed
};

/// A position of the book in which games played another move, or a position where the book ends.
struct Gap {
  std::string start = {};  ///< the FEN in which the first such game began; empty: the usual start
  std::string moves;       ///< moves of that game in UCI (king takes rook), up to the one that left the book
  bool of_opponent = false;  ///< true: the opponent of the reviewed player left the book
  std::uint64_t count = 0;   ///< number of games
  Score score = {};          ///< score of the reviewed player; without one, of the side that played the move
};

/// The games of an opening.
struct OpeningReview {
  std::string eco;
  std::string name;  ///< empty: these games have no position with a name
  std::uint64_t games = 0;
  std::uint64_t book_plies = 0;
  Score score = {};  ///< score of the reviewed player; without one, of White
};

/// The review of all games.
struct Review {
  /// `exits` has a count for each ply up to this one, and one more for all later plies.
  static constexpr std::size_t kPlies = 128;

  Summary summary = {};
  std::uint64_t games = 0;  ///< number of reviewed games
  std::uint64_t plies = 0;  ///< number of plies of these games
  std::uint64_t book_plies = 0;
  std::uint64_t ended_inside = 0;          ///< games that ended in the book
  std::uint64_t book_ended = 0;            ///< games that continued after the end of the book
  std::array<std::uint64_t, 2> left = {};  ///< games in which White, or Black, left the book
  std::uint64_t left_by_player = 0;        ///< of the games in `left`, those that the reviewed player left
  std::uint64_t left_by_opponent = 0;
  Score score = {};  ///< see OpeningReview
  /// Games by exit_ply; the last one counts all later plies.
  std::array<std::uint64_t, kPlies + 1> exits = {};
  std::vector<Gap> gaps = {};   ///< the most frequent first
  std::uint64_t forgotten = 0;  ///< number of rare gaps dropped to limit the memory, counted each time
  std::vector<OpeningReview> openings = {};  ///< the most frequent first; empty without names
  std::vector<std::string> troubles = {};    ///< problems of the book
};

/// The maximum number of gaps that a review keeps, about 64 MB. If there are more, it drops the rarest ones
/// until half of the room is free. It always finds a gap of more than one in about 100,000 games.
inline constexpr std::size_t kMostGaps = std::size_t{1} << 18;

/// Receives a text about each game. A Failure ends the review.
struct ReviewSink {
  /// Appends the text about a game to `out`. Several threads may call it at once.
  std::function<void(const ReviewedGame& game, std::string& out)> describe;
  /// Takes the texts about some games in the order of the input. One thread at a time calls it.
  std::function<void(std::string_view text)> put;
};

/// Returns the moves of a book in a position, each once with the sum of its weights, heaviest first.
[[nodiscard]] std::vector<book::BookMove> book_moves(const book::BookSource& book,
                                                     const game::Position& position);

/// The book that games are compared with.
struct ReviewedBook {
  /// Opens the book. Each thread calls it once, one after another.
  std::function<Result<std::shared_ptr<book::BookSource>>()> open;
  /// True: the book has only the moves of one side. In a position without moves, a move then counts as one of
  /// the book if it leads to a position with moves.
  bool one_sided = false;
};

/// Compares games with a book. It uses the settings that choose games, and `max_ply`, `threads`, `shown`,
/// `strict` and `memory`. `filter.opening_names` has the names of openings, or is null. With Sides::player,
/// it reviews the player that the filter names. If both names of a game match and just one is equal to the
/// text, only that player counts.
///
/// It reads the games once. The memory does not depend on the number of games, and the result does not depend
/// on the number of threads. Error: the book cannot be opened, no game can be used, `progress.stop` was set,
/// or the error of `sink`.
[[nodiscard]] Result<Review> review_games(const Settings& settings, const ReviewedBook& book,
                                          const ReviewSink& sink, Progress& progress);

}  // namespace polyglot::builder
