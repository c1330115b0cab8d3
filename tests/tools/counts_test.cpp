// SPDX-License-Identifier: MIT
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include <polyglot/counts/counts_writer.hpp>

#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Arguments = std::vector<std::string>;

/// Files of games, counted and added up by the program.
class CountsTest : public testing::Test {
 protected:
  /// Runs it, and expects that it goes well.
  std::string run(Arguments arguments, const Arguments& more = {}) const {
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = polyglot(arguments, {.folder = folder_.path()});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome.out;
  }
  [[nodiscard]] std::string refusal(const Arguments& arguments) const {
    const Outcome outcome = polyglot(arguments, {.folder = folder_.path()});
    EXPECT_EQ(outcome.exit_code, 1) << outcome.out;
    return outcome.err;
  }
  [[nodiscard]] std::string file(const std::string& name) const { return read_file(folder_ / name); }
  void write_games(const std::string& name, unsigned games, unsigned seed) const {
    write_file(folder_ / name, random_games(games, seed));
  }
  [[nodiscard]] static std::string random_games(unsigned games, unsigned seed);

  TemporaryFolder folder_;
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
    run({"book-of-counts", "c.counts", "a.counts", "b.counts", "-o", "counts.bin"}, how);
    EXPECT_GT(file("counts.bin").size(), 16U);
    EXPECT_TRUE(file("counts.bin") == file("games.bin")) << testing::PrintToString(how);
    std::string pieces;
    for (const char* const piece : {"1/4", "2/4", "3/4", "4/4"}) {
      run({"book-of-counts", "c.counts", "a.counts", "b.counts", "--range", piece, "-o", "piece.bin"}, how);
      pieces += file("piece.bin");
      fs::remove(folder_ / "piece.bin");
    }
    EXPECT_TRUE(pieces == file("games.bin")) << testing::PrintToString(how);
  }
}

TEST_F(CountsTest, AreTheSameHoweverTheGamesAreCut) {
  write_games("a.pgn", 3000, 1);
  write_games("b.pgn", 500, 2);
  run({"count-games", "b.pgn", "a.pgn", "--by", "rating,speed", "-o", "all.counts"});
  run({"count-games", "b.pgn", "a.pgn", "--by", "rating,speed", "--threads", "1", "--memory", "16M", "-o",
       "one-thread.counts"});
  EXPECT_TRUE(file("one-thread.counts") == file("all.counts"));
  Arguments parts{"b.counts"};
  run({"count-games", "b.pgn", "--by", "rating,speed", "-o", "b.counts"});
  for (const char* const shard : {"3", "1", "2"}) {
    parts.push_back(std::string("a-") + shard + ".counts");
    run({"count-games", "a.pgn", "--by", "rating,speed", "--shard", std::string(shard) + "/3", "-o",
         parts.back()});
  }
  EXPECT_THAT(refusal({"book-of-counts", "b.counts", "a-1.counts", "a-2.counts"}),
              HasSubstr("not all shards of a.pgn"));
  EXPECT_THAT(run({"add-counts", "b.counts", "a-2.counts", "-o", "some.counts"}), HasSubstr("Incomplete"));
  run({"add-counts", "-o", "sum.counts"}, parts);
  EXPECT_TRUE(file("sum.counts") == file("all.counts"));
  run({"add-counts", "--range", "1/2", "-o", "first.counts"}, parts);
  run({"add-counts", "--range", "2/2", "-o", "second.counts"}, parts);
  run({"add-counts", "second.counts", "first.counts", "-o", "joined.counts"});
  EXPECT_TRUE(file("joined.counts") == file("all.counts"));
  run({"book-of-counts", "first.counts", "second.counts", "-o", "ranges.bin"});
  run({"make-book", "a.pgn", "b.pgn", "-o", "games.bin"});
  EXPECT_TRUE(file("ranges.bin") == file("games.bin"));
  run({"book-of-counts", "first.counts", "--range", "1/2", "-o", "piece-1.bin"});
  run({"book-of-counts", "second.counts", "--range", "2/2", "-o", "piece-2.bin"});
  EXPECT_TRUE(file("piece-1.bin") + file("piece-2.bin") == file("games.bin"));
  EXPECT_THAT(refusal({"book-of-counts", "first.counts", "--range", "2/2", "-o", "piece.bin"}),
              HasSubstr("no file has partition"));
}

