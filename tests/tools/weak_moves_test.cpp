// SPDX-License-Identifier: MIT
// review-book, check-book and edit-book with a store of verdicts.
#include <boost/json/parse.hpp>
#include <fmt/format.h>

#include <polyglot/analysis/store.hpp>
#include <polyglot/game/notation.hpp>

#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

using analysis::Score;

/// The book plays 2. Qh5 in one of four games, and 1. d4, which no verdict knows.
constexpr const char* kGamesWithQh5 =
    "[Event \"1\"]\n\n1. e4 e5 2. Nf3 *\n\n[Event \"2\"]\n\n1. e4 e5 2. Nf3 *\n\n"
    "[Event \"3\"]\n\n1. e4 e5 2. Qh5 *\n\n[Event \"4\"]\n\n1. d4 *\n\n";

class WeakMoves : public ToolTest {
 protected:
  void SetUp() override {
    write_text(folder_ / "games.pgn", kGamesWithQh5);
    ASSERT_EQ(run({"make-book", "games.pgn", "--min-game", "1", "-q", "-o", "book.bin"}).exit_code, 0);
    judge("", {{"e2e4", 30}});
    judge("e2e4", {{"e7e5", -30}});
    judge("e2e4 e7e5", {{"g1f3", 35}});
    judge("e2e4 e7e5 d1h5", {{"b8c6", 130}});
  }

  void judge(const std::string& line, const std::vector<std::pair<std::string, int>>& scores,
             std::uint64_t nodes = 5001, std::uint64_t limit = 5000) const {
    analysis::Store store = std::move(analysis::Store::open(folder_ / "s.db")).value();
    const auto judge = store.add_judge({.engine = "Fish 1", .variant = "normal", .limits = {.nodes = limit}});
    game::Position position;
    for (std::size_t at = 0; at < line.size(); at += 5)
      position.make(*game::move_from_uci(position, line.substr(at, 4)));
    analysis::Verdict verdict{.nodes = nodes};
    for (const auto& [move, score] : scores)
      verdict.moves.push_back({*game::move_from_uci(position, move), Score::centipawns(score)});
    verdict.variation = {verdict.moves.front().move};
    ASSERT_TRUE(store.put(judge.value(), position, verdict));
  }

  [[nodiscard]] Outcome review(const Arguments& more) const {
    return run(Arguments{"review-book", "book.bin", "--openings-file", "none", "--store", "s.db"} + more);
  }
};

TEST_F(WeakMoves, AreReviewedWithTheirRefutations) {
  EXPECT_THAT(
      review({}),
      Succeeds(AllOf(
          HasSubstr("Weak moves: an engine prefers another move by the margin: 1\n"
                    "  25.00%  1. e4 e5 2. Qh5: -1.30, but 2. Nf3 +0.35 (Fish 1, 5001 nodes); 2... Nc6\n"),
          HasSubstr("Not judged yet: 1 move in 1 position; to judge them: polyglot analyse book.bin --store "
                    "s.db --engine CONFIG --nodes 5000\n"))));
  EXPECT_THAT(review({"--margin", "166"}).out, HasSubstr("by the margin: 0\n"));
  EXPECT_THAT(review({"--margin", "165"}).out, HasSubstr("by the margin: 1\n"));
  EXPECT_THAT(review({"--side", "black"}).out, HasSubstr("by the margin: 0\n"));
  EXPECT_THAT(review({"--format", "pgn"}).out, HasSubstr("2. Qh5 {weak move, 25.00%: -1.30, but 2. Nf3"));
}

/// SQLite would make two files beside the store.
TEST_F(WeakMoves, AreFoundByAStoreInAFolderForReading) {
  namespace fs = std::filesystem;
  const std::string shared = folder_ / "a #1";
  fs::create_directory(shared);
  fs::copy_file(folder_ / "s.db", shared + "/s.db");
  fs::permissions(shared, fs::perms::owner_read | fs::perms::owner_exec);
  const bool may_write = std::ofstream(shared + "/probe").is_open();
  if (!may_write) {
    EXPECT_THAT(review({"--store", shared + "/s.db"}).out, HasSubstr("by the margin: 1\n"));
    EXPECT_EQ(run({"analyse", "--store", "all.db", "--merge", shared + "/s.db"}).out,
              shared + "/s.db: 4 verdicts added\n");
  }
  fs::permissions(shared, fs::perms::owner_all);
  if (may_write) GTEST_SKIP() << "this user may write everywhere";
}

