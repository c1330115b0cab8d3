// SPDX-License-Identifier: MIT
#include <polyglot/analysis/store.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/game/rules.hpp>

#include "analysis/sqlite.hpp"
#include "support/temporary_folder.hpp"
#include "support/testing.hpp"

namespace polyglot::analysis::test {
namespace {

game::Position position_of(const std::string& fen) {
  return chess::Position::from_fen(fen).value();
}

/// A verdict with some moves of a position, in UCI, and their scores.
Verdict verdict_of(const game::Position& position, const std::vector<std::pair<std::string, int>>& moves) {
  Verdict verdict{
      .moves = {}, .variation = {}, .depth = 12, .nodes = 50000, .milliseconds = 40, .date = 1000};
  for (const auto& [move, score] : moves)
    verdict.moves.push_back({*game::move_from_uci(position, move), Score::centipawns(score)});
  verdict.variation = {verdict.moves.front().move};
  return verdict;
}

/// Adds moves to the variation, and returns the position after them.
game::Position add_line(Verdict& verdict, game::Position position, const std::vector<const char*>& moves) {
  for (const char* const move : moves) {
    verdict.variation.push_back(*game::move_from_uci(position, move));
    position.make(verdict.variation.back());
  }
  return position;
}

const Judge kJudge{
    .engine = "Fish 1", .settings = "Hash=64", .variant = "normal", .limits = {.nodes = 50000}, .multipv = 2};

/// Changes a store or another database by SQL.
void execute(const std::string& path, const std::string& sql) {
  Database::open(path, Database::Access::write, Store::kPatience).execute(sql);
}

class StoreTest : public ::testing::Test {
 protected:
  [[nodiscard]] Store open(const std::string& name = "store.db") const {
    return std::move(Store::open(folder_ / name)).value();
  }
  [[nodiscard]] Store open_to_read() const {
    return std::move(Store::open_to_read(folder_ / "store.db")).value();
  }

