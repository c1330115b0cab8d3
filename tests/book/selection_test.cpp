// SPDX-License-Identifier: MIT
#include <cstdlib>

#include <polyglot/book/selection.hpp>

#include "support/testing.hpp"

namespace polyglot::book {
namespace {

/// Moves with the given weights. Each has a target square of its own.
BookMoves moves_with(const std::vector<std::uint16_t>& weights, std::uint64_t illegal_weight = 0) {
  BookMoves moves{.moves = {}, .total_weight = illegal_weight};
  for (const std::uint16_t weight : weights) {
    const chess::Move move(chess::Square(0), chess::Square(static_cast<int>(moves.moves.size()) + 1));
    moves.moves.push_back({.move = move, .weight = weight});
    moves.total_weight += weight;
  }
  return moves;
}

std::vector<Candidate> settled(const BookMoves& moves, const SelectionPolicy& policy,
                               const LearnedMoves* learned = nullptr) {
  std::vector<Candidate> candidates = judge(moves, learned, policy);
  settle(candidates, policy);
  return candidates;
}

/// Moves are numbered from 1.
int number_of(const Candidate& candidate) {
  return std::get<chess::Move>(candidate.entry.move).to().index();
}

std::vector<int> kept_numbers(const BookMoves& moves, const SelectionPolicy& policy) {
  std::vector<int> numbers;
  for (const Candidate& candidate : settled(moves, policy))
    if (candidate.is_kept()) numbers.push_back(number_of(candidate));
  return numbers;
}

/// 0: nothing.
int chosen_number(const std::vector<Candidate>& candidates, const RandomSource& random) {
  const auto choice = choose(candidates, random);
  return choice ? number_of(candidates[choice->index]) : 0;
}

std::uint32_t never_asked(std::uint32_t) {
  std::abort();
}

TEST(BookLearning, WeighsByResults) {
  EXPECT_EQ(learned_weight(100, {0, 0}), 100'000U);
  EXPECT_EQ(learned_weight(100, {10, 10}), 100'000U) << "a move that scores half keeps its weight";
  EXPECT_EQ(learned_weight(100, {10, 20}), 600'000U);
  EXPECT_EQ(learned_weight(100, {10, 0}), 16'666U);
  EXPECT_EQ(learned_weight(65535, {65535, 65535}), 65'535'000U) << "no overflow";
  EXPECT_EQ(learned_weight(1000, {200, 400}), 1000U * 1000U * 404U / 4U);
  EXPECT_EQ(learned_weight(1000, {200, 65535}), learned_weight(1000, {200, 400})) << "impossible results";
}

TEST(BookSelection, BelievesResultsOnlyIfAsked) {
  const BookMoves moves = moves_with({100, 100});
  const LearnedMoves learned{.results = {{.games = 10, .points = 20}, {}}, .total_weight = 700'000};
  EXPECT_EQ(judge(moves, &learned, {}).front().share, 5000U);
  EXPECT_EQ(judge(moves, &learned, {.by_results = true}).front().share, 8571U);
}

TEST(BookSelection, PlaysNothingOnResultsThatCouldNotBeRead) {
  const LearnedMoves nothing;
  EXPECT_FALSE(choose(settled(moves_with({100, 100}), {.by_results = true}, &nothing), never_asked));
}

TEST(BookSelection, RoundsSharesDown) {
  const auto candidates = settled(moves_with({1, 2}), {.threshold = 0});
  ASSERT_EQ(candidates.size(), 2U);
  EXPECT_EQ(candidates[0].share, 3333U);
  EXPECT_EQ(candidates[1].share, 6666U);
}

TEST(BookSelection, PlaysOnlyMovesAboveTheThreshold) {
  const BookMoves moves = moves_with({50, 51, 9899});
  EXPECT_THAT(kept_numbers(moves, {.threshold = 5}), ElementsAre(2, 3));
  EXPECT_THAT(kept_numbers(moves, {.threshold = 4}), ElementsAre(1, 2, 3));
}

TEST(BookSelection, CountsWeightsOfIllegalMovesInTheSum) {
  const auto candidates = settled(moves_with({1}, 99), {.threshold = 5});
  ASSERT_EQ(candidates.size(), 1U);
  EXPECT_EQ(candidates[0].share, 100U);
  EXPECT_TRUE(kept_numbers(moves_with({1}, 199), {.threshold = 5}).empty());
}

TEST(BookSelection, PlaysNothingAtTheFullThreshold) {
  EXPECT_TRUE(kept_numbers(moves_with({7}), {.threshold = 1000}).empty());
  EXPECT_THAT(kept_numbers(moves_with({7}), {.threshold = 999}), ElementsAre(1));
}

TEST(BookSelection, NeverPlaysZeroWeight) {
  EXPECT_THAT(kept_numbers(moves_with({0, 5, 0}), {.threshold = 0}), ElementsAre(2));
  EXPECT_THAT(kept_numbers(moves_with({0, 5, 0}), {.threshold = -1}), ElementsAre(2));
  EXPECT_TRUE(kept_numbers(moves_with({0, 0}), {.threshold = 0}).empty());
  EXPECT_FALSE(choose({}, never_asked));
}

TEST(BookSelection, TakesTheFirstOfTheHighestShares) {
  const SelectionPolicy best{.mode = ChoiceMode::best, .threshold = 0};
  EXPECT_EQ(chosen_number(settled(moves_with({3, 9, 9, 2}), best), never_asked), 2);
  EXPECT_EQ(chosen_number(settled(moves_with({20000, 20001}, 60009), best), never_asked), 1)
      << "both have a share of 1999 once rounded down";
}

TEST(BookSelection, GivesEachMoveItsPartOfTheRange) {
  const auto candidates = settled(moves_with({1, 2, 1}), {.threshold = 0});
  constexpr std::pair<std::uint32_t, int> kDraws[] = {{0, 1},    {2499, 1}, {2500, 2},
                                                      {7499, 2}, {7500, 3}, {9999, 3}};
  for (const auto& [number, move] : kDraws) {
    const auto fixed = [drawn = number](std::uint32_t bound) {
      EXPECT_EQ(bound, 10000U);
      return drawn;
    };
    EXPECT_EQ(chosen_number(candidates, fixed), move) << number;
  }
}

TEST(BookSelection, TreatsDuplicateRecordsAsCandidatesOfTheirOwn) {
  BookMoves moves = moves_with({4, 3, 3});
  moves.moves[2].move = moves.moves[1].move;
  const SelectionPolicy best{.mode = ChoiceMode::best};
  EXPECT_EQ(chosen_number(settled(moves, best), never_asked), 1);
}

TEST(RandomSource, GivesTheSameNumbersOnEveryPlatform) {
  const RandomSource random = make_random_source(1);
  std::vector<std::uint32_t> drawn;
  for (int i = 0; i < 5; ++i) drawn.push_back(random(10000));
  EXPECT_THAT(drawn, ElementsAre(1338, 1364, 4512, 210, 3508));
}

TEST(RandomSource, StaysBelowItsBound) {
  const RandomSource random = make_random_source(3);
  for (const std::uint32_t bound : {1U, 2U, 3U, 10000U, 0x80000001U, 0xffffffffU})
    for (int i = 0; i < 1000; ++i) ASSERT_LT(random(bound), bound);
}

TEST(RandomSource, IsUniformWhereMultiplicationAloneWouldNotBe) {
  // With a bound of 3 * 2^30 every third number would come twice as often without rejection.
  constexpr int kDraws = 90000;
  const RandomSource random = make_random_source(5);
  std::array<int, 3> count{};
  for (int i = 0; i < kDraws; ++i) ++count[random(0xc0000000U) % 3];
  for (const int drawn : count) EXPECT_NEAR(drawn, kDraws / 3, 700);
}

TEST(RandomSource, DiffersFromStartToStartWithoutASeed) {
  const RandomSource a = make_random_source(0);
  const RandomSource b = make_random_source(0);
  int different = 0;
  for (int i = 0; i < 20; ++i) different += a(0xffffffffU) != b(0xffffffffU) ? 1 : 0;
  EXPECT_GT(different, 15);
}

TEST(RandomSource, GoesOnWithOneSequenceWhenCopied) {
  const RandomSource whole = make_random_source(9);
  const RandomSource first = make_random_source(9);
  const RandomSource second = first;  // NOLINT(performance-unnecessary-copy-initialization)
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(first(10000), whole(10000));
    EXPECT_EQ(second(10000), whole(10000));
  }
}

}  // namespace
}  // namespace polyglot::book
