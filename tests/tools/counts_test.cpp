// SPDX-License-Identifier: MIT
#include <polyglot/counts/counts_file.hpp>

#include "counts/made_rows.hpp"
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

namespace fs = std::filesystem;
/// Files of games, counted and added up by the program.
class CountsTest : public ToolTest {
 protected:
  /// Runs it, and expects that it goes well.
  std::string run(const Arguments& arguments, const Arguments& more = {}) const {
    const Outcome outcome = ToolTest::run(arguments + more);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome.out;
  }
  [[nodiscard]] std::string refusal(const Arguments& arguments) const {
    const Outcome outcome = ToolTest::run(arguments);
    EXPECT_EQ(outcome.exit_code, 1) << outcome.out;
    return outcome.err;
  }
  [[nodiscard]] std::string file(const std::string& name) const { return read_text(folder_ / name); }
  [[nodiscard]] std::vector<counts::MoveTotals> at_start(const std::string& name) const {
    constexpr std::uint64_t kStart = 0x463b96181691fc9c;
    return counts::CountsFile::open(folder_ / name).value().find(kStart).value();
  }
  void write_games(const std::string& name, unsigned games, unsigned seed) const {
    write_text(folder_ / name, random_games(games, seed));
  }
  [[nodiscard]] static std::string random_games(unsigned games, unsigned seed);
};

std::string CountsTest::random_games(unsigned games, unsigned seed) {
  std::string text;
  const char* const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
  const char* const moves[] = {
      "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6", "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7",
      "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6", "1. Nf3 Ng8f6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1",
      "1. c4 e5 2. g3 Nf6 3. Bg2 d5 4. cxd5 Nxd5"};
  for (unsigned i = 0; i < games; ++i) {
    const unsigned dice = (seed + i) * 2654435761U >> 8;
    const std::string result = results[dice % 4];
    text += "[Event \"?\"]\n[Date \"20" + std::to_string(10 + dice % 15) + ".0" +
            std::to_string(1 + dice % 9) + ".??\"]\n[Result \"" + result + "\"]\n";
    if (dice % 3 != 0)
      text += "[WhiteElo \"" + std::to_string(900 + dice % 1900) + "\"]\n[BlackElo \"" +
              std::to_string(1000 + dice % 1700) + "\"]\n";
    text += "[TimeControl \"" + std::to_string(60 * (1 + dice % 30)) + "+0\"]\n\n";
    text += std::string(moves[dice / 7 % 5]) + ' ' + result + "\n\n";
  }
  return text;
}

TEST_F(CountsTest, MakeTheBookThatTheGamesMake) {
  write_games("a.pgn", 900, 1);
  write_games("b.pgn", 700, 2);
  write_games("c.pgn", 800, 3);
  for (const char* const name : {"a", "b", "c"})
    run({"count-games", std::string(name) + ".pgn", "-o", std::string(name) + ".counts"});
  for (const Arguments& how :
       {Arguments{}, Arguments{"--weights", "points", "--factors", "3,1,0"},
        Arguments{"--weights", "score", "--learn"}, Arguments{"--weights", "frequency"},
        Arguments{"--min-game", "50", "--min-score", "40", "--keep-zero"},
        Arguments{"--uniform", "--header", "by games"}}) {
    run({"make-book", "a.pgn", "b.pgn", "c.pgn", "-o", "games.bin"}, how);
    run({"make-book", "c.counts", "a.counts", "b.counts", "-o", "counts.bin"}, how);
    EXPECT_GT(file("counts.bin").size(), 16U);
    EXPECT_TRUE(file("counts.bin") == file("games.bin")) << testing::PrintToString(how);
  }
}