/// Which game a move keeps does not depend on how games are cut, or on who counts them.
TEST_F(CountsTest, KeepTheSameGamesHoweverTheyAreCut) {
  write_games("a.pgn", 3000, 1);
  write_games("b.pgn", 500, 2);
  const Arguments how{"--keep-games", "--by", "rating"};
  run({"count-games", "a.pgn", "b.pgn", "-o", "all.counts"}, how);
  run({"count-games", "a.pgn", "b.pgn", "--threads", "1", "--memory", "16M", "-o", "one-thread.counts"}, how);
  EXPECT_TRUE(file("one-thread.counts") == file("all.counts"));
  Arguments parts{"b.counts"};
  run({"count-games", "b.pgn", "-o", "b.counts"}, how);
  for (const char* const shard : {"3", "1", "2"}) {
    parts.push_back(std::string("a-") + shard + ".counts");
    run({"count-games", "a.pgn", "--shard", std::string(shard) + "/3", "-o", parts.back()}, how);
  }
  run({"add-counts", "-o", "sum.counts"}, parts);
  EXPECT_TRUE(file("sum.counts") == file("all.counts"));
  for (const char* const range : {"1/128", "2/2", "1/2"})
    run({"add-counts", "--range", range, "-o", std::string(range).substr(0, 1) + ".counts"}, parts);
  run({"add-counts", "2.counts", "1.counts", "-o", "joined.counts"});
  EXPECT_TRUE(file("joined.counts") == file("all.counts"));
  run({"count-games", "a.pgn", "b.pgn", "-o", "no-games.counts", "--by", "rating"});
  EXPECT_LT(file("no-games.counts").size(), file("all.counts").size());
  EXPECT_THAT(refusal({"add-counts", "no-games.counts", "b.counts"}),
              HasSubstr("other settings than no-games.counts: keep-games"));
  run({"book-of-counts", "all.counts", "-o", "kept.bin"});
  run({"book-of-counts", "no-games.counts", "-o", "without.bin"});
  EXPECT_TRUE(file("kept.bin") == file("without.bin"));
  for (const char* const rule : {"polyglot", "score"}) {
    run({"make-book", "a.pgn", "b.pgn", "--counts", "left.counts", "--keep-games", "--weights", rule, "-o",
         "both.bin"});
    run({"count-games", "a.pgn", "b.pgn", "--keep-games", "-o", "counted.counts"});
    EXPECT_TRUE(file("left.counts") == file("counted.counts")) << rule;
  }
}

