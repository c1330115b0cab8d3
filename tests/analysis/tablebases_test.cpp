// SPDX-License-Identifier: MIT
#include <algorithm>
#include <deque>
#include <filesystem>
#include <utility>

#include <gmock/gmock.h>

#include <polyglot/analysis/tablebases.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/game/rules.hpp>

#include "analysis/lone_king.hpp"
#include "support/temporary_folder.hpp"
#include "test_paths.hpp"

namespace polyglot::analysis::test {
namespace {

using ::testing::Contains;
using ::testing::Not;
using ::testing::SizeIs;

game::Position few_men(std::string_view fen) {
  return chess::Position::from_fen(fen).value();
}

/// Two engines whose searches end at once.
class QuickEngines final : public Engines {
 public:
  QuickEngines() {
    judge_.engine = "Quick 1";
    judge_.settings = "Hash=2";
    judge_.multipv = 2;
  }
  [[nodiscard]] std::size_t count() const noexcept override { return 2; }
  [[nodiscard]] const Judge& judge() const noexcept override { return judge_; }
  void search(std::size_t engine, const game::Position& position) override {
    Verdict verdict{
        .moves = {{position.legal_moves().front(), Score::centipawns(1)}}, .depth = 1, .nodes = 9};
    verdict.variation = {verdict.moves.front().move};
    ended_.push_back({.engine = engine, .verdict = std::move(verdict)});
  }
  [[nodiscard]] std::optional<Finished> await(Clock::time_point) override {
    if (ended_.empty()) return std::nullopt;
    Finished next = std::move(ended_.front());
    ended_.pop_front();
    return next;
  }

 private:
  Judge judge_;
  std::deque<Finished> ended_;
};

TEST(EnginesWithTables, EndTheirSearchesBesideThem) {
  const game::Position few = few_men("8/8/8/8/8/2k5/8/KQ6 w - - 0 1");
  const game::Position fewer = few_men("8/8/8/8/8/2k5/8/K7 w - - 0 1");
  const auto tables = [&](const game::Position& position) -> std::optional<Verdict> {
    if (position.key() != few.key() && position.key() != fewer.key()) return std::nullopt;
    return Verdict{.moves = {{position.legal_moves().front(), Score::centipawns(0)}}};
  };
  QuickEngines alone;
  EnginesWithTablebases engines(alone, tables, 4);
  engines.search(0, game::Position());
  engines.search(1, few);
  const auto next = [&engines] { return engines.await(Engines::Clock::now()).value().engine; };
  EXPECT_EQ(next(), 0U) << "it can search again";
  engines.search(0, game::Position());
  EXPECT_EQ(next(), 0U);
  EXPECT_EQ(next(), 1U);
  EXPECT_FALSE(engines.await(Engines::Clock::now()));

  const polyglot::test::TemporaryFolder folder;
  auto store = Store::open(folder / "v.db").value();
  const game::Position other = few_men("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  const auto done = judge_all(store, engines, {few, game::Position(), fewer, other});
  ASSERT_TRUE(done) << done.error().to_string();
  EXPECT_EQ(done->judged, 4U);
  const auto judge = store.find_judge(engines.judge()).value().value();
  EXPECT_EQ(store.find(judge, other).value()->nodes, 9U);
  EXPECT_EQ(store.find(judge, fewer).value()->nodes, 0U);
}

/// Real tables of up to four men.
class RealTablebases : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string folder = std::string(POLYGLOT_SHARED_DATA) + "/syzygy";
    if (!std::filesystem::exists(folder + "/KQvK.rtbw")) GTEST_SKIP() << folder << " has no tablebases";
    auto opened = Tablebases::open(folder);
    if (!opened) GTEST_SKIP() << opened.error().to_string();
    tables_.emplace(*opened);
  }
  [[nodiscard]] int score(std::string_view fen) const {
    return tables_->judge(few_men(fen)).value().score().centipawns();
  }
  [[nodiscard]] std::string best(std::string_view fen) const {
    const game::Position position = few_men(fen);
    return game::to_san(position, tables_->judge(position).value().moves.front().move);
  }

