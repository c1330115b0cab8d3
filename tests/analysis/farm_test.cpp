// SPDX-License-Identifier: MIT
#include <deque>

#include <polyglot/analysis/farm.hpp>
#include <polyglot/chess/position.hpp>

#include "support/temporary_folder.hpp"
#include "support/testing.hpp"

namespace polyglot::analysis::test {
namespace {

/// Engines that answer in the order of the questions, and fail where they are told to.
class ObedientEngines final : public Engines {
 public:
  explicit ObedientEngines(std::size_t count) : count_(count) {
    judge_.engine = "Obedient 1";
    judge_.limits.nodes = 1;
  }

  [[nodiscard]] std::size_t count() const noexcept override { return count_; }
  [[nodiscard]] const Judge& judge() const noexcept override { return judge_; }
  void search(std::size_t engine, const game::Position& position) override {
    searches_.emplace_back(engine, position);
    most_ = std::max(most_, searches_.size());
  }
  [[nodiscard]] std::optional<Finished> await(Clock::time_point) override {
    const auto [engine, position] = searches_.front();
    searches_.pop_front();
    if (failures[position.key()]-- > 0) return Finished{engine, Error{"it failed"}};
    Verdict verdict{.moves = {{position.legal_moves().front(), Score::centipawns(1)}}, .depth = 1};
    verdict.variation = {verdict.moves.front().move};
    if (after_search) after_search();
    return Finished{engine, verdict};
  }
  [[nodiscard]] std::size_t most_at_once() const noexcept { return most_; }

  std::map<chess::Key, int> failures;
  std::function<void()> after_search;

 private:
  std::size_t count_;
  Judge judge_;
  std::deque<std::pair<std::size_t, game::Position>> searches_;
  std::size_t most_ = 0;
};

class FarmTest : public ::testing::Test {
 protected:
  FarmTest() {
    for (const chess::Move move : chess::Position().legal_moves()) {
      game::Position position;
      position.make(move);
      positions_.push_back(position);
    }
  }

  polyglot::test::TemporaryFolder folder_;
  Store store_ = std::move(Store::open(folder_ / "store.db")).value();
  std::vector<game::Position> positions_;
};

TEST_F(FarmTest, JudgesEachPositionOnce) {
  ObedientEngines engines(3);
  auto done = judge_all(store_, engines, positions_).value();
  EXPECT_EQ(done.judged, 20U);
  EXPECT_FALSE(done.stopped);
  EXPECT_EQ(engines.most_at_once(), 3U);
  done = judge_all(store_, engines, positions_).value();
  EXPECT_EQ(done.judged, 0U);
  EXPECT_EQ(done.known, 20U);
  EXPECT_EQ(store_.size().value(), 20U);
}

TEST_F(FarmTest, LeavesOutFinishedGames) {
  ObedientEngines engines(1);
  const game::Position mated = chess::Position::from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").value();
  EXPECT_EQ(judge_all(store_, engines, {mated}).value().total, 0U);
}

TEST_F(FarmTest, StopsAndGoesOnLater) {
  ObedientEngines engines(2);
  std::atomic<bool> stop = false;
  int searches = 0;
  engines.after_search = [&] { stop = ++searches == 5; };
  auto done = judge_all(store_, engines, positions_, {.stop = &stop}).value();
  EXPECT_TRUE(done.stopped);
  EXPECT_EQ(store_.size().value(), 5U);
  ObedientEngines one(1);
  stop = false;
  one.after_search = [&] { stop = true; };
  done = judge_all(store_, one, positions_, {.stop = &stop}).value();
  EXPECT_EQ(done.judged, 1U);
  EXPECT_TRUE(done.stopped) << "although no engine searched";
  ObedientEngines others(2);
  done = judge_all(store_, others, positions_).value();
  EXPECT_EQ(done.judged, 14U);
  EXPECT_FALSE(done.stopped);
}

TEST_F(FarmTest, ReportsEachVerdict) {
  ObedientEngines engines(1);
  std::vector<std::uint64_t> judged;
  FarmRule rule;
  rule.report = [&](const FarmProgress& progress) { judged.push_back(progress.judged); };
  positions_.resize(3);
  ASSERT_TRUE(judge_all(store_, engines, positions_, rule));
  EXPECT_THAT(judged, ElementsAre(1, 2, 3));
}

TEST_F(FarmTest, GivesAPositionUpAfterTwoFailures) {
  ObedientEngines engines(1);
  engines.failures = {{positions_[3].key(), 1}, {positions_[7].key(), 2}};
  std::vector<std::string> warnings;
  FarmRule rule;
  rule.warn = [&](const std::string& text) { warnings.push_back(text); };
  const auto done = judge_all(store_, engines, positions_, rule).value();
  EXPECT_EQ(done.judged, 19U);
  EXPECT_EQ(done.failed, 1U);
  EXPECT_THAT(warnings, ElementsAre("it failed", "it failed", HasSubstr("it failed; no verdict on ")));
}

TEST_F(FarmTest, GoesOnAfterFailuresBetweenVerdicts) {
  ObedientEngines engines(1);
  for (const game::Position& position : positions_) engines.failures[position.key()] = 1;
  const auto done = judge_all(store_, engines, positions_).value();
  EXPECT_EQ(done.judged, 20U);
  EXPECT_EQ(done.failed, 0U);
}

TEST_F(FarmTest, EndsIfEverySearchFails) {
  ObedientEngines engines(1);
  for (const game::Position& position : positions_) engines.failures[position.key()] = 9;
  EXPECT_EQ(judge_all(store_, engines, positions_).error().what, "it failed");
}

}  // namespace
}  // namespace polyglot::analysis::test
