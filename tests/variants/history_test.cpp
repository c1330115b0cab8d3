// SPDX-License-Identifier: MIT
#include <polyglot/variants/history.hpp>
#include <polyglot/variants/notation.hpp>

#include "support/testing.hpp"
#include "variants/helpers.hpp"

namespace polyglot::variants {
namespace {

using testing::position_of;

/// How a game stands after the same moves were played some times.
Outcome after(const std::string& variant, const std::string& fen, const std::vector<std::string>& moves,
              int times) {
  Position position = position_of(variant, fen);
  std::vector<Occurrence> game{occurrence_of(position)};
  for (int i = 0; i < times; ++i) {
    for (const std::string& move : moves) {
      position.make(move_from_uci(position, move).value());
      game.push_back(occurrence_of(position));
    }
  }
  return history_outcome(position, game);
}

TEST(VariantHistory, IsJudgedByTheRulesOfTheVariant) {
  struct Repeated {
    const char* variant;
    const char* fen;
    std::vector<std::string> moves;
    int times;
    Ending ending;
    std::optional<Color> winner = std::nullopt;
  };
  const std::vector<std::string> rooks = {"a1b1", "a8b8", "b1a1", "b8a8"};
  const std::vector<std::string> checks = {"a1a8", "e8e7", "a8a1", "e7e8"};
  const std::vector<std::string> kings = {"e1d1", "e9d9", "d1e1", "d9e9"};
  const std::vector<std::string> blacks = {"f1e1", "f3e3", "e1f1", "e3f3"};
  constexpr const char* kTwoRooks = "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1";
  constexpr const char* kWithRights = "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1";
  constexpr const char* kShogi = "4k4/9/9/9/9/9/9/9/4K4[-] w 0 1";
  const Repeated games[] = {
      // A third occurrence draws.
      {"crazyhouse", kTwoRooks, rooks, 1, Ending::none},
      {"crazyhouse", kTwoRooks, rooks, 2, Ending::repetition},
      // Rights that are lost and checks that were given make another position.
      {"normal", kWithRights, rooks, 2, Ending::none},
      {"normal", kWithRights, rooks, 3, Ending::repetition},
      {"5check", "4k3/8/8/8/8/8/8/R3K3 w - - 5+5 0 1", checks, 2, Ending::none},
      {"normal", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", checks, 2, Ending::repetition},
      // Shogi is drawn at the fourth, and minishogi is lost by who began.
      {"shogi", kShogi, kings, 2, Ending::none},
      {"shogi", kShogi, kings, 3, Ending::repetition},
      {"minishogi",
       "4k/5/5/5/K4[-] w 0 1",
       {"a1b1", "e5d5", "b1a1", "d5e5"},
       3,
       Ending::repetition,
       Color::black},
      // A perpetual check loses in shogi.
      {"shogi",
       "4k4/9/9/9/9/9/9/3R5/4K4[-] w 0 1",
       {"d2e2", "e9d9", "e2d2", "d9e9"},
       3,
       Ending::perpetual_check,
       Color::black},
      // Black gives the checks here, and the position first occurs when it is White's turn.
      {"shogi", "3k5/9/9/9/9/9/5r3/9/5K3[-] w 0 1", blacks, 3, Ending::perpetual_check, Color::white},
      // In xiangqi a perpetual chase would lose as well, so Polyglot judges neither.
      {"xiangqi", "3k5/9/9/9/9/9/9/5r3/9/5K3 w - - 0 1", blacks, 3, Ending::none},
      // In chess it draws.
      {"normal", "4k3/8/8/8/8/8/3R4/7K w - - 0 1", {"d2e2", "e8d8", "e2d2", "d8e8"}, 2, Ending::repetition}};
  for (const auto& [variant, fen, moves, times, ending, winner] : games) {
    SCOPED_TRACE(std::string(variant) + " " + fen + " " + std::to_string(times));
    const Outcome outcome = after(variant, fen, moves, times);
    EXPECT_EQ(outcome.ending, ending);
    EXPECT_EQ(outcome.winner, winner);
  }
}

TEST(VariantHistory, QuietMovesDrawWhereThereIsALimit) {
  const auto quiet = [](const std::string& variant, const std::string& fen) {
    return history_outcome(position_of(variant, fen), {}).ending;
  };
  EXPECT_EQ(quiet("normal", "4k3/8/8/8/8/8/8/4K3 w - - 99 80"), Ending::none);
  EXPECT_EQ(quiet("normal", "4k3/8/8/8/8/8/8/4K3 w - - 100 80"), Ending::quiet_moves);
  EXPECT_EQ(quiet("shogi", "4k4/9/9/9/9/9/9/9/4K4[-] w 300 200"), Ending::none);
}

struct Judged {
  const char* name;
  const char* variant;
  const char* fen;
  Ending ending;
  std::optional<Color> winner;
};

class VariantEnding : public ::testing::TestWithParam<Judged> {};

TEST_P(VariantEnding, IsJudged) {
  const Outcome outcome = position_of(GetParam().variant, GetParam().fen).outcome();
  EXPECT_EQ(outcome.ending, GetParam().ending);
  EXPECT_EQ(outcome.winner, GetParam().winner);
}

constexpr auto kWhite = Color::white;
constexpr auto kBlack = Color::black;
constexpr const char* kStalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
constexpr const char* kMate = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";

INSTANTIATE_TEST_SUITE_P(
    Of, VariantEnding,
    ::testing::Values(
        Judged{"Mate", "normal", kMate, Ending::checkmate, kWhite},
        Judged{"Stalemate", "normal", kStalemate, Ending::stalemate, std::nullopt},
        Judged{"NoEnd", "normal", "7k/8/6K1/8/8/8/8/8 b - - 0 1", Ending::none, std::nullopt},
        Judged{"ShatranjStalemate", "shatranj", "7k/R7/6K1/8/8/8/p7/8 b 0 1", Ending::none, std::nullopt},
        Judged{"ShatranjBareKing", "shatranj", "7k/8/6K1/8/8/8/8/R6R b 0 1", Ending::variant_end, kWhite},
        Judged{"ShatranjBareKingMayAnswer", "shatranj", "8/8/8/8/8/8/1k6/R6K b 0 1", Ending::none,
               std::nullopt},
        Judged{"LosersMateWins", "losers", "5r1k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Ending::checkmate, kBlack},
        Judged{"LosersBareKingWins", "losers", "7k/8/6K1/8/8/8/8/R7 b - - 0 1", Ending::variant_end, kBlack},
        Judged{"AntichessNoPieces", "antichess", "8/8/8/8/8/8/8/K7 b - - 0 1", Ending::variant_end, kBlack},
        Judged{"AntichessStalemate", "antichess", "8/8/8/7p/7P/8/8/8 b - - 0 1", Ending::stalemate, kBlack},
        Judged{"SuicideStalemate", "suicide", "8/8/8/p6p/P6P/8/8/N7 b - - 0 1", Ending::stalemate, kBlack},
        Judged{"SuicideStalemateWithMore", "suicide", "8/8/p7/p6p/P6P/8/8/8 b - - 0 1", Ending::stalemate,
               kWhite},
        Judged{"KingOnTheHill", "kingofthehill", "7k/8/8/4K3/8/8/8/8 b - - 0 1", Ending::variant_end, kWhite},
        Judged{"ThirdCheck", "3check", "7k/8/8/8/8/8/8/K6R b - - 0+1 0 1", Ending::variant_end, kWhite},
        Judged{"AtomicKingGone", "atomic", "8/8/8/8/8/8/8/K7 b - - 0 1", Ending::variant_end, kWhite},
        Judged{"RaceMayBeAnswered", "racingkings", "6K1/k7/8/8/8/8/8/8 b - - 0 1", Ending::none,
               std::nullopt},
        Judged{"RaceIsWon", "racingkings", "6K1/8/k7/8/8/8/8/8 b - - 0 1", Ending::variant_end, kWhite},
        Judged{"RaceIsDrawn", "racingkings", "k5K1/8/8/8/8/8/8/8 w - - 0 1", Ending::variant_end,
               std::nullopt},
        Judged{"HordeIsGone", "horde", "7k/8/8/8/8/8/8/8 w - - 0 1", Ending::variant_end, kBlack},
        Judged{"XiangqiStalemate", "xiangqi", "3k5/R8/9/9/9/9/9/9/9/4K4 b 0 1", Ending::stalemate, kWhite},
        Judged{"XiangqiKingsSeeEachOther", "xiangqi", "3k5/9/9/9/9/9/9/3R5/9/4K4 b 0 1", Ending::checkmate,
               kWhite},
        Judged{"ShogiMate", "shogi", "4k4/4G4/4P4/9/9/9/9/9/4K4[-] b 0 1", Ending::checkmate, kWhite},
        Judged{"ChuKingGone", "chu", "12/12/12/12/12/12/12/12/12/12/12/6K5 b - 0 1", Ending::variant_end,
               kWhite},
        Judged{"SpartanOneKingMayBeTaken", "spartan", "k2k4/8/8/8/8/8/8/R3K3 b - - 0 1", Ending::none,
               std::nullopt}),
    [](const auto& named) { return std::string(named.param.name); });

TEST(VariantRules, WhoMatesByDroppingAPawnLosesInShogi) {
  // The pawn on i8 is protected by the gold general, and the king has nowhere to go.
  const Position position = position_of("shogi", "7lk/7n1/7G1/9/9/9/9/9/K8[PG] w 0 1");
  const auto outcome_of = [&](const char* move) {
    Position after = position;
    after.make(move_from_uci(position, move).value());
    return after.outcome();
  };
  EXPECT_EQ(outcome_of("P@i8").ending, Ending::checkmate);
  EXPECT_EQ(outcome_of("P@i8").winner, Color::black);
  EXPECT_EQ(outcome_of("G@i8").winner, Color::white);
  EXPECT_EQ(outcome_of("P@a8").ending, Ending::none);
}

TEST(VariantRules, SpartanKingsMayNotBothStayAttacked) {
  // With two kings in check one has to leave; with one king in check anything goes.
  const Position both = position_of("spartan", "k6R/8/8/k7/8/8/7h/R3K3 b - - 0 1");
  EXPECT_FALSE(move_from_uci(both, "h2g1l").has_value());
  EXPECT_TRUE(move_from_uci(both, "a5b5").has_value());
  const Position one = position_of("spartan", "7k/8/8/k7/8/8/7h/R3K3 b - - 0 1");
  EXPECT_TRUE(move_from_uci(one, "h2g1l").has_value());
  // A hoplite becomes a king only when there is one left.
  EXPECT_FALSE(move_from_uci(one, "h2g1k").has_value());
  EXPECT_TRUE(move_from_uci(position_of("spartan", "7k/8/8/8/8/8/7h/R3K3 b - - 0 1"), "h2g1k").has_value());
}

TEST(VariantRules, AKingThatWasTakenDoesNotCastle) {
  // In giveaway a king may be taken and another one may come to his square; the rights stay in XBoard's FEN.
  Position position = position_of("giveaway", "4r3/6p1/8/8/8/8/3K4/R3K2R b KQ - 0 1");
  for (const char* const move : {"e8e1", "d2e1", "g7g6"})
    position.make(move_from_uci(position, move).value());
  EXPECT_EQ(position.to_fen(), "8/8/6p1/8/8/8/8/R3K2R w KQ - 0 3");
  EXPECT_TRUE(move_from_uci(position, "e1d1").has_value());
  EXPECT_FALSE(move_from_uci(position, "e1c1").has_value());
}

TEST(VariantRules, BerolinaPawnsAreTakenBesideTheirWay) {
  // d2f4 passes e3, where the pawn on e4 can take it.
  Position position = position_of("berolina", "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1");
  for (const char* const move : {"d2f4", "e4e3"}) position.make(move_from_uci(position, move).value());
  EXPECT_EQ(position.to_fen(), "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2");
}

TEST(VariantRules, ACylinderHasNoEdgeOnItsSides) {
  const Position rook = position_of("cylinder", "4k3/8/8/8/8/8/8/R2K4 w - - 0 1");
  EXPECT_TRUE(move_from_uci(rook, "a1h1").has_value());
  EXPECT_TRUE(move_from_uci(rook, "a1e1").has_value());
  const Position ring = position_of("cylinder", "4k3/8/8/R7/8/8/8/3K4 w - - 0 1");
  // Seven squares of the rank, each once, and seven of the file; the king's five.
  EXPECT_EQ(ring.legal_moves().size(), 7U + 7U + 5U);
}

TEST(VariantRules, AnyPieceBetweenKingsShieldsThem) {
  const auto is_check = [](const std::string& file) {
    return position_of("xiangqi", file + "/4K4 w - - 0 1").in_check();
  };
  EXPECT_TRUE(is_check("4k4/9/9/9/9/9/9/9/9"));
  EXPECT_FALSE(is_check("4k4/4a4/9/9/9/9/9/9/9"));
  EXPECT_FALSE(is_check("4k4/9/9/9/4p4/9/9/9/9"));
  EXPECT_FALSE(is_check("4k4/9/9/9/9/9/9/9/4A4"));
}

TEST(VariantRules, APromotedPieceIsTakenAsAPawn) {
  Position position = position_of("crazyhouse", "4k3/8/8/8/8/8/7q~/4K2R[] w - - 0 1");
  position.make(move_from_uci(position, "h1h2").value());
  EXPECT_EQ(position.to_fen(FenStyle::uci), "4k3/8/8/8/8/8/7R/4K3[P] b - - 0 1");
}

TEST(VariantRules, AFalconNeedsOneOpenWay) {
  // From e4 to f7: over e5 and e6, e5 and f6, or f5 and f6.
  EXPECT_TRUE(move_from_uci(position_of("falcon", "9k/10/10/10/4F5/10/10/9K w - - 0 1"), "e4f7").has_value());
  EXPECT_TRUE(
      move_from_uci(position_of("falcon", "9k/10/4p5/5p4/4F5/10/10/9K w - - 0 1"), "e4f7").has_value());
  EXPECT_FALSE(
      move_from_uci(position_of("falcon", "9k/10/10/4pp4/4F5/10/10/9K w - - 0 1"), "e4f7").has_value());
}

TEST(VariantRules, RightsSurviveAnExplosionInTheKeyAlone) {
  // Bxb2 blows the rook on a1 up: the letter stays in XBoard's FEN and key, castling with it is gone.
  Position position = position_of("atomic", "4k3/8/8/8/3b4/8/1P6/R3K2R b KQ - 0 1");
  position.make(*move_from_uci(position, "d4b2"));
  EXPECT_EQ(position.to_fen(), "4k3/8/8/8/8/8/8/4K2R w KQ - 0 2");
  EXPECT_EQ(position.to_fen(FenStyle::uci), "4k3/8/8/8/8/8/8/4K2R w K - 0 2");
  EXPECT_TRUE(move_from_uci(position, "e1g1").has_value());
  EXPECT_FALSE(move_from_uci(position, "e1c1").has_value());
}

}  // namespace
}  // namespace polyglot::variants