TEST_F(WeakMoves, AreAllInJson) {
  const auto report = boost::json::parse(review({"--format", "json", "--limit", "1"}).out);
  EXPECT_EQ(report.at("store"), "s.db");
  EXPECT_EQ(report.at("margin"), 100);
  EXPECT_EQ(report.at("moves_judged"), 4);
  EXPECT_EQ(report.at("moves_not_judged"), 1);
  EXPECT_EQ(report.at("positions_not_judged"), 1);
  const auto& weak = report.at("weak_moves").at("likeliest").at(0);
  EXPECT_EQ(weak.at("move"), "d1h5");
  EXPECT_EQ(weak.at("score"), boost::json::parse("{\"cp\": -130}"));
  EXPECT_EQ(weak.at("best"), "g1f3");
  EXPECT_EQ(weak.at("best_score"), boost::json::parse("{\"cp\": 35}"));
  EXPECT_EQ(weak.at("refutation"), "2... Nc6");
  EXPECT_EQ(weak.at("loss"), 165);
}

TEST_F(WeakMoves, AreADefectOfABook) {
  EXPECT_THAT(
      run({"check-book", "book.bin", "--store", "s.db"}),
      Fails(1, _,
            AllOf(HasSubstr("Weak moves                     :        1\n  1. e4 e5 2. Qh5: -1.30, but"),
                  HasSubstr("Moves not judged               :        1   judge them with polyglot analyse"),
                  HasSubstr("\n1 weak move: to see them: polyglot review-book book.bin --store s.db"))));
  const auto json =
      boost::json::parse(run({"check-book", "book.bin", "--store", "s.db", "--format", "json"}).out);
  EXPECT_EQ(json.at("verdict"), "weak_moves");
  EXPECT_EQ(json.at("sound"), false);
  EXPECT_EQ(json.at("weak_moves"), 1);
  EXPECT_EQ(run({"check-book", "book.bin", "--store", "s.db", "--margin", "200"}).exit_code, 0);
  EXPECT_EQ(run({"check-book", "book.bin", "--store", "s.db", "--quick"}).exit_code, 2);
}

TEST_F(WeakMoves, GetWeightZeroFromAReview) {
  ASSERT_EQ(review({"--format", "json", "-o", "review.json"}).exit_code, 0);
  EXPECT_THAT(run({"edit-book", "book.bin", "--from-review", "review.json", "--dry-run"}).out,
              AllOf(HasSubstr("  Qh5 "),
                    HasSubstr(" -> 0\n1. e4 e5, 2. Qh5: weight 0, because it loses 165 centipawns\n")));
  EXPECT_THAT(run({"edit-book", "book.bin", "--from-review", "review.json"}),
              Succeeds("book.bin: entries: 1 changed, 0 added, 0 removed\n"
                       "1. e4 e5, 2. Qh5: weight 0, because it loses 165 centipawns\n"));
  EXPECT_EQ(run({"edit-book", "book.bin", "--from-review", "review.json"}).out,
            "book.bin: entries: 0 changed, 0 added, 0 removed\n");
  EXPECT_THAT(run({"probe", "book.bin", "e4", "e5"}).out, HasSubstr("d1h5    Qh5           0    0.00%"));
  EXPECT_EQ(run({"check-book", "book.bin", "--store", "s.db"}).exit_code, 0);
  EXPECT_EQ(run({"edit-book", "book.bin", "--from-review", "review.json", "--set", "e4=1"}).exit_code, 2);
  ASSERT_EQ(run({"edit-book", "book.bin", "e4", "e5", "--delete", "Qh5"}).exit_code, 0);
  EXPECT_EQ(run({"edit-book", "book.bin", "--from-review", "review.json"}).err,
            "polyglot edit-book: review.json: 1. e4 e5, 2. Qh5: the book does not have the move in this "
            "position\n");
}

TEST_F(WeakMoves, NameWhatIsWrong) {
  EXPECT_EQ(run({"review-book", "book.bin", "--margin", "9"}).exit_code, 2);
  EXPECT_THAT(run({"review-book", "book.bin", "--store", "none.db"}).err,
              HasSubstr("none.db: there is no such store; polyglot analyse"));
  EXPECT_THAT(run({"review-book", "book.bin", "--store", "book.bin"}).err, HasSubstr("book.bin: "));
  write_text(folder_ / "review.json", "{\"weak_moves\": {\"likeliest\": [{}]}}");
  EXPECT_THAT(run({"edit-book", "book.bin", "--from-review", "review.json"}),
              Fails(1, HasSubstr("review.json: is no review with weak moves; polyglot review-book")));
}

}  // namespace
}  // namespace polyglot::tools::test