TEST_F(CountsTest, RefuseWhatIsCountedTwiceOrOtherwise) {
  write_games("a.pgn", 50, 1);
  write_games("b.pgn", 60, 2);
  run({"count-games", "a.pgn", "-o", "a.counts"});
  run({"count-games", "b.pgn", "--max-ply", "3", "-o", "b.counts"});
  fs::copy_file(folder_ / "a.pgn", folder_ / "copy.pgn");
  run({"count-games", "copy.pgn", "-o", "copy.counts"});
  EXPECT_THAT(refusal({"add-counts", "a.counts", "copy.counts"}),
              AllOf(HasSubstr("a.pgn"), HasSubstr("copy.pgn"), HasSubstr("counted twice")));
  EXPECT_THAT(refusal({"add-counts", "a.counts", "b.counts"}),
              HasSubstr("other settings than a.counts: max-ply 3"));
  EXPECT_THAT(refusal({"add-counts", "a.counts", "a.pgn"}), HasSubstr("a.pgn: is no file of counts"));
  EXPECT_THAT(refusal({"add-counts", "a.counts", "b.counts", "-o", "b.counts"}), HasSubstr("overwritten"));
  EXPECT_THAT(refusal({"count-games", "a.pgn", "a.pgn"}), HasSubstr("is given twice"));
  EXPECT_THAT(refusal({"count-games", "a.pgn", "copy.pgn", "-o", "sum.counts"}),
              HasSubstr("a.pgn and copy.pgn are the same games"));
  EXPECT_FALSE(fs::exists(folder_ / "sum.counts"));
  std::string damaged = file("a.counts");
  damaged[20] ^= 1;
  write_file(folder_ / "damaged.counts", damaged);
  EXPECT_THAT(refusal({"book-of-counts", "damaged.counts"}),
              AllOf(HasSubstr("damaged.counts"), HasSubstr("partition")));
  write_file(folder_ / "cut.counts", damaged.substr(0, damaged.size() - 5));
  EXPECT_THAT(refusal({"book-of-counts", "cut.counts"}), HasSubstr("cut short"));
}