TEST_F(CountsTest, AreTheSameHoweverTheGamesAreCut) {
  write_games("a.pgn", 3000, 1);
  write_games("b.pgn", 500, 2);
  run({"count-games", "b.pgn", "a.pgn", "--by", "rating,speed", "-o", "all.counts"});
  run({"count-games", "b.pgn", "a.pgn", "--by", "rating,speed", "--threads", "1", "--memory", "16M", "-o",
       "one-thread.counts"});
  EXPECT_TRUE(file("one-thread.counts") == file("all.counts"));
  for (const std::string name : {"a", "b"})
    run({"count-games", name + ".pgn", "--by", "rating,speed", "-o", name + ".counts"});
  run({"count-games", "b.counts", "a.counts", "-o", "sum.counts"});
  EXPECT_TRUE(file("sum.counts") == file("all.counts"));
  EXPECT_THAT(run({"count-games", "b.counts", "a.pgn", "--by", "rating,speed", "-o", "mixed.counts"}),
              AllOf(HasSubstr("3000 used"), HasSubstr("of 3500 games of 2 files")));
  EXPECT_TRUE(file("mixed.counts") == file("all.counts"));
  EXPECT_FALSE(fs::exists(folder_ / "mixed.counts.games"));
  run({"make-book", "b.counts", "a.counts", "-o", "counts.bin"});
  run({"make-book", "a.pgn", "b.pgn", "-o", "games.bin"});
  EXPECT_TRUE(file("counts.bin") == file("games.bin"));
}

TEST_F(CountsTest, RefuseWhatIsCountedTwiceOrOtherwise) {
  write_games("a.pgn", 50, 1);
  write_games("b.pgn", 60, 2);
  run({"count-games", "a.pgn", "-o", "a.counts"});
  run({"count-games", "b.pgn", "--max-ply", "3", "-o", "b.counts"});
  fs::copy_file(folder_ / "a.pgn", folder_ / "copy.pgn");
  run({"count-games", "copy.pgn", "-o", "copy.counts"});
  for (const char* const tool : {"count-games", "make-book"}) {
    EXPECT_THAT(refusal({tool, "a.counts", "copy.counts"}),
                AllOf(HasSubstr("a.pgn"), HasSubstr("copy.pgn"), HasSubstr("counted twice")));
    EXPECT_THAT(refusal({tool, "a.counts", "b.counts"}),
                HasSubstr("other settings than a.counts: max-ply 3"));
    EXPECT_THAT(refusal({tool, "a.counts", "b.counts", "-o", "b.counts"}), HasSubstr("overwritten"));
  }
  EXPECT_THAT(refusal({"count-games", "b.counts", "a.pgn", "-o", "sum.counts"}),
              HasSubstr("a.pgn: was counted with other settings than b.counts: "));
  EXPECT_THAT(refusal({"count-games", "a.counts", "copy.pgn", "-o", "sum.counts"}),
              AllOf(HasSubstr("a.pgn"), HasSubstr("copy.pgn"), HasSubstr("counted twice")));
  EXPECT_FALSE(fs::exists(folder_ / "sum.counts.games"));
  write_text(folder_ / "sum.counts.games", "mine");
  EXPECT_THAT(refusal({"count-games", "a.counts", "copy.pgn", "-o", "sum.counts"}),
              HasSubstr("sum.counts.games: is needed for a temporary file"));
  EXPECT_EQ(file("sum.counts.games"), "mine");
  EXPECT_THAT(refusal({"count-games", "a.pgn", "a.pgn"}), HasSubstr("is given twice"));
  EXPECT_THAT(refusal({"count-games", "a.pgn", "copy.pgn", "-o", "sum.counts"}),
              HasSubstr("a.pgn and copy.pgn are the same games"));
  EXPECT_FALSE(fs::exists(folder_ / "sum.counts"));
  std::string damaged = file("a.counts");
  damaged[20] ^= 1;
  write_text(folder_ / "damaged.counts", damaged);
  EXPECT_THAT(refusal({"make-book", "damaged.counts"}),
              HasSubstr("damaged.counts: offset 12: this block of counts is damaged"));
  write_text(folder_ / "cut.counts", damaged.substr(0, damaged.size() - 5));
  EXPECT_THAT(refusal({"make-book", "cut.counts"}), HasSubstr("cut short"));
}

