// SPDX-License-Identifier: MIT
#include "session/books/book_verification.hpp"
#include <limits>

#include <gmock/gmock.h>

#include "session/fake_book.hpp"

namespace polyglot::session {
namespace {

using namespace std::chrono_literals;
using config::OptionId;
using std::chrono::milliseconds;
using ::testing::ElementsAre;
using Search = BookVerification::Search;
using Verdict = BookVerification::Verdict;

protocol::Info scored(std::int64_t value, bool is_mate = false) {
  protocol::Info info;
  info.score = protocol::Score{.is_mate = is_mate, .value = value};
  return info;
}

class BookVerificationTest : public testing::Test {
 protected:
  BookVerificationTest() {
    set(OptionId::book_verify, "1000");
    set(OptionId::book_verify_margin, "60");
    limits_.white_time = limits_.black_time = 60'000;
  }

  void set(OptionId id, std::string_view value) {
    ASSERT_TRUE(options_.set(id, value));
    book_.set_policy(options_);
  }
  [[nodiscard]] bool begin(BookVerification& verification, std::string_view move) {
    return verification.begin(game_, *game_.read_uci(move), limits_, castling_, now_, effects_);
  }
  Verdict end_search(BookVerification& verification, const protocol::Info& info, std::string_view best) {
    verification.hear(info);
    return verification.end_search(game_.read_uci(best), effects_);
  }
  /// The verdict on e2e4, where the engine would play d2d4.
  Verdict verdict(const protocol::Info& own, const protocol::Info& of_book_move,
                  Search search = Search::move) {
    BookVerification verification(book_, search);
    verification.new_game();
    EXPECT_TRUE(begin(verification, "e2e4"));
    EXPECT_EQ(end_search(verification, own, "d2d4"), Verdict::pending);
    return end_search(verification, of_book_move, "e2e4");
  }

  static constexpr auto castling_ = game::CastlingNotation::king_to_destination;

