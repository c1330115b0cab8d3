// SPDX-License-Identifier: MIT
// Rules of choice over random positions and settings, and each mode's draws against its probabilities.
#include <polyglot/book/selection.hpp>

#include "support/testing.hpp"

namespace polyglot::book {
namespace {

constexpr std::array kModes{ChoiceMode::weighted, ChoiceMode::best, ChoiceMode::uniform,
                            ChoiceMode::power,    ChoiceMode::top,  ChoiceMode::explore};

/// A position of a book, and what was learned of its moves.
struct KnownPosition {
  BookMoves moves;
  LearnedMoves learned;
};

void add_move(KnownPosition& known, std::uint32_t weight, LearnedResult result = {}) {
  BookMove& entry = known.moves.moves.emplace_back();
  const auto number = static_cast<int>(known.moves.moves.size());
  entry.move = chess::Move(chess::Square(number / 64), chess::Square(number % 64));
  entry.weight = weight;
  known.moves.total_weight += weight;
  known.learned.results.push_back(result);
  known.learned.total_weight += learned_weight(weight, result);
}

KnownPosition with_weights(const std::vector<std::uint32_t>& weights) {
  KnownPosition known;
  for (const std::uint32_t weight : weights) add_move(known, weight);
  return known;
}

KnownPosition random_position(const RandomSource& random) {
  KnownPosition known;
  const std::uint32_t count = random(40);
  const std::uint32_t heaviest = 1U << random(17);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto games = static_cast<std::uint16_t>(random(2) == 0 ? 0 : random(300));
    const auto points = static_cast<std::uint16_t>(random(2U * games + 2U));
    add_move(known, std::min(random(heaviest), 65535U), {.games = games, .points = points});
  }
  return known;
}

SelectionPolicy random_policy(const RandomSource& random) {
  return {.mode = kModes.at(random(kModes.size())),
          .power = random(1001) / 100.0,
          .top = 1 + random(10),
          .by_results = random(2) == 0,
          .threshold = static_cast<int>(random(100)),
          .best_threshold = static_cast<int>(random(1001)),
          .min_weight = random(100),
          .min_moves = random(4)};
}

std::vector<Candidate> settled(const KnownPosition& known, const SelectionPolicy& policy) {
  std::vector<Candidate> candidates = judge(known.moves, &known.learned, policy);
  settle(candidates, policy);
  return candidates;
}

std::vector<double> probabilities(const KnownPosition& known, const SelectionPolicy& policy) {
  std::vector<double> result;
  for (const Candidate& candidate : settled(known, policy)) result.push_back(candidate.probability);
  return result;
}

std::vector<std::string_view> rules(const KnownPosition& known, const SelectionPolicy& policy) {
  std::vector<std::string_view> result;
  for (const Candidate& candidate : settled(known, policy)) result.push_back(candidate.rule);
  return result;
}

std::size_t count_kept(const KnownPosition& known, const SelectionPolicy& policy) {
  return static_cast<std::size_t>(std::ranges::count(rules(known, policy), ""));
}

/// Calls `check` with many positions and policies, the same ones each time.
template <class Check>
void for_random_positions(const Check& check) {
  constexpr int kPositions = 3000;
  const RandomSource random = make_random_source(20);
  for (int i = 0; i < kPositions && !testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE("position " + std::to_string(i));
    const KnownPosition known = random_position(random);
    check(known, random_policy(random));
  }
}

TEST(ChoiceMode, GivesOneInAllToTheMovesThatAreKept) {
  for_random_positions([](const KnownPosition& known, const SelectionPolicy& policy) {
    double sum = 0;
    for (const Candidate& candidate : settled(known, policy)) {
      EXPECT_TRUE(candidate.is_kept() || candidate.probability == 0);
      sum += candidate.probability;
    }
    EXPECT_NEAR(sum, count_kept(known, policy) == 0 ? 0 : 1, 1e-9);
  });
}

TEST(ChoiceMode, DropsNoMoveLessWhenAThresholdRises) {
  for_random_positions([](const KnownPosition& known, const SelectionPolicy& policy) {
    const std::size_t before = count_kept(known, policy);
    const auto expect_no_more_with = [&](auto threshold) {
      SelectionPolicy higher = policy;
      ++(higher.*threshold);
      EXPECT_LE(count_kept(known, higher), before);
    };
    expect_no_more_with(&SelectionPolicy::threshold);
    expect_no_more_with(&SelectionPolicy::best_threshold);
    expect_no_more_with(&SelectionPolicy::min_weight);
    expect_no_more_with(&SelectionPolicy::min_moves);
  });
}

void expect_alike(const KnownPosition& known, const SelectionPolicy& one, const SelectionPolicy& other) {
  EXPECT_THAT(probabilities(known, one),
              testing::Pointwise(testing::DoubleNear(1e-8), probabilities(known, other)));
}

TEST(ChoiceMode, IsAnotherAtTheLimitsOfPowerAndTop) {
  for_random_positions([](const KnownPosition& known, const SelectionPolicy& policy) {
    SelectionPolicy one = policy;
    SelectionPolicy other = policy;
    one.mode = ChoiceMode::power;
    for (const auto& [power, mode] : {std::pair(0.0, ChoiceMode::uniform), {1.0, ChoiceMode::weighted}}) {
      one.power = power;
      other.mode = mode;
      expect_alike(known, one, other);
    }
    one.mode = ChoiceMode::top;
    for (const auto& [top, mode] :
         {std::pair(std::size_t{1}, ChoiceMode::best), {known.moves.moves.size(), ChoiceMode::weighted}}) {
      one.top = top;
      other.mode = mode;
      expect_alike(known, one, other);
    }
  });
}

TEST(ChoiceMode, RaisesWeightsToItsPower) {
  const KnownPosition known = with_weights({50, 30, 20});
  EXPECT_NEAR(probabilities(known, {.mode = ChoiceMode::power, .power = 2})[1], 900.0 / 3800, 1e-8);
  const SelectionPolicy policy{.mode = ChoiceMode::power, .power = 0, .threshold = 0};
  EXPECT_THAT(probabilities(with_weights({0, 7, 9}), policy), ElementsAre(0, 0.5, 0.5));
}

TEST(ChoiceMode, SaysWhichRuleDroppedAMove) {
  const KnownPosition known = with_weights({1000, 0, 4, 5, 40, 900});
  EXPECT_THAT(rules(known, {.threshold = 5, .best_threshold = 50, .min_weight = 5}),
              ElementsAre("", "weight 0", "weight under the least", "share at or under the threshold",
                          "under the threshold of the heaviest", ""));
  EXPECT_THAT(rules(with_weights({3, 4}), {.min_moves = 3}), Each("too few alternatives"));
  EXPECT_THAT(rules(with_weights({3, 4, 4}), {.mode = ChoiceMode::best}),
              ElementsAre("not the heaviest", "", "not the heaviest"));
  EXPECT_THAT(rules(with_weights({3, 5, 4}), {.mode = ChoiceMode::top, .top = 2}),
              ElementsAre("not among the heaviest", "", ""));
  EXPECT_THAT(rules(with_weights({999, 1000}), {.best_threshold = 1000}),
              ElementsAre("under the threshold of the heaviest", ""));
}

TEST(ChoiceMode, CountsMovesThatOthersDroppedAsGone) {
  const KnownPosition known = with_weights({6, 5, 4});
  const SelectionPolicy policy{.mode = ChoiceMode::top, .top = 1, .min_moves = 2};
  std::vector<Candidate> candidates = judge(known.moves, nullptr, policy);
  candidates[0].rule = "repeats a position";
  std::vector<Candidate> fewer = candidates;
  settle(candidates, policy);
  EXPECT_EQ(candidates[1].probability, 1);
  fewer[1].rule = "repeats a position";
  settle(fewer, policy);
  EXPECT_FALSE(choose(fewer, {}));
  EXPECT_EQ(fewer[0].rule, "repeats a position");
  EXPECT_EQ(fewer[2].rule, "too few alternatives");
}

TEST(ChoiceMode, AddsUpWhatSeveralBooksSay) {
  const KnownPosition known = with_weights({1, 1, 1});
  std::vector<Candidate> candidates = judge(known.moves, nullptr, {});
  apportion(candidates, {0.5, 0, 1.0});
  EXPECT_NEAR(candidates[0].probability, 1.0 / 3, 1e-8);
  EXPECT_EQ(candidates[1].parts, 0U);
  EXPECT_NEAR(candidates[2].probability, 2.0 / 3, 1e-8);
}

TEST(ChoiceMode, TellsTheDraw) {
  const auto last = [](std::uint32_t bound) { return bound - 1; };
  const auto choice = choose(settled(with_weights({1, 3}), {}), last);
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->candidate.entry.weight, 3U);
  EXPECT_EQ(choice->bound, 10000U);
  EXPECT_EQ(choice->drawn, 9999U);
}

