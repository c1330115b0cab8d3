// SPDX-License-Identifier: MIT
#include "chess/helpers.hpp"
#include "support/testing.hpp"

namespace polyglot::chess {
namespace {

using testing::kWalkStarts;
using testing::position_of;
using testing::walk_randomly;

std::string again(std::string_view fen, FenStyle style = FenStyle::x_fen) {
  return position_of(fen).to_fen(style);
}

TEST(Fen, OfTheStartPosition) {
  EXPECT_EQ(Position().to_fen(), kStartFen);
  EXPECT_EQ(Position().to_fen(FenStyle::shredder),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
}

TEST(Fen, ComesBackUnchangedFromRandomGames) {
  for (const auto fen : kWalkStarts) {
    walk_randomly(position_of(fen), 10, 150, 4, [](const Position& position) {
      ASSERT_EQ(again(position.to_fen()), position.to_fen());
      const std::string shredder = position.to_fen(FenStyle::shredder);
      ASSERT_EQ(again(shredder, FenStyle::shredder), shredder);
    });
  }
}

TEST(Fen, IsCorrectedWhereItContradictsItself) {
  constexpr std::pair<std::string_view, std::string_view> kCorrected[] = {
      // Counters may be missing, and odd ones become usable.
      {"4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 7", "4k3/8/8/8/8/8/8/4K3 w - - 7 1"},
      {"4k3/8/8/8/8/8/8/4K3 w - - -3 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
      {"4k3/8/8/8/8/8/8/4K3 w - - - x", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 -99999999999999999999",
       "4k3/8/8/8/8/8/8/4K3 w - - 99999 1"},
      // Blanks around and between fields
      {"  4k3/8/8/8/8/8/8/4K3\t w  - -  0 1\r\n", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
      // An en passant square is kept only where a pawn stands beside the pushed one.
      {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
       "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
      {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"},
      // An en passant square that no double step explains is dropped.
      {"4k3/8/8/8/3p4/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3p4/8/8/4K3 b - - 0 1"},
      {"4k3/8/8/8/3pP3/8/8/4K3 b - e6 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1"},
      {"4k3/8/8/8/3pP3/8/4B3/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/4B3/4K3 b - - 0 1"},
      {"4k3/8/8/8/3pP3/4N3/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/4N3/8/4K3 b - - 0 1"},
      // Castling rights that the pieces contradict are dropped.
      {"4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
      {"r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1", "r3k2r/8/8/8/8/8/4K3/R6R w kq - 0 1"},
      {"4k3/8/8/8/8/8/8/K6R w K - 0 1", "4k3/8/8/8/8/8/8/K6R w - - 0 1"},
      {"4k3/8/8/8/8/8/8/4K2r w H - 0 1", "4k3/8/8/8/8/8/8/4K2r w - - 0 1"},
      // An inner rook is named by its file.
      {"4k3/8/8/8/8/8/8/RR2K1RR w GBq - 0 1", "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1"}};
  for (const auto& [fen, corrected] : kCorrected) EXPECT_EQ(again(fen), corrected) << fen;
}

TEST(Fen, ReadsXFenAndShredderCastlingAlike) {
  const Position x_fen = position_of("4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1");
  const Position shredder = position_of("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1");
  EXPECT_EQ(x_fen.key(), shredder.key());
  EXPECT_EQ(x_fen.castling_rook(Color::white, CastlingSide::king_side), Square(6, 0));
  EXPECT_EQ(x_fen.castling_rook(Color::white, CastlingSide::queen_side), Square(1, 0));
  EXPECT_EQ(again("4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1", FenStyle::shredder),
            "4k3/8/8/8/8/8/8/RR2K1RR w HA - 0 1");
}

TEST(Fen, SaysWhatIsWrong) {
  constexpr std::pair<std::string_view, const char*> kComplaints[] = {
      // Wrong numbers of pieces
      {"8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"},
      {"4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king"},
      {"4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has 2 kings"},
      {"4k3/8/8/8/8/PPPPPPPP/P7/4K3 w - - 0 1", "more than 8 pawns"},
      {"4k3/8/8/8/8/QQQQQQQQ/QQQQQQQQ/4K3 w - - 0 1", "more than 16 pieces"},
      // Pawns where none can stand, and a king that could be taken
      {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "first or last rank"},
      {"4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "first or last rank"},
      {"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "Black is in check but White is to move"},
      {"8/8/8/8/8/8/4k3/4K3 w - - 0 1", "in check"},
      // The place in the placement
      {"4k3/8/8/9/8/8/8/4K3 w - - 0 1", "column 9: '9'"},
      {"4k3/8/8/7/8/8/8/4K3 w - - 0 1", "column 10: rank 5 has 7 squares"},
      {"4k4/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8 has more than 8 squares"},
      {"4k3/8/8/8/8/8/4K3 w - - 0 1", "there are 7 ranks"},
      {"4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", "more than 8 ranks"},
      {"4k3/8/8/8/8/8/8/4K2\x01 w - - 0 1", "byte 0x01"},
      // The other fields
      {"", "'piece placement' is missing"},
      {"4k3/8/8/8/8/8/8/4K3 w", "'castling' is missing"},
      {"4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move, column 21"},
      {"4k3/8/8/8/8/8/8/4K3 w KX - 0 1", "castling, column 24: 'X'"},
      {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant, column 25"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves", "after the sixth field"}};
  for (const auto& [fen, message] : kComplaints) {
    const auto position = Position::from_fen(fen);
    EXPECT_FALSE(position) << fen;
    EXPECT_THAT(position.error().to_string(), HasSubstr(message)) << fen;
  }
}

}  // namespace
}  // namespace polyglot::chess
