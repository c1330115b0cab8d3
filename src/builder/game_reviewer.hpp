// SPDX-License-Identifier: MIT
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include <polyglot/book/book_source.hpp>
#include <polyglot/builder/review.hpp>
#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/chess/types.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/openings/opening_names.hpp>

#include "builder/chunk_worker.hpp"

namespace polyglot::builder {

/// A gap that a game has reached.
struct GapVisit {
  std::uint64_t id = 0;  ///< hash of the position, the move and its side
  Gap gap;               ///< with the count and the score of this game
};

/// Counts gaps. It keeps the frequent ones, see kMostGaps.
class GapTable {
 public:
  /// `most`: maximum number of kept gaps, at least 2.
  explicit GapTable(std::size_t most = kMostGaps) : most_(most) {}

  /// The counts depend on the order of the calls.
  void add(GapVisit visit);
  /// Takes out all gaps, the most frequent first, then by the order in which they came.
  [[nodiscard]] std::vector<Gap> take_sorted();
  /// See Review::forgotten.
  [[nodiscard]] std::uint64_t forgotten() const noexcept { return forgotten_; }

 private:
  struct Known {
    Gap gap;
    std::uint64_t number;  ///< in the order in which they came
  };
  void make_room();

  std::size_t most_;
  boost::unordered_flat_map<std::uint64_t, Known> gaps_;
  std::uint64_t came_ = 0;
  std::uint64_t forgotten_ = 0;
};

/// Looks up positions and moves of games in a book. Games share their first moves, so it remembers the moves
/// that the book has, and the positions where games left it. Both together take up to 40 megabytes.
class BookLookup {
 public:
  /// `one_sided`: see ReviewedBook.
  BookLookup(const book::BookSource& book, bool one_sided);

  /// See book_moves(). Valid until the next call.
  [[nodiscard]] const std::vector<book::BookMove>& find(const game::Position& position);
  /// Returns whether the book has the move.
  [[nodiscard]] bool has(const game::Position& position, const game::Move& move);
  [[nodiscard]] bool has(const chess::Position& position, chess::Move move);

 private:
  /// Returns true if a `.bin` has a record of the move. It decodes no moves, as find() must. False: ask
  /// find().
  [[nodiscard]] bool has_record(const chess::Position& position, chess::Move move) const;

  const book::BookSource& book_;
  bool one_sided_;
  /// Moves that has() has found: the position's key, mixed with the move. Two of 64 bits differ as surely as
  /// two keys do.
  boost::unordered_flat_set<std::uint64_t> moves_;
  /// Positions that were looked up, usually because a game left the book there.
  boost::unordered_flat_map<game::Key, std::vector<book::BookMove>> known_;
  std::vector<book::BookMove> found_;  ///< of a position whose key is not enough
};

/// The values of a game that a review adds up.
struct GameNote {
  std::size_t exit_ply = 0;
  std::size_t plies = 0;
  std::optional<game::Color> by = std::nullopt;
  std::optional<GapVisit> gap = std::nullopt;  ///< nothing: the game ended in the book
  const openings::Opening* opening = nullptr;
  Score score = {};
};

/// The result of a chunk of games for a review.
struct ReviewedChunk {
  std::string text;             ///< the text about the games
  std::vector<GameNote> games;  ///< in their order
};

/// Compares the games of one chunk after another with a book, in one thread.
class GameReviewer final : private ChunkWorker {
 public:
  /// `one_sided`: see ReviewedBook.
  GameReviewer(const Settings& settings, const book::BookSource& book, bool one_sided,
               const ReviewSink& sink);

  /// Valid until the next call.
  [[nodiscard]] ReviewedChunk& work(const InputChunk& chunk);
  /// The problems of the chunk that work() read last, see Intake::note().
  [[nodiscard]] ChunkResult& problems() noexcept { return result(); }

 private:
  /// How far a game was played, and where it left the book.
  struct Course {
    std::size_t plies = 0;                            ///< number of moves from the book
    game::Position position = {};                     ///< where it left the book, or ended
    std::optional<game::Move> played = std::nullopt;  ///< the move by which it left
    std::string line = {};  ///< the moves until then in UCI, each with a blank after it
    const openings::Opening* opening = nullptr;

    /// Begins another game. The position stays until the game has one.
    void begin();
  };

  void collect(const pgn::GameText& game) override;
  [[nodiscard]] GameEnd play(const pgn::GameText& game);
  /// For a game that is still in the book.
  template <class Position, class Move>
  void compare(const Position& position, const Move& move);
  void note_opening(chess::Key key);
  [[nodiscard]] GameNote note_of(const ReviewedGame& game) const;
  [[nodiscard]] GapVisit gap_of(const ReviewedGame& game) const;
  [[nodiscard]] std::optional<game::Color> player_of(const pgn::GameText& game) const;

  BookLookup book_;
  const ReviewSink& sink_;
  boost::unordered_flat_map<chess::Key, const openings::Opening*> openings_;
  /// The last bits of the keys in `openings_`. They show for most positions that these have no name.
  std::bitset<1 << 16> opening_keys_;
  Course course_;
  game::Position start_;
  ReviewedChunk reviewed_;
};

}  // namespace polyglot::builder
