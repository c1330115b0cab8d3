// SPDX-License-Identifier: MIT
#include <polyglot/analysis/store.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/game/rules.hpp>

#include "support/temporary_folder.hpp"
#include "support/testing.hpp"

namespace polyglot::analysis::test {
namespace {

using Scores = std::vector<std::pair<std::string, Score>>;

class MoveJudgements : public ::testing::Test {
 protected:
  /// Puts a verdict on the position after some moves of `start_`.
  void judge(const std::vector<std::string>& line, const Scores& scores, std::uint64_t nodes = 100) {
    const game::Position position = after(line);
    Verdict verdict{.nodes = nodes};
    for (const auto& [move, score] : scores)
      verdict.moves.push_back({*game::move_from_uci(position, move), score});
    verdict.variation = {verdict.moves.front().move};
    const auto id = store_.add_judge({.engine = "Fish", .variant = variant_, .limits = {.nodes = nodes}});
    ASSERT_TRUE(store_.put(id.value(), position, verdict));
  }

  [[nodiscard]] game::Position after(const std::vector<std::string>& line) const {
    game::Position position = start_;
    for (const std::string& move : line) position.make(*game::move_from_uci(position, move));
    return position;
  }

  [[nodiscard]] std::optional<MoveJudgement> judgement(const std::string& move) const {
    const std::vector<game::Move> moves{*game::move_from_uci(start_, move)};
    return judge_moves(store_, start_, moves).value().front();
  }

  static Score cp(int value) { return Score::centipawns(value); }

  polyglot::test::TemporaryFolder folder_;
  Store store_ = std::move(Store::open(folder_ / "store.db")).value();
  game::Position start_;
  std::string variant_ = "normal";
};

TEST_F(MoveJudgements, TakeTheScoreOfALineBeforeThatOfTheNextPosition) {
  judge({}, {{"e2e4", cp(30)}, {"d2d4", cp(20)}});
  judge({"d2d4"}, {{"d7d5", cp(50)}});
  const auto found = judgement("d2d4");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->score, cp(20));
  EXPECT_EQ(found->best.score, cp(30));
  EXPECT_EQ(found->loss(), 10);
  EXPECT_THAT(found->refutation, ElementsAre(*game::move_from_uci(after({"d2d4"}), "d7d5")));
  EXPECT_EQ(judgement("e2e4")->loss(), 0);
  EXPECT_THAT(judgement("e2e4")->refutation, IsEmpty());
}

TEST_F(MoveJudgements, TakeTheScoreOfTheNextPositionOtherwise) {
  judge({}, {{"e2e4", cp(30)}});
  judge({"g2g4"}, {{"d7d5", cp(120)}});
  EXPECT_EQ(judgement("g2g4")->score, cp(-120));
  EXPECT_EQ(judgement("g2g4")->loss(), 150);
  EXPECT_EQ(judgement("a2a3"), std::nullopt);
  judge({"a2a3"}, {{"e7e5", cp(-40)}});
  EXPECT_EQ(judgement("a2a3")->loss(), 0) << "better than the choice of the engine";
}

TEST_F(MoveJudgements, CompareLikeWithLike) {
  judge({}, {{"e2e4", cp(80)}});
  judge({"g2g4"}, {{"d7d5", cp(60)}});
  judge({"e2e4"}, {{"e7e5", cp(-20)}});
  EXPECT_EQ(judgement("g2g4")->best.score, cp(20)) << "both by the positions after the moves";
  EXPECT_EQ(judgement("g2g4")->loss(), 80);
  judge({"e2e4"}, {{"e7e5", cp(-90)}});
  EXPECT_EQ(judgement("g2g4")->loss(), 140) << "the lower one counts";
}

TEST_F(MoveJudgements, NeverMixJudges) {
  judge({}, {{"e2e4", cp(30)}}, 100);
  judge({"g2g4"}, {{"d7d5", cp(120)}}, 500);
  EXPECT_EQ(judgement("g2g4"), std::nullopt);
  judge({}, {{"e2e4", cp(40)}, {"d2d4", cp(40)}}, 500);
  EXPECT_EQ(judgement("g2g4")->loss(), 160);
  judge({"g2g4"}, {{"d7d5", cp(60)}}, 100);
  EXPECT_EQ(judgement("g2g4")->loss(), 160) << "the search with most nodes counts";
}

TEST_F(MoveJudgements, KnowWhoWinsByLosingAllPieces) {
  const auto rules = game::Rules::find("suicide").value();
  variant_ = rules.name();
  start_ = rules.read_fen("8/8/8/8/8/pR6/8/R7 w - - 0 1").value();
  judge({}, {{"a1a3", cp(-5)}});
  EXPECT_EQ(judgement("b3a3")->score, Score::mate(0)) << "Black has no pieces, and wins";
}

TEST_F(MoveJudgements, KnowMatesAndStalemates) {
  start_ = chess::Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1").value();
  judge({}, {{"f7g7", Score::mate(1)}});
  EXPECT_EQ(judgement("f7f8")->score, Score::mate(1)) << "mate, although the store has no verdict";
  EXPECT_EQ(judgement("f7f8")->loss(), 0);
  start_ = chess::Position::from_fen("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1").value();
  judge({}, {{"g5g6", Score::mate(2)}});
  EXPECT_EQ(judgement("f7f6"), std::nullopt);
  judge({"f7f6"}, {{"h8g8", Score::mate(-5)}});
  EXPECT_EQ(judgement("f7f6")->score, Score::mate(6));
  EXPECT_EQ(judgement("f7f6")->loss(), 0) << "a later mate is a mate";
  start_ = chess::Position::from_fen("7k/8/8/6K1/8/8/8/5Q2 w - - 0 1").value();
  EXPECT_EQ(judgement("f1f7"), std::nullopt) << "nothing to compare with";
  judge({}, {{"g5g6", Score::mate(3)}});
  EXPECT_EQ(judgement("f1f7")->score, cp(0)) << "stalemate";
  EXPECT_EQ(judgement("f1f7")->loss(), Score::kMostCentipawns);
}

}  // namespace
}  // namespace polyglot::analysis::test