TEST_F(CountsTest, RefusePolyglotsRuleWhereItHalves) {
  std::string games;
  for (int i = 0; i < 16'384; ++i) games += "[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n";
  write_file(folder_ / "a.pgn", games);
  run({"count-games", "a.pgn", "-o", "a.counts"});
  EXPECT_THAT(refusal({"book-of-counts", "a.counts", "-o", "a.bin"}),
              AllOf(HasSubstr("463b96181691fc9c"), HasSubstr("e2e4"), HasSubstr("--weights points")));
  run({"book-of-counts", "a.counts", "--weights", "points", "-o", "a.bin"});
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
  for (const Arguments& option : {Arguments{"--unique"}, Arguments{"--sample", "0.5"},
                                  Arguments{"--variations", "all"}, Arguments{"--xboard"}}) {
    Arguments arguments{"make-book", "a.pgn", "--counts", "x.counts"};
    arguments.insert(arguments.end(), option.begin(), option.end());
    EXPECT_THAT(refusal(arguments), HasSubstr("counts cannot be made with " + option.front()));
  }
  EXPECT_THAT(refusal({"make-book", "a.pgn", "--counts", "a.pgn"}), HasSubstr("is an input"));
}

TEST_F(CountsTest, RefuseWhatDependsOnSingleGames) {
  write_games("a.pgn", 20, 1);
  run({"count-games", "a.pgn", "-o", "a.counts"});
  for (const Arguments& arguments : {Arguments{"count-games", "a.pgn", "--sample", "0.5"},
                                     Arguments{"book-of-counts", "a.counts", "--half-life", "3"},
                                     Arguments{"book-of-counts", "a.counts", "--elo-doubling", "100"}})
    EXPECT_EQ(polyglot(arguments, {.folder = folder_.path()}).exit_code, 2)
        << testing::PrintToString(arguments);
  EXPECT_THAT(
      polyglot({"book-of-counts", "a.counts", "--decay-until", "2020"}, {.folder = folder_.path()}).err,
      HasSubstr("--decay-until needs single games, which files of counts do not have; use make-book"));
}

TEST_F(CountsTest, HaveNoHelpForOptionsOfSingleGames) {
  const std::string help = polyglot({"book-of-counts", "--help"}).out;
  EXPECT_THAT(help, HasSubstr("--prior"));
  for (const char* const option : {"--elo-doubling", "--half-life", "--decay-until"}) {
    EXPECT_THAT(help, Not(HasSubstr(option)));
    EXPECT_THAT(polyglot({"make-book", "--help"}).out, HasSubstr(option));
  }
}

/// A frame of zstd with blocks that are not packed.
std::string zstd_frame(std::string_view text) {
  const auto number = [](std::size_t value, int bytes) {
    std::string written;
    for (; bytes > 0; --bytes, value >>= 8) written += static_cast<char>(value);
    return written;
  };
  std::string frame = "\x28\xb5\x2f\xfd\xa0" + number(text.size(), 4);
  for (bool is_last = false; !is_last;) {
    const std::string_view block = text.substr(0, 100'000);
    text.remove_prefix(block.size());
    is_last = text.empty();
    frame += number(block.size() << 3 | (is_last ? 1U : 0U), 3);
    frame += block;
  }
  return frame;
}

TEST_F(CountsTest, AreCutFromPackedFilesWhereAPartBegins) {
  write_games("a.pgn", 1000, 1);
  const std::string games = file("a.pgn");
  const std::size_t third = games.size() / 3;
  write_file(folder_ / "a.pgn.zst", zstd_frame(games.substr(0, third)) +
                                        zstd_frame(games.substr(third, third)) +
                                        zstd_frame(games.substr(2 * third)));
  run({"count-games", "a.pgn.zst", "-o", "all.counts"});
  const std::string bytes = std::to_string(games.size() / 4 + 100);
  EXPECT_EQ(run({"count-games", "a.pgn.zst", "a.pgn", "--plan-shards", bytes}), "4\ta.pgn.zst\n4\ta.pgn\n");
  EXPECT_EQ(run({"count-games", "a.pgn.zst", "--keep-games", "--plan-shards", bytes}), "1\ta.pgn.zst\n");
  EXPECT_THAT(refusal({"count-games", "missing.pgn", "--plan-shards", bytes}), HasSubstr("missing.pgn"));
  Arguments parts;
  for (const char* const shard : {"2", "1", "3", "4"}) {
    parts.push_back(std::string("a-") + shard + ".counts");
    run({"count-games", "a.pgn.zst", "--shard", std::string(shard) + "/4", "-o", parts.back()});
  }
  run({"add-counts", "-o", "sum.counts"}, parts);
  EXPECT_TRUE(file("sum.counts") == file("all.counts"));
  EXPECT_THAT(refusal({"count-games", "a.pgn.zst", "--keep-games", "--shard", "1/4"}),
              AllOf(HasSubstr("a.pgn.zst"), HasSubstr("keep no games")));
  write_file(folder_ / "a.pgn.zst", zstd_frame(games));
  EXPECT_THAT(refusal({"count-games", "a.pgn.zst", "--shard", "1/2"}),
              AllOf(HasSubstr("zstd in one part"), HasSubstr("unpack it")));
}

TEST_F(CountsTest, BecomeATable) {
  write_file(
      folder_ / "a.pgn",
      "[Event \"?\"]\n[Result \"1-0\"]\n[Date \"2024.05.??\"]\n[WhiteElo \"2100\"]\n[BlackElo \"1900\"]\n"
      "[TimeControl \"300+0\"]\n\n1. e4 1-0\n\n");
  run({"count-games", "a.pgn", "--by", "rating,speed,year", "-o", "a.counts"});
  run({"add-counts", "a.counts", "--export", "csv", "-o", "a.csv"});
  EXPECT_EQ(file("a.csv"),
            "key,move,speed,rating,year,games,wins,draws,losses,rated,rating_sum,opponent_sum,first_date,"
            "last_date\n"
            "463b96181691fc9c,e2e4,blitz,2000,2024,1,1,0,0,1,2100,1900,20240500,20240500\n");
}

TEST_F(CountsTest, BecomeATableWithANameOfItsOwn) {
  write_games("a.pgn", 20, 1);
  run({"count-games", "a.pgn", "-o", "a.counts"});
  run({"add-counts", "a.counts", "--export", "csv"});
  EXPECT_THAT(file("sum.csv"), testing::StartsWith("key,move,"));
  EXPECT_FALSE(fs::exists(folder_ / "sum.counts"));
  EXPECT_THAT(polyglot({"add-counts", "a.counts", "--export", "xml"}, {.folder = folder_.path()}).err,
              HasSubstr("\"xml\" is not csv"));
}

TEST_F(CountsTest, AreNotShownWithoutAllRanges) {
  write_games("a.pgn", 20, 1);
  run({"count-games", "a.pgn", "-o", "a.counts"});
  for (const char* const number : {"1", "2"})
    run({"add-counts", "a.counts", "--range", std::string(number) + "/2", "-o",
         std::string(number) + ".counts"});
  EXPECT_THAT(refusal({"serve", "1.counts", "--host", "256.0.0.1"}),
              HasSubstr("no file has partitions 256 to 511 of 512"));
  EXPECT_THAT(refusal({"serve", "1.counts", "2.counts", "--host", "256.0.0.1"}), HasSubstr("256.0.0.1: "));
  EXPECT_THAT(refusal({"explore", "1.counts", "--export", "page.html"}),
              HasSubstr("1.counts: has only a range of the positions"));
}

TEST_F(CountsTest, AreNotServedTwice) {
  write_games("a.pgn", 20, 1);
  run({"count-games", "a.pgn", "-o", "a.counts"});
  fs::copy_file(folder_ / "a.pgn", folder_ / "copy.pgn");
  run({"count-games", "copy.pgn", "-o", "copy.counts"});
  EXPECT_THAT(refusal({"serve", "a.counts", "copy.counts", "--host", "256.0.0.1"}),
              AllOf(HasSubstr("a.pgn"), HasSubstr("copy.pgn"), HasSubstr("is counted twice")));
}

TEST_F(CountsTest, TakeNoUnknownResultForADraw) {
  write_file(folder_ / "a.pgn",
             "[Event \"?\"]\n[Result \"*\"]\n\n1. e4 *\n\n"
             "[Event \"?\"]\n[Result \"1/2-1/2\"]\n\n1. e4 1/2-1/2\n\n");
  run({"count-games", "a.pgn", "-o", "a.counts"});
  run({"add-counts", "a.counts", "--export", "csv", "-o", "a.csv"});
  EXPECT_THAT(file("a.csv"), HasSubstr("463b96181691fc9c,e2e4,,,,2,0,1,0,0,"));
  for (const char* const rule : {"polyglot", "points", "frequency", "score"}) {
    run({"book-of-counts", "a.counts", "--min-game", "1", "--weights", rule, "-o", "counts.bin"});
    run({"make-book", "a.pgn", "--min-game", "1", "--weights", rule, "--counts", "both.counts", "-o",
         "both.bin"});
    run({"make-book", "a.pgn", "--min-game", "1", "--weights", rule, "-o", "games.bin"});
    EXPECT_TRUE(file("counts.bin") == file("games.bin")) << rule;
    EXPECT_TRUE(file("both.bin") == file("games.bin")) << rule;
    EXPECT_TRUE(file("both.counts") == file("a.counts")) << rule;
  }
}

TEST_F(CountsTest, AreOfAVariantIfTheGamesAre) {
  write_file(folder_ / "a.pgn", "[Event \"?\"]\n[Variant \"Atomic\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n");
  run({"count-games", "a.pgn", "--variant", "atomic", "-o", "a.counts"});
  run({"book-of-counts", "a.counts", "--min-game", "1", "-o", "counts.bin"});
  run({"make-book", "a.pgn", "--variant", "atomic", "--min-game", "1", "-o", "games.bin"});
  EXPECT_TRUE(file("counts.bin") == file("games.bin"));
}

TEST_F(CountsTest, MakeTheSameBookWhateverThePartitions) {
  write_games("a.pgn", 900, 1);
  write_games("b.pgn", 700, 2);
  run({"make-book", "a.pgn", "b.pgn", "-o", "games.bin"});
  run({"count-games", "a.pgn", "b.pgn", "-o", "usual.counts"});
  run({"add-counts", "usual.counts", "--export", "csv", "-o", "usual.csv"});
  for (const std::string partitions : {"512", "1024", "65536"}) {
    SCOPED_TRACE(partitions);
    for (const std::string name : {"a", "b"})
      run({"count-games", name + ".pgn", "--partitions", partitions, "-o", name + ".counts"});
    run({"count-games", "a.pgn", "b.pgn", "--partitions", partitions, "-o", "both.counts"});
    run({"add-counts", "b.counts", "a.counts", "-o", "sum.counts"});
    EXPECT_TRUE(file("sum.counts") == file("both.counts"));
    EXPECT_EQ(file("sum.counts") == file("usual.counts"), partitions == "512");
    run({"add-counts", "sum.counts", "--export", "csv", "-o", "sum.csv"});
    EXPECT_TRUE(file("sum.csv") == file("usual.csv"));
    std::string pieces;
    for (const std::string piece : {"1/2", "2/2"}) {
      run({"add-counts", "a.counts", "b.counts", "--range", piece, "-o", "range.counts"});
      run({"book-of-counts", "range.counts", "--range", piece, "-o", "piece.bin"});
      pieces += file("piece.bin");
    }
    EXPECT_TRUE(pieces == file("games.bin"));
  }
}

TEST_F(CountsTest, RefuseOtherPartitions) {
  write_games("a.pgn", 50, 1);
  write_games("b.pgn", 60, 2);
  const auto wrong_usage = [this](const Arguments& arguments) {
    const Outcome outcome = polyglot(arguments, {.folder = folder_.path()});
    EXPECT_EQ(outcome.exit_code, 2) << outcome.out;
    return outcome.err;
  };
  for (const char* const number : {"256", "131072"})
    EXPECT_THAT(wrong_usage({"count-games", "a.pgn", "--partitions", number}),
                HasSubstr("is not a whole number from 512 to 65536"));
  EXPECT_THAT(refusal({"count-games", "a.pgn", "--partitions", "1000"}),
              HasSubstr("a power of two from 512 to 65536"));
  EXPECT_FALSE(fs::exists(folder_ / "games.counts"));
  run({"count-games", "a.pgn", "--partitions", "1024", "-o", "a.counts"});
  run({"count-games", "b.pgn", "-o", "b.counts"});
  for (const char* const tool : {"add-counts", "book-of-counts"})
    EXPECT_THAT(
        refusal({tool, "a.counts", "b.counts"}),
        HasSubstr("b.counts: has 512 partitions, and a.counts has 1024: count with the same --partitions"));
  EXPECT_THAT(wrong_usage({"add-counts", "b.counts", "--range", "1/1024"}),
              HasSubstr("512 ranges, not to 1024"));
  EXPECT_FALSE(fs::exists(folder_ / "sum.counts"));
}

/// The names say which games are counted.
TEST_F(CountsTest, RefuseGamesThatOtherNamesOfOpeningsChose) {
  write_games("a.pgn", 90, 1);
  write_games("b.pgn", 80, 2);
  write_file(folder_ / "names.tsv", "eco\tname\tpgn\nB00\tKing's Pawn\t1. e4\nC20\tOpen Game\t1. e4 e5\n");
  write_file(folder_ / "turned.tsv", "eco\tname\tpgn\nC20\tOpen Game\t1. e4 e5\nB00\tKing's Pawn\t1. e4\n");
  write_file(folder_ / "fewer.tsv", "eco\tname\tpgn\nB00\tKing's Pawn\t1. e4\n");
  const auto count = [this](const std::string& games, const std::string& names) {
    run({"count-games", games + ".pgn", "--openings", "King's Pawn", "--openings-file", names + ".tsv", "-o",
         games + '-' + names + ".counts"});
  };
  for (const char* const names : {"names", "turned", "fewer"}) count("b", names);
  count("a", "names");
  run({"add-counts", "a-names.counts", "b-names.counts"});
  run({"add-counts", "a-names.counts", "b-turned.counts"});
  EXPECT_THAT(
      refusal({"add-counts", "a-names.counts", "b-fewer.counts"}),
      HasSubstr("b-fewer.counts: was counted with other settings than a-names.counts: openings-file "));
}

TEST_F(CountsTest, TellUltraBulletFromBullet) {
  std::string games;
  for (const char* const control : {"29+0", "30+0", "15+0", "0+1", "179+0"})
    games +=
        "[Event \"?\"]\n[Result \"1-0\"]\n[TimeControl \"" + std::string(control) + "\"]\n\n1. e4 1-0\n\n";
  write_file(folder_ / "a.pgn", games);
  run({"count-games", "a.pgn", "--by", "speed", "-o", "a.counts"});
  run({"add-counts", "a.counts", "--export", "csv", "-o", "a.csv"});
  EXPECT_THAT(file("a.csv"), AllOf(HasSubstr("e2e4,ultraBullet,,,2,"), HasSubstr("e2e4,bullet,,,3,")));
  run({"count-games", "a.pgn", "--time-class", "bullet", "-o", "bullet.counts"});
  run({"add-counts", "bullet.counts", "--export", "csv", "-o", "bullet.csv"});
  EXPECT_THAT(file("bullet.csv"), HasSubstr("e2e4,,,,5,"));
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
      auto part = counts::CountsWriter::create(folder_ / (name + ".counts"), header).value();
      part.add(start, {{counts::Row{.move = 0x031c, .totals = {.games = 1, .wins = 1}}}}).value();
      (void)part.commit().value();
      parts_.push_back(name + ".counts");
    }
    run({"book-of-counts", parts_.front(), "--min-game", "1", "--learn", "-o", "book.bin"});
    for (const std::string& part : parts_) {
      books_.push_back(part + ".bin");
      fs::copy_file(folder_ / "book.bin", folder_ / books_.back());
    }
  }

  /// Runs the program with a limit for open files: "-S -n 64" for one that it may raise.
  [[nodiscard]] Outcome limited(const std::string& limit, Arguments arguments, const Arguments& files) const {
    Arguments command{"-c", "ulimit " + limit + R"( && exec "$0" "$@")", program_under_test()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    command.insert(command.end(), files.begin(), files.end());
    return run_program("/bin/sh", command, {.folder = folder_.path()});
  }

  Arguments parts_;
  Arguments books_;
};

TEST_F(ManyFiles, AreOpenedAsFarAsTheSystemAllows) {
  const auto expect = [this](const Arguments& arguments, const Arguments& files) {
    SCOPED_TRACE(arguments.front());
    const Outcome outcome = limited("-S -n 64", arguments, files);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome.out;
  };
  EXPECT_THAT(expect({"add-counts", "-o", "sum.counts"}, parts_), HasSubstr("100 games of 100 inputs"));
  EXPECT_THAT(expect({"book-of-counts", "-o", "book.bin"}, parts_), HasSubstr("in 100 games"));
  EXPECT_THAT(expect({"merge-book", "-o", "merged.bin"}, books_), HasSubstr("merged.bin"));
  EXPECT_THAT(expect({"learn-games", "--learn-file", "learned.bin"}, books_), HasSubstr("learned.bin"));
  EXPECT_THAT(expect({"explore", "--export", "page.html", "--openings", "none"}, books_),
              HasSubstr("100 books"));
}

TEST_F(ManyFiles, AreRefusedByNameWhereTheSystemAllowsNoMore) {
  const std::string limit = "limit of open files (ulimit -n), or give fewer files";
  for (const Arguments& arguments :
       {Arguments{"add-counts", "-o", "sum.counts"}, Arguments{"book-of-counts", "-o", "sum.counts"}}) {
    const Outcome outcome = limited("-n 64", arguments, parts_);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr(".counts: cannot be opened"), HasSubstr(limit)));
    EXPECT_FALSE(fs::exists(folder_ / "sum.counts"));
  }
}

}  // namespace
}  // namespace polyglot::tools::test
