// SPDX-License-Identifier: MIT
#include <string>

#include <gtest/gtest.h>

#include <polyglot/book/book_source.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/chess/position.hpp>

#include "builder/game_reviewer.hpp"

namespace polyglot::builder::test {
namespace {

/// A book that has e2e4 and Ke1-e2 wherever they are legal, except in positions of Chess960 and after move 2.
/// It counts its lookups.
class TwoMoves final : public book::BookSource {
 public:
  [[nodiscard]] book::BookFormat format() const noexcept override { return book::BookFormat::polyglot; }
  [[nodiscard]] book::BookMoves find(const game::Position& position) const override {
    ++lookups;
    book::BookMoves found;
    const chess::Position& board = *position.chess();
    if (board.needs_chess960() || board.fullmove_number() > 2) return found;
    for (const char* const text : {"e2e4", "e1e2"})
      if (const auto move = chess::move_from_uci(board, text))
        found.moves.push_back({.move = *move, .weight = 1});
    return found;
  }
  [[nodiscard]] std::uint64_t size() const override { return 1; }
  [[nodiscard]] const std::string& path() const override { return path_; }

  mutable int lookups = 0;

 private:
  std::string path_ = "two.bin";
};

chess::Move move_in(const chess::Position& position, const char* text) {
  return chess::move_from_uci(position, text).value();
}

TEST(BookLookup, RemembersTheMoveAndThePositionOfEachFind) {
  const TwoMoves book;
  BookLookup lookup(book, false);
  const chess::Position start;
  const chess::Position later = chess::Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 9").value();
  for (int round = 0; round < 2; ++round) {
    EXPECT_TRUE(lookup.has(start, move_in(start, "e2e4")));
    EXPECT_FALSE(lookup.has(start, move_in(start, "d2d4")));
    EXPECT_FALSE(lookup.has(later, move_in(later, "e2e4")));
    EXPECT_EQ(lookup.find(start).size(), 1U);
    EXPECT_TRUE(lookup.find(later).empty());
  }
  EXPECT_EQ(book.lookups, 3);  // the start: for its move, and because a game left the book there
}

/// Both positions have the same key, because keys do not say which rook may castle.
TEST(BookLookup, TellsApartPositionsOfChess960WithTheSameKey) {
  const TwoMoves book;
  BookLookup lookup(book, false);
  const chess::Position usual = chess::Position::from_fen("4k3/8/8/8/8/8/8/RR2K3 w A - 0 1").value();
  const chess::Position inner = chess::Position::from_fen("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1").value();
  ASSERT_EQ(usual.key(), inner.key());
  EXPECT_TRUE(lookup.has(usual, move_in(usual, "e1e2")));
  EXPECT_FALSE(lookup.has(inner, move_in(inner, "e1e2")));
  EXPECT_TRUE(lookup.has(usual, move_in(usual, "e1e2")));
}

TEST(BookLookup, FollowsMovesToPositionsOfABookOfOneSide) {
  const TwoMoves book;
  const chess::Position black = chess::Position::from_fen("4k3/8/8/8/8/8/8/4K2R b K - 0 1").value();
  const chess::Move move = move_in(black, "e8e7");
  BookLookup lookup(book, true);
  EXPECT_TRUE(lookup.has(black, move));
  EXPECT_TRUE(lookup.has(black, move));
  EXPECT_EQ(book.lookups, 2);  // the position, and the one after the move
  EXPECT_FALSE(BookLookup(book, false).has(black, move));
}

}  // namespace
}  // namespace polyglot::builder::test