// ---- Draws ----------------------------------------------------------------------------------------------

/// A position of five moves whose results differ.
KnownPosition five_moves() {
  KnownPosition known;
  add_move(known, 400, {.games = 30, .points = 28});
  add_move(known, 300, {.games = 10, .points = 13});
  add_move(known, 150, {.games = 4, .points = 4});
  add_move(known, 100);
  add_move(known, 50, {.games = 2, .points = 1});
  return known;
}

/// Sum of (seen - expected)^2 / expected over the moves that are played.
double chi_square(const std::vector<Candidate>& candidates, const RandomSource& random) {
  constexpr int kDraws = 20000;
  std::vector<int> seen(candidates.size());
  for (int i = 0; i < kDraws; ++i) {
    const auto choice = choose(candidates, random);
    const auto is_chosen = [&](const Candidate& candidate) {
      return candidate.entry.move == choice.value().candidate.entry.move;
    };
    ++seen[static_cast<std::size_t>(std::ranges::find_if(candidates, is_chosen) - candidates.begin())];
  }
  double sum = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const double expected = kDraws * candidates[i].probability;
    if (expected > 0) {
      sum += (seen[i] - expected) * (seen[i] - expected) / expected;
    } else {
      EXPECT_EQ(seen[i], 0) << "a move without probability is drawn";
    }
  }
  return sum;
}

