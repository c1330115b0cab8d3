// SPDX-License-Identifier: MIT
#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/chess/position.hpp>

#include "builder/made_book.hpp"
#include "builder/review_tables.hpp"
#include "support/testing.hpp"

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

chess::Position position_of(const char* fen) {
  return chess::Position::from_fen(fen).value();
}

chess::Move move_in(const chess::Position& position, const char* text) {
  return chess::move_from_uci(position, text).value();
}

TEST(BookLookup, RemembersTheMoveAndThePositionOfEachFind) {
  const TwoMoves book;
  BookLookup lookup(book, false);
  const chess::Position start;
  const chess::Position later = position_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 9");
  for (int round = 0; round < 2; ++round) {
    EXPECT_TRUE(lookup.has(start, move_in(start, "e2e4")));
    EXPECT_FALSE(lookup.has(start, move_in(start, "d2d4")));
    EXPECT_FALSE(lookup.has(later, move_in(later, "e2e4")));
    EXPECT_EQ(lookup.find(start).size(), 1U);
    EXPECT_TRUE(lookup.find(later).empty());
  }
  EXPECT_EQ(book.lookups, 2);
}

/// Both positions have the same key, because keys do not say which rook may castle.
TEST(BookLookup, TellsApartPositionsOfChess960WithTheSameKey) {
  const TwoMoves book;
  BookLookup lookup(book, false);
  const chess::Position usual = position_of("4k3/8/8/8/8/8/8/RR2K3 w A - 0 1");
  const chess::Position inner = position_of("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1");
  ASSERT_EQ(usual.key(), inner.key());
  EXPECT_TRUE(lookup.has(usual, move_in(usual, "e1e2")));
  EXPECT_FALSE(lookup.has(inner, move_in(inner, "e1e2")));
  EXPECT_TRUE(lookup.has(usual, move_in(usual, "e1e2")));
}

/// A book has one record of castling, as king takes rook or as the king's move.
TEST(BookLookup, FindsMovesByTheirRecords) {
  const chess::Position position =
      position_of("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 0 5");
  for (const char* const written : {"e1h1", "e1g1"}) {
    const Folder folder;
    const std::uint16_t code = book::code_from_text(written).value();
    ASSERT_TRUE(
        book::write_bin_book(folder / "castles.bin", {{.key = position.key(), .move = code, .weight = 1}}));
    const auto book = book::BinBook::open(folder / "castles.bin").value();
    BookLookup lookup(*book, false);
    for (int round = 0; round < 2; ++round)
      for (const chess::Move move : position.legal_moves())
        EXPECT_EQ(lookup.has(position, move), move.kind() == chess::MoveKind::castling) << written;
  }
}

TEST(BookLookup, FollowsMovesToPositionsOfABookOfOneSide) {
  const TwoMoves book;
  const chess::Position black = position_of("4k3/8/8/8/8/8/8/4K2R b K - 0 1");
  const chess::Move move = move_in(black, "e8e7");
  BookLookup lookup(book, true);
  EXPECT_TRUE(lookup.has(black, move));
  EXPECT_TRUE(lookup.has(black, move));
  EXPECT_EQ(book.lookups, 2);  // the position, and the one after the move
  EXPECT_FALSE(BookLookup(book, false).has(black, move));
}

}  // namespace
}  // namespace polyglot::builder::test
