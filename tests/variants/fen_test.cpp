// SPDX-License-Identifier: MIT
#include <polyglot/variants/position.hpp>

#include "support/testing.hpp"
#include "variants/helpers.hpp"

namespace polyglot::variants {
namespace {

using testing::position_of;
using testing::start_of;
using testing::variant_of;

TEST(VariantFen, ReadsWhatFairyStockfishWrites) {
  const std::pair<const char*, const char*> starts[] = {
      {"crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"},
      {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1"},
      {"xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"},
      {"seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[EHeh] w KQABCDEFGHkqabcdefgh - 0 1"},
      {"grand", "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1"}};
  for (const auto& [variant, fen] : starts) {
    EXPECT_EQ(position_of(variant, fen).key(), start_of(variant).key()) << fen;
    EXPECT_EQ(position_of(variant, fen).to_fen(), start_of(variant).to_fen());
  }
}

TEST(VariantFen, HasTheLettersOfItsVariant) {
  using ::testing::ElementsAre;
  using ::testing::IsEmpty;
  const FenLetters crazyhouse = fen_letters(variant_of("crazyhouse"));
  EXPECT_THAT(crazyhouse.pieces, ElementsAre("P", "N", "B", "R", "Q", "K", "N~", "B~", "R~", "Q~"));
  EXPECT_THAT(crazyhouse.held, ElementsAre("P", "N", "B", "R", "Q"));
  EXPECT_EQ(crazyhouse.castling, CastlingLetters::sides);
  EXPECT_THAT(fen_letters(variant_of("shatranj")).held, IsEmpty());
  EXPECT_EQ(fen_letters(variant_of("shatranj")).castling, CastlingLetters::none);
  for (const char* const with_files : {"caparandom", "seirawan"})
    EXPECT_EQ(fen_letters(variant_of(with_files)).castling, CastlingLetters::files) << with_files;
}

TEST(VariantFen, WritesWhatFairyStockfishReads) {
  EXPECT_EQ(start_of("xiangqi").to_fen(FenStyle::uci),
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1");
  EXPECT_EQ(start_of("3check").to_fen(FenStyle::uci),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1");
  EXPECT_EQ(start_of("crazyhouse").to_fen(FenStyle::uci),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1");
}

TEST(VariantFen, ReadsLichess) {
  const std::string board = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR";
  EXPECT_EQ(position_of("3check", board + " w KQkq - 0 2 +1+0").to_fen(FenStyle::uci),
            board + " w KQkq - 2+3 0 2");
  EXPECT_EQ(position_of("crazyhouse", "r2k4/8/8/8/8/8/8/4K3/Qpp w - - 0 1").to_fen(),
            "r2k4/8/8/8/8/8/8/4K3[Qpp] w - - 0 1");
}

TEST(VariantFen, ReadsSfen) {
  // Sente, who moves first, is called black there.
  EXPECT_EQ(position_of("shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1").key(),
            start_of("shogi").key());
  EXPECT_EQ(position_of("shogi", "4k4/9/9/9/9/9/9/9/4K4 w 2Pb 1").to_fen(),
            "4k4/9/9/9/9/9/9/9/4K4[PPb] b 0 1");
}

TEST(VariantFen, ReadsSfenWithoutANumber) {
  const std::string board = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
  EXPECT_EQ(position_of("shogi", board + " b -").side_to_move(), Color::white);
  EXPECT_EQ(position_of("shogi", board + " w -").side_to_move(), Color::black);
}

TEST(VariantFen, OfCrazyhouseWithoutHoldingsAndNumbersIsNoSfen) {
  const Position position = position_of("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
  EXPECT_EQ(position.side_to_move(), Color::white);
  EXPECT_EQ(position.key(), start_of("crazyhouse").key());
}

TEST(VariantFen, TheSquareOfAKingIsNoCastlingRight) {
  const std::string board = "5k4/10/10/10/10/10/10/5K3R w ";
  EXPECT_EQ(position_of("caparandom", board + "F - 0 1").key(),
            position_of("caparandom", board + "- - 0 1").key());
  EXPECT_NE(position_of("caparandom", board + "J - 0 1").key(),
            position_of("caparandom", board + "- - 0 1").key());
}

TEST(VariantFen, PiecesMissingFromAGrandBoardCanBePromotedTo) {
  const Position position = position_of("grand", "4k5/10/P9/10/10/10/10/10/4K5/10 w - - 0 1");
  EXPECT_EQ(position.held(Color::white, Kind{4}), 1);
  // Queen, chancellor, archbishop, rook, bishop, knight, or no promotion yet; and five moves of the king.
  EXPECT_EQ(position.legal_moves().size(), 7U + 8U);
}

TEST(VariantFen, SaysWhatIsWrong) {
  struct Wrong {
    const char* variant;
    std::string fen;
    std::string message;
  };
  const Wrong wrong_fens[] = {
      {"shogi", "9/9 w - 1", "the board has 2 ranks, not 9"},
      {"normal", "8/8/8/8/8/8/8/9 w - - 0 1", "rank 1 has not 8 squares"},
      {"normal", "8/8/8/8/8/8/8/x7 w - - 0 1", "there is no piece \"x\""},
      {"normal", "8/8/8/8/8/8/8/\u00e47 w - - 0 1", "there is no piece \"\u00e4\""},
      {"crazyhouse", "8/8/8/8/8/8/8/8[" + std::string(100, 'K') + "] w - - 0 1",
       "cannot be in hand: \"" + std::string(60, 'K') + "...\""},
      {"normal", "8/8/8/8/8/8/8/8 x - - 0 1", "the side to move is w or b, not \"x\""},
      {"normal", "8/8/8/8/8/8/8/8", "a FEN has a board and a side to move"},
      {"crazyhouse", "8/8/8/8/8/8/8/8[K] w - - 0 1", "cannot be in hand: \"K\""},
      {"crazyhouse", "8/8/8/8/8/8/8/8[300P] w - - 0 1", "no number of pieces in hand: \"P\""},
      {"crazyhouse", "8/8/8/8/8/8/8/8[P w - - 0 1",
       "the bracket of the holdings is not closed in \"8/8/8/8/8/8/8/8[P\""},
      {"normal", "8/8/8/8/8/8/8/8 w KZ - 0 1", "neither a square nor castling rights: \"KZ\""}};
  for (const auto& [variant, fen, message] : wrong_fens)
    EXPECT_EQ(Position::from_fen(variant_of(variant), fen).error().what, message) << fen;
}

}  // namespace
}  // namespace polyglot::variants
