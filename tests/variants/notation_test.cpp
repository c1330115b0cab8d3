// SPDX-License-Identifier: MIT
#include <polyglot/chess/zobrist.hpp>
#include <polyglot/variants/book_code.hpp>
#include <polyglot/variants/notation.hpp>

#include "support/testing.hpp"
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
  const Move castling = move_from_uci(position, "e1g1").value();
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

// Source: python-chess 1.11 and Lichess write a promoted piece as any other of its kind.
TEST(VariantNotation, WritesPromotedPiecesAsOthersDo) {
  const Position position = position_of("crazyhouse", "r4bk1/p7/8/8/8/8/8/4KQ~2[] w - - 0 1");
  const Move capture = move_from_uci(position, "f1f8").value();
  EXPECT_EQ(to_san(position, capture), "Qxf8+");
  for (const char* const text : {"Qxf8+", "Qxf8", "Qf8", "Q1xf8", "Q~xf8", "Q~f1xf8+"})
    EXPECT_EQ(move_from_san(position, text), capture) << text;
}

TEST(VariantNotation, TellsPromotedPiecesFromOthersOfTheirKindByTheirSquare) {
  const Position position = position_of("crazyhouse", "5b2/8/1k6/8/Q7/8/4K3/5Q~2[] w - - 0 1");
  const Move promoted = move_from_uci(position, "f1f4").value();
  const Move queen = move_from_uci(position, "a4f4").value();
  EXPECT_EQ(to_san(position, promoted), "Qff4");
  EXPECT_EQ(to_san(position, queen), "Qaf4");
  EXPECT_EQ(move_from_san(position, "Qff4"), promoted);
  EXPECT_EQ(move_from_san(position, "Qaf4"), queen);
  EXPECT_EQ(move_from_san(position, "Qf4"), std::nullopt);
  EXPECT_EQ(move_from_san(position, "Q~f4"), promoted);
}

// Source: pychess and Fairy-Stockfish name the square of the gated piece whenever a game castles.
TEST(VariantNotation, ReadsThePieceGatedOnTheSquareOfTheKing) {
  const Position position = position_of("seirawan", kCastling);
  EXPECT_EQ(move_from_san(position, "O-O/Ee1"), move_from_uci(position, "e1g1e").value());
  EXPECT_EQ(move_from_san(position, "O-O-O/He1"), move_from_uci(position, "e1c1h").value());
  EXPECT_EQ(move_from_san(position, "O-O/Eh1"), move_from_uci(position, "h1e1e").value());
  EXPECT_EQ(move_from_san(position, "O-O-O/Ha1"), move_from_uci(position, "a1e1h").value());
  EXPECT_EQ(move_from_san(position, "O-O/Ef1"), std::nullopt);
}

TEST(VariantNotation, ReadsLettersOfFairyStockfish) {
  const Position start = start_of("xiangqi");
  EXPECT_EQ(move_from_san(start, "Nc3"), move_from_san(start, "Hc3"));
  EXPECT_EQ(move_from_san(start, "Bce3"), move_from_uci(start, "c1e3").value());
}

TEST(VariantNotation, ReadsWhereALionComesFrom) {
  const Position position = position_of("chu", kLion);
  EXPECT_EQ(move_from_san(position, "Nf4xf5-f4"), move_from_san(position, "Nxf5-f4").value());
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
  EXPECT_EQ(move_from_xboard(shogi, "e8f8="), move_from_xboard(shogi, "e8f8").value());
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

/// The king's own way to castle may be a move of his: that comes first.
TEST(VariantBookCode, MeansAMoveBeforeACastlingThatIsWrittenLikeIt) {
  const Position position = position_of("fischerandom", "4k3/8/8/8/8/8/8/5K1R w H - 0 1");
  for (const char* const text : {"f1g1", "f1f2"}) {
    const Move king = move_from_uci(position, text).value();
    ASSERT_NE(king.kind, MoveKind::castling);
    EXPECT_EQ(moves_of_code(position, book_code(position, king)).front(), king) << text;
  }
  const Move castling = move_from_uci(position, "f1h1").value();
  ASSERT_EQ(castling.kind, MoveKind::castling);
  EXPECT_EQ(moves_of_code(position, book_code(position, castling)).front(), castling);
}

/// Source: docs/variant-books.md, "Moves": 2 * S * S + from * S + first + 8 * second, steps clockwise from
/// White's north, 64 squares.
TEST(VariantBookCode, HasBothStepsOfALionInTheirOrder) {
  const Position position = position_of("lion", kLionOfChess);
  const auto code = [&](const char* text) {
    return book_code(position, move_from_uci(position, text).value(), CodeStyle::editor);
  };
  constexpr unsigned kFrom = 26;  // c4
  EXPECT_EQ(code("c4d5,d5e4"), 2 * 64 * 64 + kFrom * 64 + 1 + 8 * 3) << "north-east, then south-east";
  EXPECT_EQ(code("c4d5,d5e5"), 2 * 64 * 64 + kFrom * 64 + 1 + 8 * 2) << "north-east, then east";
}

/// Source: docs/variant-books.md, "Keys": piece n of the list stands on square 64 + 8 + n if it is White's,
/// on 64 + 8 - 1 - n if it is Black's, each as often as it is held.
TEST(VariantBookKey, HasPiecesInHandOnSquaresBehindTheBoard) {
  const auto key = [](const char* hand) {
    return position_of("crazyhouse", std::string("4k3/8/8/8/8/8/8/4K3[") + hand + "] w - - 0 1").key();
  };
  // Men are numbered from 0, Black's before White's of a kind; squares 64 to 127 turn a number by 8.
  const auto number = [](std::size_t man, std::size_t square) {
    return std::rotl(chess::kZobristNumbers[64 * man + square % 64], 8);
  };
  constexpr std::size_t kWhiteKnight = 3;
  constexpr std::size_t kBlackKnight = 2;
  constexpr std::size_t kWhiteQueen = 9;
  EXPECT_EQ(key("N") - key(""), number(kWhiteKnight, 64 + 8 + 1));
  EXPECT_EQ(key("NN") - key(""), 2 * number(kWhiteKnight, 64 + 8 + 1));
  EXPECT_EQ(key("n") - key(""), number(kBlackKnight, 64 + 8 - 1 - 1));
  EXPECT_EQ(key("Q") - key(""), number(kWhiteQueen, 64 + 8 + 4));
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
