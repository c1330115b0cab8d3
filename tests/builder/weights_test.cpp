// SPDX-License-Identifier: MIT
#include <polyglot/chess/position.hpp>

#include "builder/made_book.hpp"
#include "support/testing.hpp"

namespace polyglot::builder::test {
namespace {

/// e4 has won twice and lost twice, d4 has drawn once, c4 has lost once.
std::string some_games() {
  return times(2, game("1-0", "1. e4")) + times(2, game("0-1", "1. e4")) + game("1/2-1/2", "1. d4") +
         game("0-1", "1. c4");
}

Settings by(WeightRule rule) {
  auto settings = all_moves();
  settings.entries.rule = rule;
  return settings;
}

TEST(Weights, ByFactorsAndFrequency) {
  auto settings = by(WeightRule::points);
  settings.entries.factors = {.win = 10, .draw = 4, .loss = -3};
  EXPECT_THAT(make({some_games()}, settings).moves(), ElementsAre("e2e4 14", "d2d4 4"));
  EXPECT_THAT(make({some_games()}, by(WeightRule::frequency)).moves(),
              ElementsAre("e2e4 4", "d2d4 1", "c2c4 1"));
  settings = all_moves();
  settings.entries.scale = 0.1;
  EXPECT_THAT(make({some_games()}, settings).moves(), ElementsAre("e2e4 1", "d2d4 1")) << "at least one";
}

TEST(Weights, KeepZeroKeepsLosers) {
  auto settings = all_moves();
  settings.entries.keep_zero = true;
  EXPECT_THAT(make({some_games()}, settings).moves(), ElementsAre("e2e4 4", "d2d4 1", "c2c4 0"));
  settings.entries.uniform = true;
  EXPECT_THAT(make({some_games()}, settings).moves(), ElementsAre("e2e4 1", "d2d4 1", "c2c4 0"));
}

/// The learn fields of the start position, as "n sum", in the order of the book.
std::vector<std::string> learned(const MadeBook& made) {
  std::vector<std::string> texts;
  const auto bytes = std::as_bytes(std::span(made.bytes));
  for (std::size_t at = 0; at < bytes.size(); at += book::kRecordSize) {
    const book::RawEntry entry = book::decode_entry(bytes.subspan(at).first<book::kRecordSize>());
    if (entry.key == chess::Position().key())
      texts.push_back(std::to_string(entry.learn_games()) + " " + std::to_string(entry.learn_points()));
  }
  return texts;
}

/// 29 of 100 is 29 percent, whatever a processor makes of 0.29 * 100.
TEST(Weights, OfAMoveWithJustTheScoreThatIsWantedAreKept) {
  for (const int wins : {1, 7, 14, 28, 29, 50, 55, 57, 58, 100}) {
    auto settings = all_moves();
    settings.entries.min_score = wins;
    const std::string games = times(wins, game("1-0", "1. e4")) + times(100 - wins, game("0-1", "1. e4"));
    EXPECT_EQ(make({games}, settings).moves().size(), 1U) << wins;
    settings.entries.min_score = wins + 0.5;
    EXPECT_EQ(make({games}, settings).moves().size(), 0U) << wins;
  }
}

TEST(Weights, MayComeWithGamesAndHalfPoints) {
  auto settings = by(WeightRule::polyglot);
  EXPECT_THAT(learned(make({some_games()}, settings)), ElementsAre("0 0", "0 0"));
  settings.entries.learn = true;
  EXPECT_THAT(learned(make({some_games()}, settings)), ElementsAre("4 4", "1 1"));
  settings.entries.rule = WeightRule::frequency;
  EXPECT_THAT(learned(make({some_games()}, settings)), ElementsAre("4 4", "1 1", "1 0"));
  EXPECT_THAT(learned(make({times(40'000, game("1-0", "1. e4"))}, settings)), ElementsAre("20000 40000"));
}

TEST(Weights, ComeWithHalfPointsOfTheScoreWhereGamesCountMoreOrLess) {
  auto settings = by(WeightRule::points);
  settings.entries.learn = true;
  settings.game_weights.elo_doubling = 100;
  const std::string games = game("1-0", "1. e4", "[WhiteElo \"2100\"]\n") +
                            game("0-1", "1. e4", "[WhiteElo \"2000\"]\n") +
                            game("0-1", "1. e4", "[WhiteElo \"2000\"]\n");
  EXPECT_THAT(learned(make({games}, settings)), ElementsAre("3 3"));
}

TEST(Weights, OfOneLuckyGameDoNotBeatAHundred) {
  const std::string games =
      game("1-0", "1. a4") + times(60, game("1-0", "1. e4")) + times(40, game("0-1", "1. e4"));
  auto settings = by(WeightRule::score);
  EXPECT_THAT(make({games}, settings).moves(), ElementsAre("e2e4 5909", "a2a4 5455"));
  settings.entries.prior.games = 0;
  EXPECT_THAT(make({games}, settings).moves(), ElementsAre("a2a4 10000", "e2e4 6000"));
}

TEST(Weights, AreScaledByPositionIfTheyDoNotFit) {
  auto settings = by(WeightRule::points);
  settings.entries.factors = {.win = 100'000, .draw = 25'000, .loss = 0};
  const auto book =
      make({game("1-0", "1. e4 e5") + game("1/2-1/2", "1. d4 d5") + game("0-1", "1. e4 c5")}, settings);
  EXPECT_THAT(book.moves(), ElementsAre("e2e4 65535", "d2d4 16384"));
  EXPECT_THAT(book.moves("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"),
              ElementsAre("d7d5 25000"));
}

TEST(Weights, ByTheMoversElo) {
  auto settings = by(WeightRule::frequency);
  settings.game_weights.elo_doubling = 200;
  const auto book = make({game("1-0", "1. e4 e5", "[WhiteElo \"2400\"]\n[BlackElo \"2000\"]\n") +
                          times(3, game("1-0", "1. d4", "[WhiteElo \"2000\"]\n"))},
                         settings);
  EXPECT_THAT(book.moves(), ElementsAre("e2e4 4000", "d2d4 3000"));
  EXPECT_THAT(book.moves("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
              ElementsAre("e7e5 1000"));
}

TEST(Weights, FadeWithTheYears) {
  auto settings = all_moves();
  settings.game_weights = {.half_life = 2, .decay_until = 20240601};
  const auto dated = [](const char* date, const char* move) {
    return times(4, game("1-0", move, std::string("[Date \"") + date + "\"]\n"));
  };
  const auto book = make({dated("2024.06.01", "1. e4") + dated("2022.06.01", "1. d4") +
                          dated("2020.06.??", "1. c4") + dated("2030.01.01", "1. b4")},
                         settings);
  EXPECT_THAT(book.moves(), ElementsAre("e2e4 8000", "b2b4 8000", "d2d4 3998", "c2c4 2000"));
}

TEST(Weights, OfTheOldestGamesAreLittleButNotNothing) {
  auto settings = by(WeightRule::frequency);
  settings.game_weights = {.half_life = 0.5, .decay_until = 20240601};
  const auto book = make({times(2, game("1-0", "1. e4", "[Date \"1851.06.21\"]\n")) +
                          game("1-0", "1. d4", "[Date \"2018.06.01\"]\n")},
                         settings);
  EXPECT_EQ(book.summary.entries, 2U);
}

}  // namespace
}  // namespace polyglot::builder::test