TEST(ChoiceMode, DrawsByItsProbabilities) {
  constexpr double kOneInAThousand = 18.47;  // for four degrees of freedom
  for (const ChoiceMode mode : kModes) {
    SelectionPolicy policy{.mode = mode, .power = 1.7};
    for (const bool by_results : {false, true}) {
      policy.by_results = by_results;
      EXPECT_LT(chi_square(settled(five_moves(), policy), make_random_source(77)), kOneInAThousand)
          << "mode " << static_cast<int>(mode) << ", by results " << by_results;
    }
  }
}

TEST(ChoiceMode, DrawsTheSameOnEveryPlatform) {
  std::vector<int> chosen;
  for (const ChoiceMode mode : {ChoiceMode::power, ChoiceMode::explore}) {
    const auto candidates = settled(five_moves(), {.mode = mode, .power = 0.5});
    const RandomSource random = make_random_source(5);
    for (int i = 0; i < 8; ++i)
      chosen.push_back(
          std::get<chess::Move>(choose(candidates, random).value().candidate.entry.move).to().index());
  }
  EXPECT_THAT(chosen, ElementsAre(3, 1, 1, 3, 1, 1, 1, 3, 3, 2, 2, 3, 2, 2, 2, 3));
}

// ---- Exploring ------------------------------------------------------------------------------------------

TEST(Explore, SpreadsOverWhatIsNotKnown) {
  const KnownPosition known = with_weights({1, 2, 30, 4});
  EXPECT_THAT(probabilities(known, {.mode = ChoiceMode::explore}), Each(0.25));
  const KnownPosition three = with_weights({10, 10, 30});
  EXPECT_THAT(probabilities(three, {.mode = ChoiceMode::explore}),
              ElementsAre(21 / 64.0, 21 / 64.0, 22 / 64.0));
}

TEST(Explore, BelievesNoMoreThanAllGamesWon) {
  KnownPosition known;
  add_move(known, 1, {.games = 10, .points = 65535});
  add_move(known, 1, {.games = 10, .points = 20});
  EXPECT_THAT(probabilities(known, {.mode = ChoiceMode::explore}), Each(0.5));
}

TEST(Explore, GoesByTheUpperConfidenceBound) {
  // One move has 0.5 + sqrt(ln 101 / 4), the other 0.75 + sqrt(ln 101 / 400): the first until it has six
  // games.
  KnownPosition known;
  add_move(known, 1, {.games = 1, .points = 1});
  add_move(known, 1, {.games = 100, .points = 150});
  EXPECT_NEAR(probabilities(known, {.mode = ChoiceMode::explore})[0], 10 / 64.0, 1e-9);
}

TEST(Explore, NeedsResultsOfNoMove) {
  const KnownPosition known = with_weights({1, 1});
  std::vector<Candidate> candidates = judge(known.moves, nullptr, {});
  settle(candidates, {.mode = ChoiceMode::explore});
  EXPECT_EQ(candidates[0].probability, 0.5);
}

}  // namespace
}  // namespace polyglot::book
