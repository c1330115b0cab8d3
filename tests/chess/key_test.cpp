// SPDX-License-Identifier: MIT
#include "chess/helpers.hpp"
#include "support/testing.hpp"

namespace polyglot::chess {
namespace {

using testing::after;
using testing::kWalkStarts;
using testing::position_of;
using testing::walk_randomly;

struct PublishedKey {
  const char* fen;
  std::vector<std::string_view> moves;
  Key key;
};

// Source: docs/book-format.md, "Key".
const PublishedKey kPublished[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", {}, 0x463b96181691fc9c},
    {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", {"e2e4"}, 0x823c9b50fd114196},
    {"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", {"e2e4", "d7d5"}, 0x0756b94461c50fb0},
    {"rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2",
     {"e2e4", "d7d5", "e4e5"},
     0x662fafb965db29d4},
    {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
     {"e2e4", "d7d5", "e4e5", "f7f5"},
     0x22a48b5a8e47ff78},
    {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3",
     {"e2e4", "d7d5", "e4e5", "f7f5", "e1e2"},
     0x652a607ca3f242c1},
    {"rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4",
     {"e2e4", "d7d5", "e4e5", "f7f5", "e1e2", "e8f7"},
     0x00fdd303c946bdd9},
    {"rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
     {"a2a4", "b7b5", "h2h4", "b5b4", "c2c4"},
     0x3c8123ea7b067637},
    {"rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4",
     {"a2a4", "b7b5", "h2h4", "b5b4", "c2c4", "b4c3", "a1a3"},
     0x5c3f9b829b279560},
};

TEST(Key, OfAFenAndKeptThroughMovesIsAsPublished) {
  for (const PublishedKey& published : kPublished) {
    EXPECT_EQ(position_of(published.fen).key(), published.key) << published.fen;
    EXPECT_EQ(after(Position(), published.moves).key(), published.key) << published.fen;
  }
}

TEST(Key, KeptThroughRandomGamesIsThatOfTheFen) {
  for (const auto fen : kWalkStarts) {
    walk_randomly(position_of(fen), 20, 200, 3, [](const Position& position) {
      for (const auto style : {FenStyle::x_fen, FenStyle::shredder}) {
        const Position again = position_of(position.to_fen(style));
        ASSERT_EQ(again.key(), position.key()) << position.to_fen();
        ASSERT_EQ(again.repetition_key(), position.repetition_key()) << position.to_fen();
      }
    });
  }
}

TEST(Key, CountsEnPassantOnlyBesideAnEnemyPawn) {
  const Position alone = after(Position(), {"e2e4"});
  EXPECT_FALSE(alone.en_passant());
  const Position beside = after(Position(), {"e2e4", "a7a6", "e4e5", "d7d5"});
  EXPECT_EQ(beside.en_passant(), Square::from_string("d6"));
}

TEST(Key, DoesNotTakeTheOtherEdgeForTheNeighbourFile) {
  const Position position = position_of("4k3/8/8/7p/P7/8/8/4K3 b - a3 0 1");
  EXPECT_FALSE(position.en_passant());
  EXPECT_EQ(position.key(), position_of("4k3/8/8/7p/P7/8/8/4K3 b - - 0 1").key());
}

TEST(Key, CountsEnPassantByAPinnedPawnButRepetitionDoesNot) {
  const Position with = position_of("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1");
  const Position without = position_of("8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1");
  EXPECT_NE(with.key(), without.key());
  EXPECT_EQ(with.repetition_key(), without.repetition_key());
}

TEST(Key, LosesTheRightOfACapturedRook) {
  const Position position = after(position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), {"a1a8"});
  EXPECT_EQ(position.to_fen(), "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1");
  EXPECT_EQ(position.key(), position_of(position.to_fen()).key());
}

}  // namespace
}  // namespace polyglot::chess
