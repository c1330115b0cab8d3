// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

#include <polyglot/analysis/suite_choice.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/game/rules.hpp>

namespace polyglot::analysis::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
constexpr const char* kAfterE4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
constexpr const char* kAfterE4E5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
constexpr const char* kAfterD4 = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -";
constexpr const char* kOneMove = "7k/8/8/8/8/8/3q4/7K w - -";
constexpr const char* kMated = "R5k1/5ppp/8/8/8/8/8/6K1 b - -";
constexpr const char* kStalemate = "7k/5Q2/6K1/8/8/8/8/8 b - -";
constexpr const char* kBareKings = "7k/8/8/8/8/8/8/7K w - -";

/// From the point of view of the side to move.
using ScoresByEpd = std::map<std::string, Score>;
/// How many positions the filters leave out.
using LeftOut = std::map<SuiteFilter, std::uint64_t>;

class SuiteChoiceTest : public ::testing::Test {
 protected:
  void add(const std::vector<std::string>& fens) {
    for (const std::string& fen : fens) ASSERT_TRUE(positions_.add_fen(fen)) << fen;
  }
  [[nodiscard]] std::string epd(std::uint32_t node) const {
    return positions_.position(node).chess()->to_epd();
  }

  /// Makes all decisions. Positions without a score have no verdict.
  [[nodiscard]] SuiteChoice choose(SuiteRule rule, const ScoresByEpd& scores = {}) const {
    SuiteChoice choice(positions_, std::move(rule));
    for (auto nodes = choice.next(1); !nodes.empty(); nodes = choice.next(1)) {
      const auto score = scores.find(epd(nodes.front()));
      if (score == scores.end())
        choice.decide(std::nullopt);
      else
        choice.decide(
            Verdict{.moves = {{positions_.position(nodes.front()).legal_moves().front(), score->second}}});
    }
    return choice;
  }
  [[nodiscard]] std::vector<std::string> chosen(const SuiteChoice& choice) const {
    std::vector<std::string> epds;
    for (const SuiteChoice::Opening& opening : choice.openings()) epds.push_back(epd(opening.node));
    return epds;
  }
  [[nodiscard]] static LeftOut left_out(const SuiteChoice& choice) {
    LeftOut numbers;
    for (std::size_t i = 0; i < kSuiteFilters; ++i)
      if (const auto filter = static_cast<SuiteFilter>(i); choice.left_out(filter) > 0)
        numbers[filter] = choice.left_out(filter);
    return numbers;
  }

  Positions positions_;
};

TEST_F(SuiteChoiceTest, LeavesOutPositionsInWhichThereIsNothingToPlay) {
  add({kStart, kOneMove, kMated, kStalemate, kBareKings});
  const SuiteChoice choice = choose({});
  EXPECT_THAT(chosen(choice), ElementsAre(kStart));
  EXPECT_EQ(left_out(choice), (LeftOut{{SuiteFilter::finished, 3}, {SuiteFilter::single_move, 1}}));
}

TEST_F(SuiteChoiceTest, TakesOneOfTwins) {
  const std::string twin = "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
  add({kAfterE4, twin, kAfterD4});
  const SuiteChoice choice = choose({});
  EXPECT_THAT(choice.openings(), SizeIs(2));
  EXPECT_EQ(left_out(choice), (LeftOut{{SuiteFilter::twin, 1}}));
  SuiteRule rule;
  rule.excluded = {twin_key(chess::Position::from_fen(twin).value())};
  const SuiteChoice others = choose(rule);
  EXPECT_THAT(chosen(others), ElementsAre(kAfterD4));
  EXPECT_EQ(left_out(others), (LeftOut{{SuiteFilter::excluded, 2}}));
}

TEST(TwinKey, IsThatOfThePositionWithExchangedColours) {
  const auto key = [](const char* fen) { return twin_key(chess::Position::from_fen(fen).value()); };
  EXPECT_EQ(key("r3k3/8/8/8/3Pp3/8/8/4K2R b Kq d3 0 1"), key("4k2r/8/8/3pP3/8/8/8/R3K3 w Qk d6 0 1"));
  EXPECT_NE(key("r3k3/8/8/8/3Pp3/8/8/4K2R b Kq d3 0 1"), key("4k2r/8/8/3pP3/8/8/8/R3K3 w Qk - 0 1"));
  EXPECT_NE(key("r3k3/8/8/8/3Pp3/8/8/4K2R b Kq - 0 1"), key("4k2r/8/8/3pP3/8/8/8/R3K3 w k - 0 1"));
}

