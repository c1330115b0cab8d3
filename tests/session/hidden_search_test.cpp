// SPDX-License-Identifier: MIT
#include "session/conversations/hidden_search.hpp"
#include <limits>

#include <gmock/gmock.h>

#include "session/fake_book.hpp"

namespace polyglot::session {
namespace {

using namespace std::chrono_literals;
using config::OptionId;
using ::testing::ElementsAre;
using Way = HiddenSearch::Way;
using Verdict = HiddenSearch::Verdict;

protocol::Info scored(std::int64_t value, bool is_mate = false) {
  protocol::Info info;
  info.score = protocol::Score{.is_mate = is_mate, .value = value};
  return info;
}

/// An engine that notes what it has to do.
struct FakeEngine final : Searcher {
  void search(const protocol::Search& search, Effects&) override {
    limits = search.limits;
    plies = search.game->ply();
    ++searches;
  }
  void drop(Effects&) override { ++drops; }
  void stop(Effects&) override { ++stops; }

  protocol::SearchLimits limits;
  std::size_t plies = 0;
  int searches = 0;
  int drops = 0;
  int stops = 0;
};

class HiddenSearchTest : public testing::Test {
 protected:
  HiddenSearchTest() {
    set(OptionId::book_verify, "1000");
    set(OptionId::book_verify_margin, "60");
    limits_.white_time = limits_.black_time = 60'000;
    hidden_.use(engine_);
    after_.use(engine_);
  }

  void set(OptionId id, std::string_view value) { ASSERT_TRUE(options_.set(id, value)); }
  [[nodiscard]] bool verify(HiddenSearch& hidden, std::string_view move) {
    return hidden.verify(game_, *game_.read_uci(move), limits_, castling_, effects_);
  }
  [[nodiscard]] bool verify(std::string_view move) { return verify(hidden_, move); }
  Verdict ended(HiddenSearch& hidden, const protocol::Info& info, std::string_view best) {
    hidden.hear(info);
    return hidden.ended(game_.read_uci(best), effects_);
  }
  Verdict ended(const protocol::Info& info, std::string_view best) { return ended(hidden_, info, best); }
  /// The verdict on e2e4, where the engine would play d2d4.
  Verdict verdict(HiddenSearch& hidden, const protocol::Info& own, const protocol::Info& of_book_move) {
    hidden.new_game();
    EXPECT_TRUE(verify(hidden, "e2e4"));
    EXPECT_EQ(ended(hidden, own, "d2d4"), Verdict::pending);
    return ended(hidden, of_book_move, "e2e4");
  }
  Verdict verdict(const protocol::Info& own, const protocol::Info& of_book_move) {
    return verdict(hidden_, own, of_book_move);
  }

  static constexpr auto castling_ = game::CastlingNotation::king_to_destination;