  polyglot::test::TemporaryFolder folder_;
};

TEST_F(StoreTest, RefusesTablesOfOthers) {
  constexpr const char* kVerdicts =
      "key INTEGER, position ANY, judge INTEGER, score INTEGER, moves ANY, scores BLOB, variation ANY, depth "
      "INTEGER, nodes INTEGER, milliseconds INTEGER, date INTEGER, wins INTEGER, draws INTEGER";
  const std::string columns(kVerdicts);
  for (const std::string& sql :
       {"DROP TABLE verdicts; CREATE VIEW verdicts AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + "
        "1 "
        "FROM n) SELECT i AS key, i AS position, i AS judge, i AS score, i AS moves, i AS scores, i AS "
        "variation, i AS depth, i AS nodes, i AS milliseconds, i AS date, i AS wins, i AS draws FROM n" +
            std::string(),
        "CREATE TRIGGER t AFTER INSERT ON verdicts BEGIN DELETE FROM verdicts; END" + std::string(),
        "DROP TABLE verdicts; CREATE TABLE verdicts(" + columns + ", more AS (abs(key)))",
        "DROP TABLE judges; CREATE TABLE judges(id INTEGER)" + std::string()}) {
    std::filesystem::remove(folder_ / "store.db");
    (void)open();
    execute(folder_ / "store.db", sql);
    for (const auto& opened :
         {Store::open(folder_ / "store.db").error(), Store::open_to_read(folder_ / "store.db").error()})
      EXPECT_THAT(opened.to_string(), HasSubstr("store.db: is not a store of verdicts")) << sql;
  }
}

TEST_F(StoreTest, KeepsVerdicts) {
  const game::Position start;
  Verdict verdict = verdict_of(start, {{"e2e4", 30}, {"d2d4", 25}});
  game::Position after = start;
  after.make(verdict.moves.front().move);
  (void)add_line(verdict, after, {"e7e5"});
  verdict.chances = Chances::of(200, 700, 100);
  {
    Store store = open();
    ASSERT_TRUE(store.put(store.add_judge(kJudge).value(), start, verdict));
  }
  const Store store = open_to_read();
  EXPECT_THAT(store.judges().value(), ElementsAre(Pair(1, kJudge)));
  EXPECT_EQ(store.find(1, start).value(), verdict);
  EXPECT_EQ(store.find(1, after).value(), std::nullopt);
  EXPECT_EQ(store.find(2, start).value(), std::nullopt);
}

TEST_F(StoreTest, KeepsEightMovesBehindTheBest) {
  const game::Position start;
  Verdict verdict = verdict_of(start, {{"e2e4", 30}});
  verdict.variation.clear();
  (void)add_line(verdict, start,
                 {"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1h1", "f8e7"});
  Store store = open();
  const auto judge = store.add_judge(kJudge).value();
  ASSERT_TRUE(store.put(judge, start, verdict));
  verdict.variation.pop_back();
  EXPECT_EQ(store.find(judge, start).value(), verdict);
}

TEST_F(StoreTest, ReportsDamagedVerdicts) {
  Store store = open();
  const auto judge = store.add_judge(kJudge).value();
  const game::Position start;
  for (const auto& [damage, message] :
       std::vector<std::pair<std::string, std::string>>{{"scores=x'00'", "a verdict is damaged"},
                                                        {"moves=x''", "a verdict is damaged"},
                                                        {"moves=x'00000000'", "a move that is not legal"},
                                                        {"variation=x'0000'", "a move that is not legal"}}) {
    ASSERT_TRUE(store.put(judge, start, verdict_of(start, {{"e2e4", 30}, {"d2d4", 25}})));
    execute(folder_ / "store.db", "UPDATE verdicts SET " + damage);
    for (const std::string& reported :
         {store.find(judge, start).error().to_string(), store.find_all(start).error().to_string()})
      EXPECT_THAT(reported, AllOf(HasSubstr("store.db: "), HasSubstr(message)));
  }
}

TEST_F(StoreTest, KeepsTheJudgesApart) {
  Store store = open();
  Judge other = kJudge;
  other.limits.nodes = 100000;
  const auto first = store.add_judge(kJudge).value();
  const auto second = store.add_judge(other).value();
  EXPECT_NE(first, second);
  EXPECT_EQ(store.add_judge(kJudge).value(), first);
  const game::Position start;
  const Verdict ours = verdict_of(start, {{"e2e4", 30}});
  const Verdict theirs = verdict_of(start, {{"d2d4", 0}});
  ASSERT_TRUE(store.put(first, start, ours));
  ASSERT_TRUE(store.put(second, start, theirs));
  EXPECT_THAT(store.find_all(start).value(), ElementsAre(Pair(first, ours), Pair(second, theirs)));
  EXPECT_EQ(store.size().value(), 2U);
}

TEST_F(StoreTest, KnowsAPositionByAllThatMatters) {
  Store store = open();
  const auto judge = store.add_judge(kJudge).value();
  // Castling rights, en passant and the side to move matter, the counters do not.
  const std::vector<std::string> fens{
      "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1",
      "r3k2r/8/8/8/8/8/8/R3K2R w KQq - 0 1",  "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
      "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",    "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
      "4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1",
  };
  std::vector<Verdict> verdicts;
  for (std::size_t i = 0; i < fens.size(); ++i) {
    const game::Position position = position_of(fens[i]);
    Verdict verdict{.moves = {{position.legal_moves().front(), Score::centipawns(static_cast<int>(i))}}};
    verdict.variation = {verdict.moves.front().move};
    ASSERT_TRUE(store.put(judge, position, verdict));
    verdicts.push_back(verdict);
  }
  for (std::size_t i = 0; i < fens.size(); ++i)
    EXPECT_EQ(store.find(judge, position_of(fens[i])).value(), verdicts[i]) << fens[i];
  EXPECT_TRUE(store.find(judge, position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 30")).value());
}

TEST_F(StoreTest, KeepsVariants) {
  const auto rules = game::Rules::find("crazyhouse").value();
  const game::Position start = rules.start();
  Verdict verdict{.moves = {{*game::move_from_uci(start, "g1f3"), Score::mate(-3)}}};
  const game::Position after = add_line(verdict, start, {"g1f3", "g8f6", "b1c3"});
  Store store = open();
  const auto judge = store.add_judge(kJudge).value();
  ASSERT_TRUE(store.put(judge, start, verdict));
  EXPECT_EQ(store.find(judge, start).value(), verdict);
  game::Position again = start;
  for (const char* const move : {"g1f3", "g8f6", "f3g1", "f6g8"})
    again.make(*game::move_from_uci(again, move));
  EXPECT_EQ(store.find(judge, again).value(), verdict) << "counters do not matter";
  EXPECT_EQ(store.find(judge, after).value(), std::nullopt);
}

TEST_F(StoreTest, KeepsChecksThatWereGivenApart) {
  const auto rules = game::Rules::find("3check").value();
  const auto with_checks = [&](const std::string& left) {
    return rules.read_fen("4k3/8/8/8/8/8/4P3/4K3 w - - " + left + " 0 1").value();
  };
  const game::Position position = with_checks("3+3");
  const Verdict verdict{.moves = {{*game::move_from_uci(position, "e2e4"), Score::centipawns(20)}},
                        .variation = {*game::move_from_uci(position, "e2e4")}};
  Judge checks = kJudge;
  checks.variant = rules.name();
  Store store = open();
  const auto judge = store.add_judge(checks).value();
  ASSERT_TRUE(store.put(judge, position, verdict));
  EXPECT_EQ(store.find(judge, position).value(), verdict);
  EXPECT_EQ(store.find(judge, with_checks("1+3")).value(), std::nullopt);
  const game::Rules plain = rules.with_plain_keys().value();
  const game::Position again = plain.read_fen(position.to_uci_fen(game::CastlingNotation{})).value();
  EXPECT_NE(again.key(), position.key());
  EXPECT_EQ(store.find(judge, again).value(), verdict) << "whichever keys a book has";
  // Positions of two variants may look the same.
  const auto other = game::Rules::find("kingofthehill").value();
  EXPECT_EQ(store.find_all(position).value().size(), 1U);
  EXPECT_EQ(store.find_all(other.read_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").value()).value().size(), 0U);
}

TEST_F(StoreTest, MergesInAnyOrder) {
  const game::Position start;
  const game::Position other = position_of("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1");
  Verdict old = verdict_of(start, {{"e2e4", 30}});
  Verdict young = verdict_of(start, {{"d2d4", 10}});
  young.date = 2000;
  const Verdict alone = verdict_of(other, {{"e5e6", 200}});
  Judge stranger = kJudge;
  stranger.engine = "Another 2";
  {
    Store a = open("a.db");
    ASSERT_TRUE(a.put(a.add_judge(kJudge).value(), start, old));
    Store b = open("b.db");
    ASSERT_TRUE(b.put(b.add_judge(stranger).value(), start, young));
    ASSERT_TRUE(b.put(b.add_judge(kJudge).value(), start, young));
    ASSERT_TRUE(b.put(b.add_judge(kJudge).value(), other, alone));
  }
  for (const auto& [into, from] : {std::pair("a.db", "b.db"), std::pair("b.db", "a.db")}) {
    const std::string copy = std::string("merged-") + into;
    std::filesystem::copy_file(folder_ / into, folder_ / copy);
    Store store = open(copy);
    EXPECT_EQ(store.merge(folder_ / from).value(), into == std::string("a.db") ? 2U : 1U);
    EXPECT_EQ(store.merge(folder_ / from).value(), 0U);
    EXPECT_EQ(store.size().value(), 3U);
    const auto judge = store.find_judge(kJudge).value().value();
    EXPECT_EQ(store.find(judge, start).value(), old);
    EXPECT_EQ(store.find(judge, other).value(), alone);
    EXPECT_EQ(store.find(store.find_judge(stranger).value().value(), start).value(), young);
  }
}

TEST_F(StoreTest, MergesAVerdictWithChancesInAnyOrder) {
  const game::Position start;
  const Verdict old = verdict_of(start, {{"e2e4", 30}});
  Verdict young = old;
  young.date = 2000;
  young.chances = Chances::of(0, 1000, 0);
  for (const auto& [name, verdict] : {std::pair("a.db", old), std::pair("b.db", young)}) {
    Store store = open(name);
    ASSERT_TRUE(store.put(store.add_judge(kJudge).value(), start, verdict));
  }
  Store a = open("a.db");
  EXPECT_EQ(a.merge(folder_ / "b.db").value(), 1U);
  Store b = open("b.db");
  EXPECT_EQ(b.merge(folder_ / "a.db").value(), 0U);
  EXPECT_EQ(a.find(1, start).value(), young);
  EXPECT_EQ(b.find(1, start).value(), young);
}

/// A store of the first version with a verdict.
class FirstVersion : public StoreTest {
 protected:
  void SetUp() override {
    Store store = open();
    searched_ = verdict_of(start_, {{"e2e4", 0}});
    ASSERT_TRUE(store.put(store.add_judge(kJudge).value(), start_, searched_));
    for (const char* const change : {"ALTER TABLE verdicts DROP COLUMN wins",
                                     "ALTER TABLE verdicts DROP COLUMN draws", "PRAGMA user_version=1"})
      execute(folder_ / "store.db", change);
  }
  void expect_all(const Store& store) {
    EXPECT_THAT(store.find_all(start_).value(), ElementsAre(Pair(1, searched_)));
    EXPECT_EQ(store.find(1, start_).value(), searched_);
    EXPECT_EQ(store.size().value(), 1U);
  }

  const game::Position start_{};
  Verdict searched_;
};

TEST_F(FirstVersion, IsReadAsItIs) {
  const Store reader = open_to_read();
  expect_all(reader);
  EXPECT_EQ(Database::open(folder_ / "store.db", Database::Access::read, Store::kPatience)
                .number("PRAGMA user_version"),
            1);
  // Another program brings it up to date meanwhile.
  Store writer = open();
  expect_all(writer);
  expect_all(reader);
}

TEST_F(FirstVersion, IsBroughtUpToDate) {
  {
    Store store = open();
    expect_all(store);
    searched_.chances = Chances::of(1, 1, 1);
    ASSERT_TRUE(store.put(1, start_, searched_));
  }
  expect_all(open());
  expect_all(open_to_read());
}

TEST_F(FirstVersion, IsMergedInto) {
  Store store = open("new.db");
  EXPECT_EQ(store.merge(folder_ / "store.db").value(), 1U);
  EXPECT_EQ(store.merge(folder_ / "store.db").value(), 0U);
  expect_all(store);
}

TEST(ChancesOf, AddUpToAThousandTogether) {
  EXPECT_EQ(Chances::of(200, 700, 100), (Chances{200, 700}));
  EXPECT_EQ(Chances::of(1, 1, 1)->losses(), 334);
  EXPECT_EQ(Chances::of(1, 1, 0)->losses(), 0);
  EXPECT_EQ(Chances::of(2001, 1999, 0), (Chances{500, 500}));
  EXPECT_EQ(Chances::of(1001, 999, 0), (Chances{501, 499})) << "both would be rounded up";
  EXPECT_EQ(Chances::of(0, 0, 0), std::nullopt);
  EXPECT_EQ(Chances::of(900, 200, -100), std::nullopt);
}

TEST_F(StoreTest, KeepsWhatFollowsAMergeThatFailed) {
  (void)open("other.db");
  execute(folder_ / "other.db", "DROP TABLE judges");
  Store store = open();
  EXPECT_THAT(store.merge(folder_ / "other.db").error().to_string(), HasSubstr("is not a store of verdicts"));
  const auto judge = store.add_judge(kJudge).value();
  ASSERT_TRUE(store.put(judge, {}, verdict_of({}, {{"e2e4", 30}})));
  const Store reader = open_to_read();
  EXPECT_EQ(reader.size().value(), 1U);
}

TEST_F(StoreTest, IsWrittenWhileItIsRead) {
  Store store = open();
  const auto judge = store.add_judge(kJudge).value();
  auto reader = Database::open(folder_ / "store.db", Database::Access::read, Store::kPatience);
  auto rows = reader.prepare("SELECT id FROM judges");
  ASSERT_TRUE(rows.step()) << "the run goes on";
  EXPECT_TRUE(store.put(judge, {}, verdict_of({}, {{"e2e4", 30}})));
}

TEST_F(StoreTest, RefusesOtherFiles) {
  polyglot::test::write_text(folder_ / "text", "This is a text, longer than the header of SQLite.\n");
  EXPECT_THAT(Store::open(folder_ / "text").error().to_string(),
              HasSubstr("text: is not a store of verdicts"));
  EXPECT_THAT(Store::open_to_read(folder_ / "missing").error().to_string(),
              HasSubstr("missing: there is no such store; polyglot analyse"));
  polyglot::test::write_text(folder_ / "empty", "");
  EXPECT_THAT(Store::open_to_read(folder_ / "empty").error().to_string(),
              HasSubstr("empty: is not a store of verdicts"));
  execute(folder_ / "other", "CREATE TABLE other(id)");
  EXPECT_THAT(Store::open(folder_ / "other").error().to_string(),
              HasSubstr("other: is not a store of verdicts"));
}

TEST_F(StoreTest, RefusesStoresOfOtherVersions) {
  const std::string path = folder_ / "store.db";
  (void)open();
  execute(path, "PRAGMA user_version=3");
  const auto refusal = HasSubstr(
      "store.db: is a store of version 3, and this Polyglot reads version 2 and older ones; use the ");
  EXPECT_THAT(Store::open(path).error().to_string(), refusal);
  EXPECT_THAT(Store::open_to_read(path).error().to_string(), refusal);
}

TEST(Score, IsWrittenForPeople) {
  EXPECT_EQ(Score::centipawns(25).text(), "+0.25");
  EXPECT_EQ(Score::centipawns(-130).text(), "-1.30");
  EXPECT_EQ(Score::centipawns(99999).text(), "+300.00");
  EXPECT_EQ(Score::mate(3).text(), "#3");
  EXPECT_EQ(Score::mate(-2).text(), "#-2");
}

TEST(Score, KnowsThatANearMateIsBetter) {
  EXPECT_GT(Score::mate(1), Score::mate(2));
  EXPECT_GT(Score::mate(5), Score::centipawns(5000));
  EXPECT_LT(Score::mate(-1), Score::mate(-2));
  EXPECT_GT(Score::mate(99999), Score::centipawns(99999));
  EXPECT_LT(Score::mate(-99999), Score::centipawns(-99999));
  EXPECT_EQ(Score::mate(0).before_move(), Score::mate(1));
  EXPECT_EQ(Score::mate(-2).before_move(), Score::mate(3));
  EXPECT_EQ(Score::mate(2).before_move(), Score::mate(-2));
  EXPECT_TRUE(Score::mate(-99'999).before_move().is_mate());
  EXPECT_EQ(Score::centipawns(30).before_move(), Score::centipawns(-30));
}

}  // namespace
}  // namespace polyglot::analysis::test
