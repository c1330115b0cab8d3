// SPDX-License-Identifier: MIT
#include <set>

#include <polyglot/chess/position.hpp>

#include "chess/helpers.hpp"
#include "support/testing.hpp"

namespace polyglot::chess {
namespace {

using testing::after;
using testing::position_of;

TEST(Castling, IsAllowedAndRefusedByItsRules) {
  struct Castle {
    const char* fen;
    const char* move;
    bool is_legal;
  };
  constexpr Castle kCastles[] = {
      // Not out of, through or into check: the rook may be attacked, and only the rook passes b1.
      {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", true},
      {"4k3/4r3/8/8/8/8/8/4K2R w K - 0 1", "e1h1", false},
      {"4k3/5r2/8/8/8/8/8/4K2R w K - 0 1", "e1h1", false},
      {"4k3/6r1/8/8/8/8/8/4K2R w K - 0 1", "e1h1", false},
      {"4k3/7r/8/8/8/8/8/4K2R w K - 0 1", "e1h1", true},
      {"4k3/1r6/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", true},
      // Not through pieces; from e1 with a rook on b1, the king goes to c1.
      {"4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1a1", false},
      {"4k3/8/8/8/8/8/8/4K1NR w K - 0 1", "e1h1", false},
      {"4k3/8/8/8/8/8/8/1RN1K3 w B - 0 1", "e1b1", false},
      {"4k3/8/8/8/8/8/8/2RKN2R w H - 0 1", "d1h1", false},
      // The rook may have sheltered the king.
      {"4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "c1b1", false},
      {"4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", true},
      // The path of the king reaches beyond the rook.
      {"4k3/8/8/8/8/8/8/1KR3N1 w C - 0 1", "b1c1", false},
      {"4k3/3r4/8/8/8/8/8/1KR5 w C - 0 1", "b1c1", false},
      {"4k3/8/8/8/8/8/8/1KR5 w C - 0 1", "b1c1", true}};
  for (const auto& [fen, move, is_legal] : kCastles) {
    const auto found = move_from_uci(position_of(fen), move);
    EXPECT_EQ(found && found->kind() == MoveKind::castling, is_legal) << fen;
  }
}

TEST(Castling960, TheKingMayStayWhereHeIs) {
  const Position position = after(position_of("4k3/8/8/8/8/8/8/1RK5 w B - 0 1"), {"c1b1"});
  EXPECT_EQ(position.to_fen(), "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
}

TEST(Castling960, KingAndRookMayChangePlaces) {
  const Position position = after(position_of("4k3/8/8/8/8/8/8/5KR1 w G - 0 1"), {"f1g1"});
  EXPECT_EQ(position.to_fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
  EXPECT_EQ(position.key(), position_of(position.to_fen()).key());
}

TEST(Castling960, IsNeededOnlyWhereAPieceStartsElsewhere) {
  EXPECT_FALSE(Position().needs_chess960());
  EXPECT_FALSE(position_of("4k3/8/8/8/8/8/8/1RK5 w - - 0 1").needs_chess960());
  EXPECT_TRUE(position_of("4k3/8/8/8/8/8/8/1RK5 w B - 0 1").needs_chess960());
  EXPECT_TRUE(position_of("r2k3r/8/8/8/8/8/8/4K3 w kq - 0 1").needs_chess960());
  EXPECT_TRUE(position_of("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1").needs_chess960());
}

TEST(Castling, RightsGoWithKingAndRooks) {
  const char* fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  EXPECT_EQ(after(position_of(fen), {"e1e2"}).to_fen(), "r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 1");
  EXPECT_EQ(after(position_of(fen), {"h1g1"}).to_fen(), "r3k2r/8/8/8/8/8/8/R3K1R1 b Qkq - 1 1");
  EXPECT_EQ(after(position_of(fen), {"h1h8"}).to_fen(), "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1");
  EXPECT_EQ(after(position_of(fen), {"e1g1"}).to_fen(), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
}

std::string back_rank(int number) {
  const std::string fen = chess960_start(number).to_fen();
  return fen.substr(0, fen.find('/'));
}

TEST(Chess960, PositionsHaveTheirNumbers) {
  EXPECT_EQ(back_rank(0), "bbqnnrkr");
  EXPECT_EQ(back_rank(1), "bqnbnrkr");
  EXPECT_EQ(back_rank(518), "rnbqkbnr");
  EXPECT_EQ(back_rank(959), "rkrnnqbb");
  EXPECT_EQ(chess960_start(518).to_fen(), kStartFen);
}

TEST(Chess960, AllPositionsDiffer) {
  std::set<std::string> ranks;
  for (int number = 0; number < kChess960Positions; ++number) ranks.insert(back_rank(number));
  EXPECT_EQ(ranks.size(), 960U);
}

TEST(Chess960, AnInnerRookThatMayCastleIsSeen) {
  const auto has_inner = [](const char* fen) { return has_inner_castling_rook(position_of(fen)); };
  EXPECT_TRUE(has_inner("1r2k1r1/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1"));
  EXPECT_FALSE(has_inner("1r2k1r1/8/8/8/8/8/8/RR2K1RR w HAgb - 0 1"));
  EXPECT_FALSE(has_inner("1r2k1r1/8/8/8/8/8/8/RR2K1RR w - - 0 1"));
  EXPECT_FALSE(has_inner("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"));
}

TEST(Chess960, KeysNameTheSideAndNotTheRook) {
  const auto key = [](const char* fen) { return position_of(fen).key(); };
  EXPECT_EQ(key("rr2k1rr/8/8/8/8/8/8/RR2K1RR w HAha - 0 1"), key("rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1"));
  EXPECT_NE(key("rr2k1rr/8/8/8/8/8/8/RR2K1RR w HAha - 0 1"), key("rr2k1rr/8/8/8/8/8/8/RR2K1RR w - - 0 1"));
}

}  // namespace
}  // namespace polyglot::chess