  config::Options options_;
  BookPlayer book_{book::make_random_source(1), 1};
  game::Game game_;
  protocol::SearchLimits limits_;
  std::chrono::milliseconds now_{0};
  Effects effects_;
};

TEST_F(BookVerificationTest, ComparesTheBooksMoveWithTheEnginesOwnChoice) {
  EXPECT_EQ(verdict(scored(50), scored(-10)), Verdict::kept);
  EXPECT_EQ(verdict(scored(50), scored(-11)), Verdict::dropped);
  EXPECT_EQ(verdict(scored(-10), scored(50)), Verdict::kept);
  set(OptionId::book_verify_margin, "0");
  EXPECT_EQ(verdict(scored(50), scored(50)), Verdict::kept);
  EXPECT_EQ(verdict(scored(50), scored(49)), Verdict::dropped);
}

TEST_F(BookVerificationTest, HoldsAMateForMoreThanAnyScore) {
  EXPECT_EQ(verdict(scored(3, true), scored(9000)), Verdict::dropped);
  EXPECT_EQ(verdict(scored(-9000), scored(-3, true)), Verdict::dropped);
  EXPECT_EQ(verdict(scored(9000), scored(12, true)), Verdict::kept);
  EXPECT_EQ(verdict(scored(3, true), scored(9, true)), Verdict::kept);
  EXPECT_EQ(verdict(scored(-3, true), scored(-9000)), Verdict::kept);
}

TEST_F(BookVerificationTest, TakesTheScoreOfThePositionBehindForTheOpponents) {
  EXPECT_EQ(verdict(scored(50), scored(-40), Search::position_after), Verdict::kept);
  EXPECT_EQ(verdict(scored(50), scored(40), Search::position_after), Verdict::dropped);
  EXPECT_EQ(verdict(scored(50), scored(5, true), Search::position_after), Verdict::dropped);
  EXPECT_EQ(verdict(scored(50), scored(-5, true), Search::position_after), Verdict::kept);
}

TEST_F(BookVerificationTest, KeepsAMoveOfWhichTheEngineSaysNothing) {
  EXPECT_EQ(verdict({}, scored(-500)), Verdict::kept);
  EXPECT_EQ(verdict(scored(50), {}), Verdict::kept);
}

TEST_F(BookVerificationTest, CountsTheLastScoreOfTheFirstVariation) {
  protocol::Info second = scored(-900);
  second.multipv = 2;
  BookVerification verification(book_, Search::move);
  ASSERT_TRUE(begin(verification, "e2e4"));
  verification.hear(scored(-900));
  verification.hear(scored(50));
  EXPECT_EQ(end_search(verification, second, "d2d4"), Verdict::pending);
  EXPECT_EQ(end_search(verification, scored(-100), "e2e4"), Verdict::dropped);
  EXPECT_EQ(verification.words(), "book move e2e4 dropped: -1.00 against +0.50 of its own choice d2d4");
}

/// The wait is for two searches, and for the delay of a late engine. They take at most a tenth and a
/// twentieth of the clock.
TEST_F(BookVerificationTest, WaitsNoLongerThanTheClockAllows) {
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
    BookVerification verification(book_, Search::move);
    verification.new_game();
    now_ = 5000ms;
    ASSERT_TRUE(begin(verification, "e2e4"));
    ASSERT_EQ(effects_.timers.size(), 1U);
    EXPECT_EQ(effects_.timers.front().delay, told.wait);
    EXPECT_FALSE(verification.give_up(now_ + told.wait - 1ms, effects_));
    EXPECT_TRUE(effects_.log.empty());
    EXPECT_TRUE(verification.give_up(now_ + told.wait, effects_));
    ASSERT_EQ(effects_.log.size(), 1U);
    EXPECT_EQ(effects_.log.front().text, "book move e2e4 is played unverified: the engine is late");
    verification.cancel();
    EXPECT_FALSE(verification.give_up(now_ + told.wait, effects_));
  }
}

TEST_F(BookVerificationTest, SaysWhatIsToBeSearched) {
  BookVerification verification(book_, Search::move);
  ASSERT_TRUE(begin(verification, "e2e4"));
  EXPECT_EQ(verification.limits().move_time, 1000);
  EXPECT_FALSE(verification.limits().restricted);
  EXPECT_EQ(verification.game().ply(), 0U);
  ASSERT_EQ(end_search(verification, scored(50), "d2d4"), Verdict::pending);
  EXPECT_EQ(verification.limits().move_time, 1000);
  EXPECT_THAT(verification.limits().search_moves, ElementsAre("e2e4"));
  EXPECT_EQ(verification.game().ply(), 1U);
}

TEST_F(BookVerificationTest, NeedsOneSearchForTheEnginesOwnChoiceAndNoneForWhatItKnows) {
  BookVerification verification(book_, Search::move);
  ASSERT_TRUE(begin(verification, "e2e4"));
  EXPECT_EQ(end_search(verification, {}, "e2e4"), Verdict::kept);
  EXPECT_FALSE(begin(verification, "e2e4"));
  ASSERT_TRUE(begin(verification, "g2g4"));
  EXPECT_TRUE(verification.searches_book_move());
  verification.new_game();
  EXPECT_TRUE(begin(verification, "e2e4"));
  EXPECT_FALSE(verification.searches_book_move());
}

TEST_F(BookVerificationTest, ComparesFurtherMovesWithTheSameChoice) {
  BookVerification verification(book_, Search::move);
  ASSERT_TRUE(begin(verification, "g2g4"));
  ASSERT_EQ(end_search(verification, scored(50), "d2d4"), Verdict::pending);
  ASSERT_EQ(end_search(verification, scored(-100), "g2g4"), Verdict::dropped);
  EXPECT_FALSE(begin(verification, "d2d4"));
  ASSERT_TRUE(begin(verification, "e2e4"));
  EXPECT_TRUE(verification.searches_book_move());
  EXPECT_EQ(end_search(verification, scored(40), "e2e4"), Verdict::kept);
}

TEST_F(BookVerificationTest, TakesNoMoreThanAPartOfTheTimeThereIs) {
  BookVerification verification(book_, Search::move);
  limits_.white_time = 2000;
  ASSERT_TRUE(begin(verification, "e2e4"));
  EXPECT_EQ(verification.time(), milliseconds(100));
  limits_.move_time = 2000;
  ASSERT_TRUE(begin(verification, "e2e4"));
  EXPECT_EQ(verification.time(), milliseconds(500));
  limits_.move_time = 39;
  EXPECT_FALSE(begin(verification, "e2e4"));
  limits_ = {};
  limits_.depth = 5;
  ASSERT_TRUE(begin(verification, "e2e4"));
  EXPECT_EQ(verification.time(), milliseconds(1000));
}

TEST_F(BookVerificationTest, IsOffUnlessWanted) {
  set(OptionId::book_verify, "0");
  BookVerification verification(book_, Search::move);
  EXPECT_FALSE(begin(verification, "e2e4"));
  EXPECT_TRUE(effects_.log.empty());
}

TEST_F(BookVerificationTest, NeedsNoEngineWhereThereIsNoChoiceOrNothingBehind) {
  BookVerification verification(book_, Search::position_after);
  game_ = *game::Game().from_fen("7k/8/8/8/8/8/1r6/K7 w - - 0 1");
  EXPECT_FALSE(begin(verification, "a1b2"));
  game_ = *game::Game().from_fen("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
  EXPECT_FALSE(begin(verification, "a1a8"));
}

TEST_F(BookVerificationTest, LetsTheBookPlayADroppedMoveNoMoreInThisGame) {
  FakeBook::Entries entries;
  entries[chess::Position().key()] = {{"e2e4", 6}, {"d2d4", 3}};
  set(OptionId::book_random, "false");
  set(OptionId::book, "true");
  EXPECT_EQ(book_.open(options_, effects_), 1U);
  book_.use(0, std::make_unique<FakeBook>(entries));
  ASSERT_EQ(book_.move(game_, effects_), game_.read_uci("e2e4"));
  BookVerification verification(book_, Search::move);
  ASSERT_TRUE(begin(verification, "e2e4"));
  ASSERT_EQ(end_search(verification, scored(50), "d2d4"), Verdict::pending);
  ASSERT_EQ(end_search(verification, scored(-50), "e2e4"), Verdict::dropped);
  EXPECT_EQ(book_.move(game_, effects_), game_.read_uci("d2d4"));
  EXPECT_EQ(book_.best(game_), game_.read_uci("d2d4"));
  verification.new_game();
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
