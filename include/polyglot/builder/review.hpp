// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/book/book_source.hpp>
#include <polyglot/builder/build.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/openings/opening_names.hpp>
#include <polyglot/pgn/game_text.hpp>
#include <polyglot/result.hpp>

namespace polyglot::builder {

/// How games ended for one side, as far as their results are known.
struct Score {
  std::uint64_t games = 0;
  std::uint64_t half_points = 0;  ///< 2 for a win, 1 for a draw

  /// Part of all points, 0 to 1; nothing without games.
  [[nodiscard]] std::optional<double> share() const noexcept;
  Score& operator+=(const Score& other) noexcept;
};

/// How long a game kept to the book. A game leaves it by its first move that the book does not have, whatever
/// the weights of others: what comes back to positions of the book later is not looked at.
struct ReviewedGame {
  const pgn::GameText& text;
  std::size_t exit_ply = 0;                         ///< moves before it, all of them from the book
  std::size_t plies = 0;                            ///< moves that could be played
  game::Position position;                          ///< after `exit_ply` moves
  std::optional<game::Move> played = std::nullopt;  ///< the move that is not from the book; nothing: none is
  /// Who left the book by that move; nothing: nobody did, since the book or the game ended there.
  std::optional<game::Color> by = std::nullopt;
  std::span<const book::BookMove> book = {};         ///< of the position, each move once, heaviest first
  std::optional<game::Color> player = std::nullopt;  ///< where the player who is reviewed sat; nothing: both
                                                     ///< sides are reviewed
};

/// A position of the book and a move that games played there instead, or a position where the book ends.
struct Gap {
  std::string start = {};  ///< FEN of the first game that came here; empty: games of these rules begin there
  std::string moves;       ///< of that game, in UCI (king takes rook), the one that left the book included
  bool of_opponent = false;  ///< of the player who is reviewed
  std::uint64_t count = 0;   ///< games
  Score score = {};          ///< of the player who is reviewed, otherwise of the side that played the move
};

/// What the games of an opening did.
struct OpeningReview {
  std::string eco;
  std::string name;  ///< empty: games without a position that has a name
  std::uint64_t games = 0;
  std::uint64_t book_plies = 0;
  Score score = {};  ///< of the player who is reviewed, otherwise of White
};

/// What became of all games together.
struct Review {
  /// `exits` counts games apart by their exit up to this ply, and all later exits together.
  static constexpr std::size_t kPlies = 128;

  Summary summary = {};
  std::uint64_t games = 0;  ///< reviewed
  std::uint64_t plies = 0;  ///< of these
  std::uint64_t book_plies = 0;
  std::uint64_t ended_inside = 0;          ///< games that ended in the book
  std::uint64_t book_ended = 0;            ///< games that went on where the book ended
  std::array<std::uint64_t, 2> left = {};  ///< games in which White, or Black, left the book
  std::uint64_t left_by_player = 0;        ///< of these by the player who is reviewed
  std::uint64_t left_by_opponent = 0;
  Score score = {};                                  ///< as that of an opening
  std::array<std::uint64_t, kPlies + 1> exits = {};  ///< games by exit_ply, those beyond it in the last
  std::vector<Gap> gaps = {};                        ///< the most frequent first
  std::uint64_t forgotten = 0;  ///< rare gaps that were dropped to bound the memory, each time they were
  std::vector<OpeningReview> openings = {};  ///< the most frequent first; empty without names
  std::vector<std::string> troubles = {};    ///< what came to light about the book
};

/// Gaps that a review keeps, about 64 MB. When there are more, those that came least often are dropped until
/// half of the room is free: a gap of more than one in some 100,000 games is found whatever their number.
inline constexpr std::size_t kMostGaps = std::size_t{1} << 18;

/// Where a review writes its text on each game.
class ReviewSink {
 public:
  virtual ~ReviewSink() = default;
  /// Appends to `out` what is to be told of a game. Called by several threads at once.
  virtual void describe(const ReviewedGame& game, std::string& out) const = 0;
  /// Takes what was told of some games, in the order of the input; by one thread at a time.
  [[nodiscard]] virtual Result<void> put(std::string_view text) = 0;
};

/// The moves that a book has, each once, with the sum of its weights, heaviest first.
[[nodiscard]] std::vector<book::BookMove> book_moves(const book::BookSource& book,
                                                     const game::Position& position);

/// The book that games are compared with.
struct ReviewedBook {
  /// Opens it, for each thread anew.
  std::function<Result<std::unique_ptr<book::BookSource>>()> open;
  /// It has the moves of one side only: a move in a position without moves counts as one of the book if the
  /// book has moves for the position that it leads to.
  bool one_sided = false;
};

/// Compares games with a book. Of the settings those count that say which games are wanted, and `max_ply`,
/// `threads`, `shown`, `strict` and `memory`; with a player in the filter and Sides::player this player is
/// reviewed. If the name of just one of two players who match it is this very text, it is only that one.
/// `filter.opening_names` are the names of openings, null for none.
///
/// Reads the games once, in memory that does not depend on their number. The result does not depend on the
/// number of threads. Error: the book cannot be opened, no game can be used, `progress.stop`, what `sink`
/// returns.
[[nodiscard]] Result<Review> review_games(const Settings& settings, const ReviewedBook& book,
                                          ReviewSink& sink, Progress& progress);

}  // namespace polyglot::builder
