// SPDX-License-Identifier: MIT
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include <polyglot/book/book_source.hpp>
#include <polyglot/builder/review.hpp>
#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/game/position.hpp>

namespace polyglot::builder {

/// Spreads the bits of a move before they are mixed with the key of its position.
inline constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;

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

}  // namespace polyglot::builder
