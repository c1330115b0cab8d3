// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <polyglot/variants/book_code.hpp>
#include <polyglot/variants/notation.hpp>

#include "variants/helpers.hpp"

namespace polyglot::variants {
namespace {

using testing::position_of;
using testing::start_of;

struct Texts {
  const char* variant;
  const char* fen;
  const char* uci;
  const char* xboard;
  const char* san;
};

class VariantNotation : public ::testing::TestWithParam<Texts> {};

TEST_P(VariantNotation, WritesAndReadsAMove) {
  const Texts& texts = GetParam();
  const Position position = position_of(texts.variant, texts.fen);
  const std::optional<Move> move = move_from_uci(position, texts.uci);
  ASSERT_TRUE(move.has_value());
  EXPECT_EQ(to_uci(position, *move), texts.uci);
  EXPECT_EQ(to_xboard(position, *move), texts.xboard);
  EXPECT_EQ(to_san(position, *move), texts.san);
  EXPECT_EQ(move_from_xboard(position, texts.xboard), move);
  EXPECT_EQ(move_from_san(position, texts.san), move);
}

constexpr const char* kChessStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr const char* kCastling = "r3k2r/8/8/8/8/8/8/R3K2R[HEhe] w KQkq - 0 1";
constexpr const char* kChess960 = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1";
constexpr const char* kHouse = "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1";
constexpr const char* kShogi = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL[-] w 0 2";
constexpr const char* kLionOfChess = "4k3/8/8/3pp3/2L5/8/8/4K3 w - - 0 1";
constexpr const char* kLion = "6k5/12/12/12/12/12/12/4ppp5/4pNp5/4ppp5/12/6K5 w - 0 1";

INSTANTIATE_TEST_SUITE_P(
    Move, VariantNotation,
    ::testing::Values(
        Texts{"normal", kChessStart, "e2e4", "e2e4", "e4"},
        Texts{"normal", kChessStart, "g1f3", "g1f3", "Nf3"},
        Texts{"normal", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a7a8q", "a8=Q+"},
        Texts{"seirawan", kCastling, "e1g1", "e1g1", "O-O"},
        Texts{"seirawan", kCastling, "e1c1h", "e1c1h", "O-O-O/H"},
        Texts{"seirawan", kCastling, "h1e1e", "h1e1e", "O-O/Eh1"},
        Texts{"seirawan", kCastling, "a1a5h", "a1a5h", "Ra5/H"},
        Texts{"fischerandom", kChess960, "e1g1", "O-O", "O-O"},
        Texts{"fischerandom", kChess960, "e1b1", "O-O-O", "O-O-O"},
        Texts{"crazyhouse", kHouse, "P@e5", "P@e5", "P@e5"},
        Texts{"crazyhouse", kHouse, "N@f6", "N@f6", "N@f6+"},
        Texts{"shogi", kShogi, "b2h8+", "b2h8+", "Bxh8+"}, Texts{"shogi", kShogi, "b2h8", "b2h8=", "Bxh8="},
        Texts{"xiangqi", "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w 0 1", "h3h10", "h2h9",
              "Cxh10"},
        Texts{"grand", "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R[-] w - 0 1", "j3j5",
              "j2j4", "j5"},
        Texts{"chu", kLion, "f4g3,g3g2", "f4g3,g3g2", "Nxg3-g2"}, Texts{"chu", kLion, "f4h4", "f4h4", "Nh4"},
        Texts{"lion", kLionOfChess, "c4d5,d5e4", "c4d5,d5e4", "Lxd5-e4"},
        Texts{"lion", kLionOfChess, "c4d5,d5e5", "c4d5,d5e5", "Lxd5-e5"},
        Texts{"lion", kLionOfChess, "c4d5,d5c4", "c4d5,d5c4", "Lxd5-c4"}));

TEST(VariantNotation, ReadsSquaresOfUsi) {
  const Position start = start_of("shogi");
  EXPECT_EQ(move_from_uci(start, "7g7f"), move_from_uci(start, "c3c4"));
  const Position bishops = position_of("shogi", kShogi);
  EXPECT_EQ(move_from_uci(bishops, "8h2b+"), move_from_uci(bishops, "b2h8+"));
  const Position hand = position_of("shogi", "4k4/9/9/9/9/9/9/9/4K4[P] w 0 1");
  EXPECT_EQ(move_from_uci(hand, "P*5e"), move_from_uci(hand, "P@e5"));
}

TEST(VariantNotation, ReadsCastlingInAllForms) {
  const Position position = position_of("seirawan", kCastling);
  const std::optional<Move> castling = move_from_uci(position, "e1g1");
  ASSERT_TRUE(castling.has_value());
  EXPECT_EQ(move_from_uci(position, "e1h1"), castling);
  EXPECT_EQ(move_from_xboard(position, "O-O"), castling);
  EXPECT_EQ(move_from_san(position, "0-0"), castling);
}

TEST(VariantNotation, ReadsLooseSan) {
  const Position position = start_of("normal");
  const std::optional<Move> knight = move_from_uci(position, "g1f3");
  for (const char* const text : {"Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "Nf3+", "Nf3!?"})
    EXPECT_EQ(move_from_san(position, text), knight) << text;
  EXPECT_EQ(move_from_san(position_of("crazyhouse", kHouse), "@e5"),
            move_from_uci(position_of("crazyhouse", kHouse), "P@e5"));
}

TEST(VariantNotation, ReadsLettersOfFairyStockfish) {
  const Position start = start_of("xiangqi");
  EXPECT_EQ(move_from_san(start, "Nc3"), move_from_san(start, "Hc3"));
  EXPECT_EQ(move_from_san(start, "Bce3"), move_from_uci(start, "c1e3"));
  EXPECT_TRUE(move_from_san(start, "Bce3").has_value());
}

TEST(VariantNotation, ReadsWhereALionComesFrom) {
  const Position position = position_of("chu", kLion);
  EXPECT_EQ(move_from_san(position, "Nf4xf5-f4"), move_from_san(position, "Nxf5-f4"));
  EXPECT_TRUE(move_from_san(position, "Nf4xf5-f4").has_value());
}

TEST(VariantNotation, TellsPromotionFromCheck) {
  const Position position = position_of("minishogi", "r1Sbk/1S2p/3g1/P1B2/KG2R[-] w 3 8");
  EXPECT_EQ(move_from_san(position, "Sd4++"), move_from_uci(position, "c5d4+"));
  EXPECT_EQ(move_from_san(position, "Sd4+"), move_from_uci(position, "c5d4+"));
  EXPECT_EQ(move_from_san(position, "Sd4=+"), move_from_uci(position, "c5d4"));
  EXPECT_EQ(move_from_san(position, "Sd4"), move_from_uci(position, "c5d4"));
}

TEST(VariantNotation, ReadsPromotionsDeclinedWhereThereAreNone) {
  const Position shogi =
      position_of("shogi", "ln1gk1sn1/3sr2bl/ppppppgpp/6p2/9/3PP4/PPP2PPPP/1B1G3RL/LNS1KGSN1[-] b 5 7");
  ASSERT_TRUE(move_from_xboard(shogi, "e8f8").has_value());
  EXPECT_EQ(move_from_xboard(shogi, "e8f8="), move_from_xboard(shogi, "e8f8"));
  EXPECT_EQ(move_from_uci(shogi, "e8f8="), move_from_uci(shogi, "e8f8"));
  // A pawn on the last rank has no choice, and in chess the sign means nothing.
  EXPECT_FALSE(move_from_xboard(position_of("shogi", "9/P7k/9/9/9/9/9/9/4K4[-] w 0 1"), "a8a9="));
  EXPECT_FALSE(move_from_uci(start_of("normal"), "e2e4="));
}

TEST(VariantNotation, RefusesWhatIsAmbiguousOrNoMove) {
  const Position knights = position_of("normal", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
  EXPECT_FALSE(move_from_san(knights, "Nd2").has_value());
  EXPECT_EQ(to_san(knights, *move_from_uci(knights, "b1d2")), "Nbd2");
  for (const char* const text : {"", "e2", "e2e5", "e2e4e5", "z1z2", "P@", "@", "e2e4,", "e2e4,e4e5"})
    EXPECT_FALSE(move_from_uci(start_of("normal"), text).has_value()) << text;
}

TEST(VariantBookCode, IsReadWithoutAPosition) {
  const auto text_of = [](const char* variant, int code) {
    return text_of_code(testing::variant_of(variant), static_cast<std::uint16_t>(code)).value_or("none");
  };
  EXPECT_EQ(text_of("normal", 796), "e2e4");
  EXPECT_EQ(text_of("crazyhouse", 37923), "P@d5");
  EXPECT_EQ(text_of("capablanca", 37032), "c7c8a");
  EXPECT_EQ(text_of("shogi", 58319), "i8i9+");
  EXPECT_EQ(text_of("xiangqi", 8006), "h9f9");
  EXPECT_EQ(text_of_code(testing::variant_of("xiangqi"), 8006, Notation::uci), "h10f10");
  EXPECT_EQ(book_code(testing::variant_of("xiangqi"), "h10f10", CodeStyle::game, Notation::uci), 8006);
  EXPECT_EQ(text_of("chu", 54320), "f8f9,f9f8");
  // Promotions of chu do not fit into 16 bits.
  EXPECT_EQ(text_of("chu", 0xa7ac), "i5i4+");
  EXPECT_EQ(text_of("chu", 36544), "a2a1+");
  EXPECT_EQ(text_of("chu", 47588), "e8e9+");
  EXPECT_EQ(text_of("normal", 65535), "none");
}

TEST(VariantBookCode, MeansTheUsualMoveFirst) {
  const Position gating = position_of("seirawan", kCastling);
  const std::vector<Move> moves = moves_of_code(gating, 32);  // a1a5
  ASSERT_EQ(moves.size(), 3U);
  EXPECT_EQ(to_uci(gating, moves.front()), "a1a5");
  // Castling as Polyglot's books have it.
  const std::vector<Move> castling = moves_of_code(gating, 263);
  ASSERT_FALSE(castling.empty());
  EXPECT_EQ(to_uci(gating, castling.front()), "e1g1");
}

}  // namespace
}  // namespace polyglot::variants