TEST_F(CountsTest, RefusePolyglotsRuleWhereItHalves) {
  std::string games;
  for (int i = 0; i < 16'384; ++i) games += "[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n";
  write_text(folder_ / "a.pgn", games);
  run({"count-games", "a.pgn", "-o", "a.counts"});
  EXPECT_THAT(refusal({"make-book", "a.counts", "-o", "a.bin"}),
              AllOf(HasSubstr("463b96181691fc9c"), HasSubstr("e2e4"), HasSubstr("--weights points")));
  run({"make-book", "a.counts", "--weights", "points", "-o", "a.bin"});
  run({"make-book", "a.pgn", "--weights", "points", "-o", "b.bin"});
  EXPECT_TRUE(file("a.bin") == file("b.bin"));
}

TEST_F(CountsTest, AreLeftBehindByABook) {
  write_games("a.pgn", 900, 1);
  write_games("b.pgn", 700, 2);
  run({"count-games", "a.pgn", "b.pgn", "--max-ply", "5", "-o", "counted.counts"});
  for (const Arguments& how :
       {Arguments{}, Arguments{"--weights", "score"}, Arguments{"--elo-doubling", "100"}}) {
    run({"make-book", "a.pgn", "b.pgn", "--max-ply", "5", "-o", "alone.bin"}, how);
    run({"make-book", "a.pgn", "b.pgn", "--max-ply", "5", "--counts", "left.counts", "-o", "both.bin"}, how);
    EXPECT_TRUE(file("both.bin") == file("alone.bin"));
    EXPECT_TRUE(file("left.counts") == file("counted.counts"));
  }
  EXPECT_THAT(refusal({"make-book", "b.pgn", "a.pgn", "--counts", "x.counts"}),
              HasSubstr("in the order of their names"));
  for (const Arguments& option :
       {Arguments{"--unique"}, Arguments{"--sample", "0.5"}, Arguments{"--variations", "all"}}) {
    EXPECT_THAT(refusal(Arguments{"make-book", "a.pgn", "--counts", "x.counts"} + option),
                HasSubstr("counts cannot be made with " + option.front()));
  }
  EXPECT_THAT(refusal({"make-book", "a.pgn", "--counts", "a.pgn"}), HasSubstr("is an input"));
}

TEST_F(CountsTest, RefuseWhatDependsOnSingleGames) {
  write_games("a.pgn", 20, 1);
  run({"count-games", "a.pgn", "-o", "a.counts"});
  for (const Arguments& arguments :
       {Arguments{"count-games", "a.pgn", "--sample", "0.5"},
        Arguments{"count-games", "a.counts", "--max-ply", "4"}, Arguments{"make-book", "a.counts", "a.pgn"},
        Arguments{"make-book", "a.counts", "--format", "crafty"},
        Arguments{"make-book", "a.counts", "--max-ply", "4"},
        Arguments{"make-book", "a.counts", "--elo-doubling", "100"}})
    EXPECT_THAT(ToolTest::run(arguments), Fails(2)) << testing::PrintToString(arguments);
  EXPECT_THAT(ToolTest::run({"make-book", "a.counts", "--half-life", "3"}).err,
              HasSubstr("--half-life needs games, and files of counts have only their numbers"));
}

TEST_F(CountsTest, TakeNoUnknownResultForADraw) {
  write_text(folder_ / "a.pgn",
             "[Event \"?\"]\n[Result \"*\"]\n\n1. e4 *\n\n"
             "[Event \"?\"]\n[Result \"1/2-1/2\"]\n\n1. e4 1/2-1/2\n\n");
  run({"count-games", "a.pgn", "-o", "a.counts"});
  const auto moves = at_start("a.counts");
  ASSERT_EQ(moves.size(), 1U);
  EXPECT_EQ(moves[0].totals, (counts::Totals{.games = 2, .draws = 1}));
  for (const char* const rule : {"polyglot", "points", "frequency", "score"}) {
    run({"make-book", "a.counts", "--min-game", "1", "--weights", rule, "-o", "counts.bin"});
    run({"make-book", "a.pgn", "--min-game", "1", "--weights", rule, "--counts", "both.counts", "-o",
         "both.bin"});
    run({"make-book", "a.pgn", "--min-game", "1", "--weights", rule, "-o", "games.bin"});
    EXPECT_TRUE(file("counts.bin") == file("games.bin")) << rule;
    EXPECT_TRUE(file("both.bin") == file("games.bin")) << rule;
    EXPECT_TRUE(file("both.counts") == file("a.counts")) << rule;
  }
}

/// A book keeps the rule of 2.0.4, and its summary says so.
TEST_F(CountsTest, TakeResultsBehindTheMovesAndInOtherSpellings) {
  std::string games = "[Event \"?\"]\n\n1. e4 1-0\n\n";
  for (const char* const result : {"*", "1 - 0", " 1-0", "1\u20130", "1:0"})
    games += "[Event \"?\"]\n[Result \"" + std::string(result) + "\"]\n\n1. e4 1-0\n\n";
  write_text(folder_ / "a.pgn", games);
  run({"count-games", "a.pgn", "-o", "a.counts"});
  EXPECT_EQ(at_start("a.counts").at(0).totals, (counts::Totals{.games = 6, .wins = 6}));
  const auto made = run({"make-book", "a.pgn", "--min-game", "1", "--counts", "b.counts", "-o", "b.bin"});
  EXPECT_THAT(made, HasSubstr("Results:   3 won games count as draws"));
  EXPECT_TRUE(file("b.counts") == file("a.counts"));
  EXPECT_THAT(run({"dump-book", "b.bin", "--format", "csv"}), HasSubstr(",9,"));
  EXPECT_THAT(run({"count-games", "a.pgn", "--player", "nobody", "-o", "none.counts"}),
              HasSubstr("Names:     no game matches --player"));
  run({"make-book", "a.counts", "--min-game", "1", "-o", "c.bin"});
  EXPECT_THAT(run({"dump-book", "c.bin", "--format", "csv"}), HasSubstr(",12,"));
}

/// Files of which the system lets a program open fewer at first, or at all.
class ManyFiles : public CountsTest {
 protected:
  ManyFiles() {
    const std::uint64_t start = 0x463b96181691fc9c;
    for (unsigned i = 0; i < 100; ++i) {
      const std::string name = std::to_string(100 + i);
      counts::Header header;
      header.inputs = {{.name = name + ".pgn", .bytes = i + 1, .hash = {i + 1, 0}, .games = 1}};
      counts::write_counts(
          folder_ / (name + ".counts"), header,
          std::vector{counts::Row{.key = start, .move = 0x031c, .totals = {.games = 1, .wins = 1}}});
      parts_.push_back(name + ".counts");
    }
    run({"make-book", parts_.front(), "--min-game", "1", "--learn", "-o", "book.bin"});
    for (const std::string& part : parts_) {
      books_.push_back(part + ".bin");
      fs::copy_file(folder_ / "book.bin", folder_ / books_.back());
    }
  }

  /// Runs the program with a limit for open files: "-S -n 64" for one that it may raise.
  [[nodiscard]] Outcome limited(const std::string& limit, const Arguments& arguments) const {
    const Arguments shell{"-c", "ulimit " + limit + R"( && exec "$0" "$@")", program_under_test()};
    return run_program("/bin/sh", shell + arguments, {.folder = folder_.path()});
  }

  Arguments parts_;
  Arguments books_;
};

TEST_F(ManyFiles, AreOpenedAsFarAsTheSystemAllows) {
  const auto expect = [this](const Arguments& arguments, const Arguments& files) {
    SCOPED_TRACE(arguments.front());
    const Outcome outcome = limited("-S -n 64", arguments + files);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome.out;
  };
  EXPECT_THAT(expect({"count-games", "-o", "sum.counts"}, parts_), HasSubstr("100 games of 100 files"));
  EXPECT_THAT(expect({"make-book", "-o", "book.bin"}, parts_), HasSubstr("in 100 games"));
  EXPECT_THAT(expect({"merge-book", "-o", "merged.bin"}, books_), HasSubstr("merged.bin"));
  EXPECT_THAT(expect({"learn-games", "--learn-file", "learned.bin"}, books_), HasSubstr("learned.bin"));
}

TEST_F(ManyFiles, AreRefusedByNameWhereTheSystemAllowsNoMore) {
  const std::string limit = "limit of open files (ulimit -n), or give fewer files";
  for (const Arguments& arguments :
       {Arguments{"count-games", "-o", "sum.counts"}, Arguments{"make-book", "-o", "sum.counts"}}) {
    EXPECT_THAT(limited("-n 64", arguments + parts_),
                Fails(1, AllOf(HasSubstr(".counts: cannot be opened"), HasSubstr(limit))));
    EXPECT_FALSE(fs::exists(folder_ / "sum.counts"));
  }
}

}  // namespace
}  // namespace polyglot::tools::test
