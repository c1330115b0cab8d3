// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <polyglot/game/notation.hpp>
#include <polyglot/game/rules.hpp>

namespace polyglot::game {
namespace {

constexpr auto kKingToDestination = CastlingNotation::king_to_destination;
constexpr auto kTakesRook = CastlingNotation::king_takes_rook;

TEST(Rules, AreFoundByEveryName) {
  for (const char* const name : {"normal", "chess", "standard", "From Position", "fischerandom", "Chess960"})
    EXPECT_TRUE(Rules::find(name).value().is_chess()) << name;
  EXPECT_EQ(Rules::find("threeCheck").value().name(), "3check");
  EXPECT_EQ(Rules::find("King of the Hill").value().name(), "kingofthehill");
  EXPECT_EQ(Rules::find("unheard-of").error().what, "there is no variant \"unheard-of\"");
}

TEST(Rules, OfAUserAreFoundInHisCatalogue) {
  variants::Catalogue catalogue = variants::Catalogue::builtin();
  ASSERT_TRUE(
      catalogue.add("[mine]\nlike = crazyhouse\nstart = 4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1\n", "mine.ini"));
  const Rules rules = Rules::find("mine", &catalogue).value();
  EXPECT_EQ(rules.start().legal_moves().size(), 5U + 62U);
}

TEST(Position, IsOfChessUnlessAVariantIsNamed) {
  const Position start;
  ASSERT_NE(start.chess(), nullptr);
  EXPECT_EQ(start.variant(), nullptr);
  EXPECT_EQ(start.key(), chess::Position().key());
  EXPECT_EQ(start.to_fen(), chess::kStartFen);
  EXPECT_EQ(start.legal_moves().size(), 20U);
}

TEST(Position, OfAVariantHasAKeyOfItsOwn) {
  const Rules rules = Rules::find("crazyhouse").value();
  const Position start = rules.start();
  ASSERT_NE(start.variant(), nullptr);
  EXPECT_EQ(start.key(), start.variant()->key());
  EXPECT_NE(start.key(), Position().key());
  EXPECT_EQ(start.to_fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[-] w KQkq - 0 1");
}

struct Texts {
  const char* variant;
  const char* fen;
  const char* uci;
  const char* xboard;
  const char* san;
};

/// Every notation of a move is written, and read as that move.
TEST(Notation, IsThatOfTheGame) {
  constexpr Texts kTexts[] = {
      {"normal", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "e1g1", "O-O"},
      {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "Q@e7", "Q@e7", "Q@e7+"},
      {"xiangqi", "4k4/9/9/9/9/9/9/9/8R/3K5 w 0 1", "i2i10", "i1i9", "Ri10+"},
      {"seirawan", "4k3/8/8/8/8/8/8/R3K2R[H] w KQ - 0 1", "e1g1h", "e1g1h", "O-O/H"},
  };
  for (const auto& [variant, fen, uci, xboard, san] : kTexts) {
    const Rules rules = Rules::find(variant).value();
    const Position position = rules.read_fen(fen).value();
    const auto move = move_from_uci(position, uci);
    ASSERT_TRUE(move) << variant << " " << uci;
    EXPECT_EQ(to_uci(position, *move, kKingToDestination), uci);
    EXPECT_EQ(to_xboard(position, *move, kKingToDestination), xboard);
    EXPECT_EQ(to_san(position, *move), san);
    EXPECT_EQ(move_from_xboard(position, xboard), move);
    EXPECT_EQ(move_from_san(position, san), move);
    EXPECT_EQ(move_from_text(position, san), move);
  }
}

TEST(Notation, CountsTenRanksFromZeroInSanOfXBoard) {
  const auto san = [](const char* variant, const char* fen, const char* uci) {
    const Rules rules = Rules::find(variant).value();
    const Position position = rules.read_fen(fen).value();
    const Move move = move_from_uci(position, uci).value();
    EXPECT_EQ(move_from_text(position, to_xboard_san(position, move)), move) << uci;
    return to_xboard_san(position, move);
  };
  constexpr const char* kXiangqi = "4k4/9/9/9/9/9/9/9/R7R/3K5 w 0 1";
  EXPECT_EQ(san("xiangqi", kXiangqi, "i2i10"), "Ri9+");
  EXPECT_EQ(san("xiangqi", kXiangqi, "i2i1"), "Ri0");
  EXPECT_EQ(san("xiangqi", kXiangqi, "i2i5"), "Ri4");
  EXPECT_EQ(san("normal", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h2"), "Rh2");
  EXPECT_EQ(san("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "Q@e7"), "Q@e7+");
}

TEST(Notation, LetsTheKingTakeHisRookWhereItIsAskedTo) {
  const Position chess = Rules().read_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").value();
  const Move castling = move_from_uci(chess, "e1g1").value();
  EXPECT_EQ(to_uci(chess, castling, kTakesRook), "e1h1");
  EXPECT_EQ(to_xboard(chess, castling, kTakesRook), "O-O");
  const Rules rules = Rules::find("crazyhouse").value();
  const Position variant = rules.read_fen("4k3/8/8/8/8/8/8/4K2R[-] w K - 0 1").value();
  EXPECT_EQ(to_uci(variant, move_from_uci(variant, "e1g1").value(), kTakesRook), "e1h1");
}

TEST(Outcome, IsThatOfTheRules) {
  const auto outcome = [](const char* variant, const char* fen) {
    const Rules rules = Rules::find(variant).value();
    return rules.read_fen(fen).value().outcome();
  };
  const auto is = [](Ending ending, std::optional<Color> winner) {
    return testing::AllOf(testing::Field(&Outcome::ending, ending), testing::Field(&Outcome::winner, winner));
  };
  constexpr const char* kStalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
  EXPECT_THAT(outcome("normal", kStalemate), is(Ending::stalemate, std::nullopt));
  EXPECT_THAT(outcome("normal", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), is(Ending::checkmate, Color::white));
  EXPECT_THAT(outcome("normal", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
              is(Ending::insufficient_material, std::nullopt));
  EXPECT_THAT(outcome("shatranj", "k7/2R5/1R6/8/8/7p/7P/4K3 b 0 1"), is(Ending::stalemate, Color::white));
  EXPECT_THAT(outcome("crazyhouse", "4k3/8/8/8/8/8/8/4K3[-] w - - 0 90"), is(Ending::none, std::nullopt));
}

}  // namespace
}  // namespace polyglot::game