  config::Options options_;
  BookPlayer book_{options_, book::make_random_source(1), 1, {.verdicts = [](const VerdictQuestion&) {
                     return std::optional<book::StoredVerdict>();
                   }}};
  game::Game game_;
  protocol::SearchLimits limits_;
  std::chrono::milliseconds now_{0};
  Effects effects_;
  FakeEngine engine_;
  HiddenSearch hidden_{now_, book_, Way::move};
  HiddenSearch after_{now_, book_, Way::position_after};
};

TEST_F(HiddenSearchTest, ComparesTheBooksMoveWithTheEnginesOwnChoice) {
  EXPECT_EQ(verdict(scored(50), scored(-10)), Verdict::kept);
  EXPECT_EQ(verdict(scored(50), scored(-11)), Verdict::dropped);
  EXPECT_EQ(verdict(scored(-10), scored(50)), Verdict::kept);
  set(OptionId::book_verify_margin, "0");
  EXPECT_EQ(verdict(scored(50), scored(50)), Verdict::kept);
  EXPECT_EQ(verdict(scored(50), scored(49)), Verdict::dropped);
}

TEST_F(HiddenSearchTest, HoldsAMateForMoreThanAnyScore) {
  EXPECT_EQ(verdict(scored(3, true), scored(9000)), Verdict::dropped);
  EXPECT_EQ(verdict(scored(-9000), scored(-3, true)), Verdict::dropped);
  EXPECT_EQ(verdict(scored(9000), scored(12, true)), Verdict::kept);
  EXPECT_EQ(verdict(scored(3, true), scored(9, true)), Verdict::kept);
  EXPECT_EQ(verdict(scored(-3, true), scored(-9000)), Verdict::kept);
}

TEST_F(HiddenSearchTest, TakesTheScoreOfThePositionBehindForTheOpponents) {
  EXPECT_EQ(verdict(after_, scored(50), scored(-40)), Verdict::kept);
  EXPECT_EQ(verdict(after_, scored(50), scored(40)), Verdict::dropped);
  EXPECT_EQ(verdict(after_, scored(50), scored(5, true)), Verdict::dropped);
  EXPECT_EQ(verdict(after_, scored(50), scored(-5, true)), Verdict::kept);
}

TEST_F(HiddenSearchTest, KeepsAMoveOfWhichTheEngineSaysNothing) {
  EXPECT_EQ(verdict({}, scored(-500)), Verdict::kept);
  EXPECT_EQ(verdict(scored(50), {}), Verdict::kept);
}

TEST_F(HiddenSearchTest, CountsTheLastScoreOfTheFirstVariation) {
  protocol::Info second = scored(-900);
  second.multipv = 2;
  ASSERT_TRUE(verify("e2e4"));
  hidden_.hear(scored(-900));
  hidden_.hear(scored(50));
  EXPECT_EQ(ended(second, "d2d4"), Verdict::pending);
  EXPECT_EQ(ended(scored(-100), "e2e4"), Verdict::dropped);
  EXPECT_EQ(hidden_.words(), "book move e2e4 dropped: -1.00 against +0.50 of its own choice d2d4");
}

/// The wait is for two searches, and for the delay of a late engine. They take at most a tenth and a
/// twentieth of the clock.
TEST_F(HiddenSearchTest, WaitsNoLongerThanTheClockAllows) {
  struct Case {
    std::int64_t clock;
    const char* time;
    std::chrono::milliseconds wait;
  };
  for (const Case& told :
       {Case{60'000, "1000", 3000ms}, Case{60'000, "50", 300ms}, Case{2'000, "1000", 300ms}}) {
    limits_.white_time = told.clock;
    set(OptionId::book_verify, told.time);
    effects_ = {};
    hidden_.new_game();
    now_ = 5000ms;
    ASSERT_TRUE(verify("e2e4"));
    ASSERT_EQ(effects_.timers.size(), 1U);
    EXPECT_EQ(effects_.timers.front().delay, told.wait);
    now_ += told.wait - 1ms;
    EXPECT_FALSE(hidden_.gives_up(effects_));
    EXPECT_TRUE(effects_.log.empty());
    now_ += 1ms;
    EXPECT_TRUE(hidden_.gives_up(effects_));
    ASSERT_EQ(effects_.log.size(), 1U);
    EXPECT_EQ(effects_.log.front().text, "book move e2e4 is played unverified: the engine is late");
    EXPECT_FALSE(hidden_.gives_up(effects_));
  }
  EXPECT_EQ(engine_.stops, 3);
}

TEST_F(HiddenSearchTest, RestrictsASearchToTheMoveForATime) {
  ASSERT_TRUE(verify("e2e4"));
  EXPECT_EQ(engine_.limits.move_time, 1000);
  EXPECT_FALSE(engine_.limits.restricted);
  ASSERT_EQ(ended(scored(50), "d2d4"), Verdict::pending);
  EXPECT_EQ(engine_.limits.move_time, 1000);
  EXPECT_THAT(engine_.limits.search_moves, ElementsAre("e2e4"));
  EXPECT_EQ(engine_.plies, 0U);
  EXPECT_EQ(engine_.searches, 2);
}

TEST_F(HiddenSearchTest, StopsTheSearchOfThePositionBehindAMoveWhenItsTimeIsOver) {
  ASSERT_TRUE(verify(after_, "e2e4"));
  EXPECT_TRUE(engine_.limits.infinite);
  EXPECT_EQ(engine_.plies, 0U);
  now_ = 999ms;
  after_.time_over(effects_);
  EXPECT_EQ(engine_.stops, 0);
  now_ = 1000ms;
  after_.time_over(effects_);
  after_.time_over(effects_);
  EXPECT_EQ(engine_.stops, 1);
  ASSERT_EQ(ended(after_, scored(50), "d2d4"), Verdict::pending);
  EXPECT_TRUE(engine_.limits.infinite);
  EXPECT_FALSE(engine_.limits.restricted);
  EXPECT_EQ(engine_.plies, 1U);
}

TEST_F(HiddenSearchTest, LeavesTheEndOfASearchWithATimeToTheEngine) {
  ASSERT_TRUE(verify("e2e4"));
  now_ = 1000ms;
  hidden_.time_over(effects_);
  EXPECT_EQ(engine_.stops, 0);
  EXPECT_EQ(ended(scored(50), "e2e4"), Verdict::kept);
}

TEST_F(HiddenSearchTest, EndsASearchOnceAndGivesNoVerdictOnIt) {
  ASSERT_TRUE(verify("e2e4"));
  hidden_.drop(effects_);
  hidden_.drop(effects_);
  EXPECT_EQ(engine_.drops, 1);
  EXPECT_FALSE(hidden_.runs());
  EXPECT_EQ(ended(scored(50), "e2e4"), Verdict::pending);
  EXPECT_EQ(engine_.searches, 1);
}

TEST_F(HiddenSearchTest, NeedsOneSearchForTheEnginesOwnChoiceAndNoneForWhatItKnows) {
  ASSERT_TRUE(verify("e2e4"));
  EXPECT_EQ(ended({}, "e2e4"), Verdict::kept);
  EXPECT_FALSE(verify("e2e4"));
  ASSERT_TRUE(verify("g2g4"));
  EXPECT_TRUE(engine_.limits.restricted);
  hidden_.new_game();
  EXPECT_TRUE(verify("e2e4"));
  EXPECT_FALSE(engine_.limits.restricted);
}

TEST_F(HiddenSearchTest, ComparesFurtherMovesWithTheSameChoice) {
  ASSERT_TRUE(verify("g2g4"));
  ASSERT_EQ(ended(scored(50), "d2d4"), Verdict::pending);
  ASSERT_EQ(ended(scored(-100), "g2g4"), Verdict::dropped);
  EXPECT_FALSE(verify("d2d4"));
  ASSERT_TRUE(verify("e2e4"));
  EXPECT_TRUE(engine_.limits.restricted);
  EXPECT_EQ(ended(scored(40), "e2e4"), Verdict::kept);
}

TEST_F(HiddenSearchTest, TakesNoMoreThanAPartOfTheTimeThereIs) {
  limits_.white_time = 2000;
  ASSERT_TRUE(verify("e2e4"));
  EXPECT_EQ(engine_.limits.move_time, 100);
  limits_.move_time = 2000;
  ASSERT_TRUE(verify("e2e4"));
  EXPECT_EQ(engine_.limits.move_time, 500);
  limits_.move_time = 39;
  EXPECT_FALSE(verify("e2e4"));
  limits_ = {};
  limits_.depth = 5;
  ASSERT_TRUE(verify("e2e4"));
  EXPECT_EQ(engine_.limits.move_time, 1000);
}

TEST_F(HiddenSearchTest, IsOffUnlessWanted) {
  set(OptionId::book_verify, "0");
  EXPECT_FALSE(verify("e2e4"));
  EXPECT_TRUE(effects_.log.empty());
}

TEST_F(HiddenSearchTest, NeedsNoEngineWhereThereIsNoChoiceOrNothingBehind) {
  game_ = *game::Game().from_fen("7k/8/8/8/8/8/1r6/K7 w - - 0 1");
  EXPECT_FALSE(verify(after_, "a1b2"));
  game_ = *game::Game().from_fen("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
  EXPECT_FALSE(verify(after_, "a1a8"));
}

TEST_F(HiddenSearchTest, KeepsItsResultsForAStoreOnly) {
  const auto with_pv = [](protocol::Info info, std::string_view pv) {
    info.pv = pv;
    return info;
  };
  const protocol::Info own = with_pv(scored(50), "1. d4 d5");
  (void)verdict(after_, own, with_pv(scored(5, true), "d7d5 2. exd5"));
  EXPECT_TRUE(effects_.verdicts.empty());
  set(OptionId::book_verify_store, "my.db");
  (void)verdict(after_, own, with_pv(scored(5, true), "d7d5 2. exd5"));
  ASSERT_EQ(effects_.verdicts.size(), 2U);
  EXPECT_EQ(effects_.verdicts[0].position.key(), game_.position()->key());
  EXPECT_THAT(effects_.verdicts[0].variation.front(), *game_.read_uci("d2d4"));
  game_.push(*game_.read_uci("e2e4"));
  EXPECT_EQ(effects_.verdicts[1].position.key(), game_.position()->key());
  EXPECT_EQ(effects_.verdicts[1].score.value, 5);
  EXPECT_EQ(effects_.verdicts[1].variation.size(), 2U);
  EXPECT_EQ(effects_.verdicts[1].time, 1000ms);
}

TEST_F(HiddenSearchTest, LetsTheBookPlayADroppedMoveNoMoreInThisGame) {
  FakeBook::Entries entries;
  entries[chess::Position().key()] = {{"e2e4", 6}, {"d2d4", 3}};
  set(OptionId::book_random, "false");
  set(OptionId::book, "true");
  EXPECT_EQ(book_.open(effects_), 1U);
  book_.use(0, std::make_unique<FakeBook>(entries));
  ASSERT_EQ(book_.move(game_, effects_), game_.read_uci("e2e4"));
  ASSERT_TRUE(verify("e2e4"));
  ASSERT_EQ(ended(scored(50), "d2d4"), Verdict::pending);
  ASSERT_EQ(ended(scored(-50), "e2e4"), Verdict::dropped);
  EXPECT_EQ(book_.move(game_, effects_), game_.read_uci("d2d4"));
  EXPECT_EQ(book_.best(game_), game_.read_uci("d2d4"));
  hidden_.new_game();
  EXPECT_EQ(book_.move(game_, effects_), game_.read_uci("e2e4"));
}

TEST(Worth, OfAMateIsBeyondThatOfAnyScore) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const auto mate = [](std::int64_t moves) { return worth_of({.is_mate = true, .value = moves}); };
  EXPECT_LT(worth_of({.value = kMost}), mate(kMost));
  EXPECT_LT(mate(9), mate(2));
  EXPECT_GT(worth_of({.value = -kMost}), mate(-kMost));
  EXPECT_GT(mate(-9), mate(-2));
  EXPECT_GT(mate(-1), mate(0)) << "mated already";
  EXPECT_EQ(worth_in_words(mate(3)), "mates in 3");
  EXPECT_EQ(worth_in_words(mate(0)), "mated in 0");
  EXPECT_EQ(worth_in_words(worth_of({.value = -35})), "-0.35");
}

}  // namespace
}  // namespace polyglot::session