  std::optional<Tablebases> tables_;
};

TEST_F(RealTablebases, KnowPositionsOfFewMen) {
  EXPECT_EQ(tables_->most_men(), 4);
  EXPECT_EQ(score("8/8/8/8/8/2k5/8/KQ6 w - - 0 1"), Score::kMostCentipawns);
  EXPECT_EQ(score("8/8/8/8/8/2k5/8/KQ6 b - - 0 1"), -Score::kMostCentipawns);
  EXPECT_EQ(score("8/8/8/8/8/1k6/8/KN6 w - - 0 1"), 0);
  EXPECT_EQ(score("8/8/8/8/4k3/8/4P3/4K3 b - - 99 90"), 0) << "the counters do not count";
}

TEST(LoneKings, LoseAsOftenAsIsKnown) {
  const LoneKingEnding queens('Q');
  const LoneKingEnding rooks('R');
  const LoneKingEnding pawns('P', &queens, &rooks);
  const auto count = [](const LoneKingEnding& ending, bool white_moves) {
    std::pair<int, int> legal_and_won;
    for (const LoneKing& at : ending.positions()) {
      if (at.white_moves != white_moves) continue;
      ++legal_and_won.first;
      if (ending.is_won(at)) ++legal_and_won.second;
    }
    return legal_and_won;
  };
  // With White to move, a queen or a rook always wins.
  EXPECT_EQ(count(queens, true), std::pair(144508, 144508));
  EXPECT_EQ(count(queens, false), std::pair(223944, 200896));
  EXPECT_EQ(count(rooks, true), std::pair(175168, 175168));
  EXPECT_EQ(count(rooks, false), std::pair(223944, 201700));
  EXPECT_EQ(count(pawns, true), std::pair(163328, 124960));
  EXPECT_EQ(count(pawns, false), std::pair(168024, 97604));
}

TEST_F(RealTablebases, AgreeWithEndingsThatAreSolvedFromTheRules) {
  const LoneKingEnding queens('Q');
  const LoneKingEnding rooks('R');
  const LoneKingEnding pawns('P', &queens, &rooks);
  // A prime, so that all files, ranks and sides are among them.
  constexpr std::size_t kPart = 37;
  std::size_t compared = 0;
  for (const auto& [letter, ending] : {std::pair('Q', &queens), {'R', &rooks}, {'P', &pawns}}) {
    const auto all = ending->positions();
    for (std::size_t i = 0; i < all.size(); i += kPart) {
      const game::Position position = few_men(all[i].fen(letter));
      if (!position.has_legal_move()) continue;
      const int won = all[i].white_moves ? Score::kMostCentipawns : -Score::kMostCentipawns;
      const auto verdict = tables_->judge(position);
      ASSERT_TRUE(verdict) << position.to_fen();
      EXPECT_EQ(verdict->score().centipawns(), ending->is_won(all[i]) ? won : 0) << position.to_fen();
      ++compared;
    }
  }
  EXPECT_GT(compared, 20000U);
}

TEST_F(RealTablebases, MakeProgress) {
  EXPECT_EQ(best("7k/8/6K1/8/8/8/8/R7 w - - 0 1"), "Ra8#");
  EXPECT_EQ(best("8/4P3/8/8/8/k7/8/K7 w - - 0 1"), "e8=Q");
  EXPECT_EQ(best("k7/2Q5/8/8/8/8/7p/K7 w - - 0 1"), "Qxh2");
  EXPECT_NE(best("5k2/8/4K3/8/8/8/8/7R b - - 0 1"), "Ke8") << "it is mated at once";
}

TEST_F(RealTablebases, ScoreEveryLegalMove) {
  const auto verdict = tables_->judge(few_men("8/8/8/3Pp3/8/8/8/K1k5 w - e6 0 1"));
  ASSERT_TRUE(verdict);
  EXPECT_THAT(verdict->moves, SizeIs(3)) << "the capture en passant among them";
  EXPECT_EQ(verdict->variation.front(), verdict->moves.front().move);
}

TEST_F(RealTablebases, CountTheQuietMovesOfAGame) {
  const auto judge = [this](std::string_view fen) {
    return tables_->judge(game::Game().from_fen(fen).value()).value();
  };
  const auto won = judge("7k/8/5K2/8/8/8/8/R7 w - - 0 1");
  EXPECT_EQ(won.points, 1);
  EXPECT_TRUE(won.is_certain);
  EXPECT_GT(won.moves.size(), 1U);
  EXPECT_EQ(judge("7k/8/6K1/8/8/8/8/R7 w - - 99 90").points, 1) << "mate at once";
  EXPECT_THAT(judge("7k/8/6K1/8/8/8/8/R7 w - - 99 90").moves, SizeIs(1));
  EXPECT_EQ(judge("7k/8/5K2/8/8/8/8/R7 w - - 98 90").points, 0) << "the fifty moves end first";
  EXPECT_TRUE(judge("7k/8/5K2/8/8/8/8/R7 w - - 98 90").is_certain);
  EXPECT_EQ(judge("7k/8/5K2/8/8/8/8/R7 b - - 10 90").points, -1);
  EXPECT_EQ(judge("8/8/8/4k3/8/4K3/8/3NN3 w - - 0 1").points, 0);
  EXPECT_FALSE(tables_->judge(game::Game()));
}

/// Every position is judged the same way, whatever the counter is: only a longer way than it allows draws.
TEST_F(RealTablebases, NeverSayThatALongerWayIsCertain) {
  const auto judge = [this](int quiet) {
    const std::string fen = "8/8/8/4k3/8/8/3BN3/3K4 w - - " + std::to_string(quiet) + " 80";
    return tables_->judge(game::Game().from_fen(fen).value()).value();
  };
  std::string course;
  for (int quiet = 0; quiet < 100; ++quiet) {
    const auto verdict = judge(quiet);
    const char now = verdict.points == 0 ? 'd' : verdict.is_certain ? 'w' : '?';
    if (course.empty() || course.back() != now) course += now;
  }
  EXPECT_EQ(course, "w?d");
}

TEST_F(RealTablebases, KnowThatARepetitionDraws) {
  game::Game game = game::Game().from_fen("7k/8/5K2/8/8/8/8/R7 w - - 0 1").value();
  const game::Move best = tables_->judge(game).value().moves.front();
  const std::string text = game.to_uci(best, game::CastlingNotation::king_takes_rook);
  // The position after it has been there twice.
  for (int i = 0; i < 2; ++i) {
    game.push(*game.read_uci(text));
    game.push(*game.read_uci("h8g8"));
    game.push(*game.read_uci(text.substr(2) + text.substr(0, 2)));
    game.push(*game.read_uci("g8h8"));
  }
  const auto verdict = tables_->judge(game).value();
  EXPECT_EQ(verdict.points, 1);
  EXPECT_EQ(std::ranges::find(verdict.moves, best), verdict.moves.end());
}

TEST_F(RealTablebases, KnowThatAReplyMayRepeatThePosition) {
  game::Game game = game::Game().from_fen("6k1/8/5K2/8/8/8/8/R7 w - - 0 1").value();
  // The first position comes again. Black threatens to reach it a third time, now by way of another one.
  for (const char* const move : {"a1a2", "g8h8", "a2a1", "h8g8", "a1a2", "g8h7"})
    game.push(*game.read_uci(move));
  const auto verdict = tables_->judge(game).value();
  EXPECT_EQ(verdict.points, 1);
  EXPECT_THAT(verdict.moves, Contains(*game.read_uci("a2a3")));
  EXPECT_THAT(verdict.moves, Not(Contains(*game.read_uci("a2a1"))));
}

TEST_F(RealTablebases, KnowNothingElse) {
  EXPECT_FALSE(tables_->judge(game::Position())) << "too many men";
  EXPECT_FALSE(tables_->judge(few_men("4k3/8/8/8/8/8/8/4K2R w K - 0 1"))) << "it may still castle";
  EXPECT_FALSE(tables_->judge(few_men("4k3/8/8/8/8/8/8/4K2R b K - 0 1"))) << "and so may the other side";
  EXPECT_FALSE(
      tables_->judge(game::Rules::find("suicide")->read_fen("8/8/8/8/8/8/8/K1k5 w - - 0 1").value()));
}

/// A table says of a position what tables say of those after its moves.
TEST_F(RealTablebases, AgreeWithEachOther) {
  std::size_t positions = 0;
  for (int white = 0; white < 64; white += 9)
    for (int black = 0; black < 64; black += 5)
      for (int man = 9; man < 56; man += 7)
        for (const char* const piece : {"Q", "R", "P"}) {
          std::string board(64, '1');
          board.at(static_cast<std::size_t>(white)) = 'K';
          board.at(static_cast<std::size_t>(man)) = *piece;
          board.at(static_cast<std::size_t>(black)) = 'k';
          for (std::size_t row = 1; row < 8; ++row) board.insert(9 * row - 1, "/");
          const auto read = chess::Position::from_fen(board + (man % 2 == 0 ? " w - - 0 1" : " b - - 0 1"));
          if (!read || !read->has_legal_move()) continue;
          ++positions;
          const auto verdict = tables_->judge(*read);
          ASSERT_TRUE(verdict) << read->to_fen();
          for (const ScoredMove& scored : verdict->moves) {
            game::Position after = *read;
            after.make(scored.move);
            const int reply = after.has_legal_move() ? tables_->judge(after).value().score().centipawns()
                                                     : (after.outcome().winner ? -Score::kMostCentipawns : 0);
            ASSERT_EQ(scored.score.centipawns(), -reply) << read->to_fen();
          }
        }
  EXPECT_GT(positions, 500U);
}

TEST_F(RealTablebases, SpareTheEnginesAFarmThePositionsOfFewMen) {
  QuickEngines alone;
  EnginesWithTablebases engines(
      alone, [this](const game::Position& position) { return tables_->judge(position); },
      tables_->most_men());
  EXPECT_EQ(engines.judge().settings, "Hash=2;SyzygyMen=4");
  const polyglot::test::TemporaryFolder folder;
  auto store = Store::open(folder / "v.db").value();
  const game::Position few = few_men("8/8/8/8/8/2k5/8/KQ6 w - - 0 1");
  const auto done =
      judge_all(store, engines, {game::Position(), few, few_men("8/8/8/8/8/1k6/8/KN6 w - - 0 1")});
  ASSERT_TRUE(done) << done.error().to_string();
  EXPECT_EQ(done->judged, 3U);
  const auto judge = store.find_judge(engines.judge()).value().value();
  EXPECT_EQ(store.find(judge, game::Position()).value()->nodes, 9U);
  const auto exact = store.find(judge, few).value().value();
  EXPECT_EQ(exact.score().centipawns(), Score::kMostCentipawns);
  EXPECT_EQ(exact.nodes, 0U);
  EXPECT_GT(exact.date, 0);
  EXPECT_THAT(exact.moves, SizeIs(2)) << "as many as the engine would score";
}

}  // namespace
}  // namespace polyglot::analysis::test