TEST(SuiteOfVariants, TakesNoTwins) {
  using Fens = std::vector<std::string>;
  const auto chosen = [](const char* variant, const Fens& fens) {
    const auto rules = game::Rules::find(variant).value();
    Positions positions;
    for (const std::string& fen : fens) positions.add_line(rules.read_fen(fen).value(), {});
    SuiteChoice choice(positions, {});
    while (!choice.next(1).empty()) choice.decide(std::nullopt);
    return choice.openings().size();
  };
  EXPECT_EQ(chosen("crazyhouse",
                   {"r3k3/8/8/8/4P3/8/8/R3K2R[Qp] b KQq - 0 1", "r3k2r/8/8/4p3/8/8/8/R3K3[Pq] w Qkq - 0 1"}),
            1U);
  EXPECT_EQ(chosen("crazyhouse",
                   {"r3k3/8/8/8/4P3/8/8/R3K2R[Qp] b KQq - 0 1", "r3k2r/8/8/4p3/8/8/8/R3K3[Qp] w Qkq - 0 1"}),
            2U)
      << "others hold the pieces";
  EXPECT_EQ(chosen("3check", {"4k3/8/8/8/8/8/4P3/4K3 w - - 3+2 0 1", "4k3/4p3/8/8/8/8/8/4K3 b - - 2+3 0 1"}),
            1U);
  EXPECT_EQ(chosen("3check", {"4k3/8/8/8/8/8/4P3/4K3 w - - 3+2 0 1", "4k3/4p3/8/8/8/8/8/4K3 b - - 3+2 0 1"}),
            2U);
  EXPECT_EQ(chosen("atomic", {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1"}), 1U);
  EXPECT_EQ(chosen("xiangqi", {"3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1", "4k4/4r4/9/9/9/9/9/9/9/3K5 b - - 0 1"}),
            1U);
}

TEST_F(SuiteChoiceTest, HasAnOrderThatOnlyTheSeedChooses) {
  std::vector<std::string> fens;
  for (const chess::Move move : chess::Position().legal_moves()) {
    chess::Position position;
    position.make(move);
    fens.push_back(position.to_fen());
  }
  add(fens);
  const auto order = chosen(choose({.seed = 1}));
  EXPECT_NE(chosen(choose({.seed = 2})), order);
  positions_ = {};
  std::ranges::reverse(fens);
  add(fens);
  EXPECT_EQ(chosen(choose({.seed = 1})), order);
}

TEST_F(SuiteChoiceTest, TakesPositionsOfSomePliesAndOneSide) {
  add({std::string(kAfterE4E5) + " 0 2", std::string(kAfterE4) + " 0 1", std::string(kAfterD4) + " 0 1",
       kStart});
  const SuiteChoice plies = choose({.least_ply = 1, .most_ply = 1});
  EXPECT_THAT(chosen(plies), UnorderedElementsAre(kAfterE4, kAfterD4));
  EXPECT_EQ(left_out(plies), (LeftOut{{SuiteFilter::ply, 2}}));
  const SuiteChoice white = choose({.side = chess::Color::white});
  EXPECT_THAT(chosen(white), UnorderedElementsAre(kAfterE4E5, kStart));
  EXPECT_EQ(left_out(white), (LeftOut{{SuiteFilter::side, 2}}));
}

TEST_F(SuiteChoiceTest, TakesTheHeaviestFirst) {
  add({kStart, kAfterE4, kAfterE4, kAfterE4, kAfterD4, kAfterD4});
  const SuiteChoice heavy = choose({.least_weight = 2, .by_weight = true});
  EXPECT_THAT(chosen(heavy), ElementsAre(kAfterE4, kAfterD4));
  EXPECT_EQ(left_out(heavy), (LeftOut{{SuiteFilter::weight, 1}}));
  const SuiteChoice one = choose({.count = 1, .by_weight = true});
  EXPECT_THAT(chosen(one), ElementsAre(kAfterE4));
  EXPECT_EQ(one.unused(), 2U);
}

TEST_F(SuiteChoiceTest, TakesScoresWithinTheLimits) {
  add({kStart, kAfterE4, kAfterE4E5, kAfterD4});
  const SuiteRule rule{.scores = std::array{-10, 30}};
  const auto with = [&](int start, int after_e4, int after_e4_e5) {
    return choose(rule, {{kStart, Score::centipawns(start)},
                         {kAfterE4, Score::centipawns(after_e4)},
                         {kAfterE4E5, Score::centipawns(after_e4_e5)}});
  };
  // Black is to move after 1. e4.
  const SuiteChoice inside = with(30, -30, -10);
  EXPECT_THAT(chosen(inside), UnorderedElementsAre(kStart, kAfterE4, kAfterE4E5)) << "on the limits";
  EXPECT_EQ(left_out(inside), (LeftOut{{SuiteFilter::no_verdict, 1}}));
  const SuiteChoice outside = with(31, -31, -11);
  EXPECT_THAT(chosen(outside), IsEmpty());
  EXPECT_EQ(left_out(outside), (LeftOut{{SuiteFilter::score, 3}, {SuiteFilter::no_verdict, 1}}));
  EXPECT_THAT(with(0, 11, -11).openings(), SizeIs(1)) << "White's score counts";
}

TEST_F(SuiteChoiceTest, TakesSharesOfDecisiveGamesWithinTheLimits) {
  add({kStart, kAfterE4, kAfterE4E5, kAfterD4});
  SuiteChoice choice(positions_, {.decisive = std::array{400, 600}});
  const std::map<std::string, std::optional<Chances>> chances{{kStart, Chances::of(250, 600, 150)},
                                                              {kAfterE4, Chances::of(600, 400, 0)},
                                                              {kAfterE4E5, Chances::of(0, 399, 601)},
                                                              {kAfterD4, std::nullopt}};
  for (auto nodes = choice.next(1); !nodes.empty(); nodes = choice.next(1)) {
    const game::Position position = positions_.position(nodes.front());
    choice.decide(Verdict{.moves = {{position.legal_moves().front(), Score()}},
                          .chances = chances.at(position.chess()->to_epd())});
  }
  EXPECT_THAT(chosen(choice), UnorderedElementsAre(kStart, kAfterE4)) << "on the limits";
  EXPECT_EQ(left_out(choice), (LeftOut{{SuiteFilter::decisive, 1}, {SuiteFilter::no_verdict, 1}}));
}

TEST_F(SuiteChoiceTest, TakesNoMatesWhateverTheLimits) {
  add({kStart, kAfterE4, kAfterD4});
  const SuiteChoice choice =
      choose({.scores = std::array{-40000, 40000}},
             {{kStart, Score::mate(9)}, {kAfterE4, Score::mate(-9)}, {kAfterD4, Score::centipawns(30000)}});
  EXPECT_THAT(chosen(choice), ElementsAre(kAfterD4));
  EXPECT_EQ(left_out(choice), (LeftOut{{SuiteFilter::mate, 2}}));
}

TEST_F(SuiteChoiceTest, TakesSomeOpeningsOfEachFamily) {
  add({kStart, kAfterE4, kAfterE4E5, kAfterD4, "8/8/4k3/8/8/4K3/4P3/8 w - -", "8/4k3/8/8/8/4K3/4P3/8 w - -"});
  SuiteRule rule{.spread = 2};
  rule.family_of = [&](std::uint32_t node) {
    return std::string(epd(node).starts_with('8') ? "pawn" : "full");
  };
  const SuiteChoice choice = choose(rule);
  EXPECT_THAT(choice.openings(), SizeIs(4));
  EXPECT_EQ(choice.families(), (std::map<std::string, std::uint64_t>{{"full", 2}, {"pawn", 2}}));
  EXPECT_EQ(left_out(choice), (LeftOut{{SuiteFilter::spread, 2}}));
  rule.spread = 0;
  EXPECT_THAT(choose(rule).openings(), SizeIs(6)) << "no limit";
}

}  // namespace
}  // namespace polyglot::analysis::test
