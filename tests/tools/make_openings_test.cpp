// SPDX-License-Identifier: MIT
// The sub-command make-openings.
#include <gmock/gmock.h>

#include "test_paths.hpp"
#include "tools/run_program.hpp"
#include "tools/score_picture.hpp"

namespace polyglot::tools::test {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// The second game reaches the position of the first with colours exchanged, a move later.
constexpr const char* kOpeningGames =
    "[Event \"1\"]\n\n1. e4 e5 2. Nf3 *\n\n[Event \"2\"]\n\n1. e4 c5 *\n\n[Event \"3\"]\n\n1. e3 e5 2. e4 "
    "*\n";
constexpr const char* kAfterE4C5 = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";

class MakeOpenings : public ::testing::Test {
 protected:
  void SetUp() override {
    write_file(folder_ / "games.pgn", kOpeningGames);
    write_file(folder_ / "engine.ini",
               std::string("[PolyGlot]\nEngineCommand = ") + SCRIPTED_ENGINE +
                   " --info 'info depth 3 score cp 25 time 10 nodes 2500 pv a7a6' --bestmove a7a6\n");
  }

  [[nodiscard]] Outcome run(std::vector<std::string> more) const {
    more.insert(more.begin(), {"make-openings", "games.pgn", "--openings", "none"});
    return polyglot(more, {.folder = folder_.path()});
  }

  TemporaryFolder folder_;
};

TEST_F(MakeOpenings, TakesNoTwins) {
  const Outcome outcome = run({"--plies", "2..3", "-o", "suite.epd"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  // 1. e4 e5 is 1. e3 e5 2. e4 with colours exchanged.
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("4 openings of 8 positions"),
                                 HasSubstr("1  left out: twins with colours exchanged")));
  EXPECT_THAT(read_file(folder_ / "suite.epd"), HasSubstr(std::string(kAfterE4C5) + " hmvc 0; fmvn 2;\n"));
}

TEST_F(MakeOpenings, LeavesOutOldOpeningsAndTheOtherSide) {
  write_file(folder_ / "old.epd", std::string(kAfterE4C5) + "\n");
  const Outcome outcome = run({"--plies", "2", "--side", "white", "--exclude", "old.epd", "-o", "suite.epd"});
  EXPECT_THAT(outcome.out, HasSubstr("1  left out: excluded"));
  EXPECT_THAT(read_file(folder_ / "suite.epd"), Not(HasSubstr(kAfterE4C5)));
}

TEST_F(MakeOpenings, WritesTheMovesAsGamesAndAsABook) {
  ASSERT_EQ(run({"--plies", "2", "--count", "9", "-o", "suite.pgn"}).exit_code, 0);
  EXPECT_THAT(read_file(folder_ / "suite.pgn"), HasSubstr("\n1. e4 c5 *\n"));
  ASSERT_EQ(run({"--plies", "2", "--count", "9", "-o", "suite.bin"}).exit_code, 0);
  EXPECT_THAT(polyglot({"probe", folder_ / "suite.bin", "e4"}).out, HasSubstr("c5"));
}

TEST_F(MakeOpenings, SpreadsThemByNameCodeOrFirstMoves) {
  write_file(folder_ / "names.tsv",
             "eco\tname\tpgn\n"
             "B00\tKing's Pawn\t1. e4\n"
             "B20\tSicilian: Open\t1. e4 c5 2. Nf3\n"
             "B21a1\tSicilian, 2. f4\t1. e4 c5 2. f4\n"
             "B21b\tSicilian: Smith-Morra\t1. e4 c5 2. d4\n");
  write_file(folder_ / "games.pgn",
             "[Event \"1\"]\n\n1. e4 c5 2. Nf3 *\n\n[Event \"2\"]\n\n1. e4 c5 2. f4 *\n\n"
             "[Event \"3\"]\n\n1. e4 c5 2. d4 *\n\n[Event \"4\"]\n\n1. e4 e5 2. Nf3 *\n\n"
             "[Event \"5\"]\n\n1. d4 d5 2. c4 *\n");
  const auto spread = [&](const std::vector<std::string>& by) {
    std::vector<std::string> arguments{"--openings", "names.tsv", "--plies", "3",
                                       "--spread",   "1",         "-o",      "a.epd"};
    arguments.insert(arguments.end(), by.begin(), by.end());
    return run(arguments).out;
  };
  const std::string by_name = spread({});
  EXPECT_THAT(by_name, AllOf(HasSubstr("3 openings of "), HasSubstr("2  left out: family is full"),
                             HasSubstr("1  Sicilian\n"), HasSubstr("1  King's Pawn\n"),
                             HasSubstr("1  without a name")));
  EXPECT_EQ(spread({"--family", "name"}), by_name);
  EXPECT_THAT(
      spread({"--family", "eco"}),
      AllOf(HasSubstr("4 openings of "), HasSubstr("1  left out: family is full"), HasSubstr("1  B00\n"),
            HasSubstr("1  B20\n"), HasSubstr("1  B21\n"), HasSubstr("1  without a code")));
  EXPECT_THAT(spread({"--family", "2"}), AllOf(HasSubstr("3 openings of "), HasSubstr("1  1. e4 c5"),
                                               HasSubstr("1  1. e4 e5"), HasSubstr("1  1. d4 d5")));
  EXPECT_EQ(run({"--family", "opening", "-o", "a.epd"}).exit_code, 2);
}

TEST_F(MakeOpenings, AsksTheEngineForScoresFromWhitesSide) {
  // The engine gives 0.25 to the side to move: 0.25 for White after two plies, -0.25 after one.
  const std::vector<std::string> judged{"--store", "s.db", "--engine", "engine.ini", "--nodes", "2500"};
  std::vector<std::string> white{"--plies", "1..2",      "--eval",    "0.20..0.30",
                                 "-o",      "white.epd", "--picture", "scores.svg"};
  white.insert(white.end(), judged.begin(), judged.end());
  write_file(folder_ / "engine.ini",
             std::string("[PolyGlot]\nEngineCommand = ") + SCRIPTED_ENGINE +
                 " --info 'info depth 3 score cp 25 time 10 nodes 2500 pv a2a3' --bestmove a2a3\n");
  const Outcome outcome = run(white);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(read_file(folder_ / "white.epd"), HasSubstr(" ce 25; acd 3; acn 2500;\n"));
  EXPECT_THAT(outcome.out, HasSubstr("+0.20 to +0.29"));
  const std::string picture = read_file(folder_ / "scores.svg");
  EXPECT_THAT(picture, StartsWith("<svg "));
  EXPECT_THAT(picture,
              HasSubstr("<rect class=\"bar\" x=\"112.0\" y=\"50.0\" width=\"656.0\" height=\"220.0\">"
                        "<title>+0.20 to +0.29: "));
  EXPECT_THAT(picture, HasSubstr(">+0.20</text>"));
  EXPECT_THAT(picture, EndsWith("</svg>\n"));
}

TEST_F(MakeOpenings, ChoosesBySharesOfDecisiveGames) {
  const std::string engine = std::string("[PolyGlot]\nEngineCommand = ") + SCRIPTED_ENGINE +
                             " --echo told.txt --bestmove a2a3 --info 'info depth 3 score cp 25 nodes 2500 ";
  std::vector<std::string> judged{"--plies", "2",    "--store",   "s.db", "--engine", "engine.ini",
                                  "--nodes", "2500", "--workers", "1",    "-o",       "suite.epd"};
  const auto choose = [&](std::vector<std::string> more) {
    more.insert(more.end(), judged.begin(), judged.end());
    return run(more);
  };
  write_file(folder_ / "engine.ini", engine + "pv a2a3'\n");
  ASSERT_EQ(choose({"--eval", "0..1"}).exit_code, 0);
  const Outcome none = choose({"--wdl", "0..100"});
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_THAT(none.err, HasSubstr("engine.ini: Scripted 1 reports no chances of winning; --wdl needs an "
                                  "engine that has the option UCI_ShowWDL"));
  EXPECT_THAT(read_file(folder_ / "told.txt"), Not(HasSubstr("UCI_ShowWDL")));
  // The verdicts in the store have no chances: the engine is asked again.
  write_file(folder_ / "engine.ini", engine +
                                         "wdl 200 655 145 pv a2a3' --option "
                                         "'name UCI_ShowWDL type check default false'\n");
  const Outcome all = choose({"--wdl", "34.5..100"});
  EXPECT_EQ(all.exit_code, 0) << all.err;
  EXPECT_THAT(all.out, AllOf(HasSubstr("3 positions judged"), HasSubstr("       3  30 to 34.9\n")));
  EXPECT_THAT(read_file(folder_ / "told.txt"), HasSubstr("setoption name UCI_ShowWDL value true\n"));
  EXPECT_THAT(choose({"--wdl", "34.6..100"}).out, HasSubstr("3  left out: share of decisive games"));
  judged.at(3) = "other.db";
  write_file(folder_ / "engine.ini", engine +
                                         "wdl 1000 0 0 pv a2a3' --option "
                                         "'name UCI_ShowWDL type check default false'\n");
  EXPECT_THAT(choose({"--wdl", "0..100"}).out, HasSubstr("       3  100\n"));
}

TEST(ScorePicture, HasNumbersOnlyAboveWideBars) {
  ScoreHistogram scores;
  for (int step = -20; step < 20; ++step) scores[step] = 7;
  const std::string narrow = score_picture(scores).svg();
  EXPECT_THAT(narrow,
              AllOf(HasSubstr("<title>-2.00 to -1.91: 7 openings</title>"), Not(HasSubstr(">7</text>"))));
  scores.erase(scores.begin(), scores.find(0));
  EXPECT_THAT(score_picture(scores).svg(), HasSubstr(">7</text>"));
}

TEST(ScorePicture, HasBarsAsHighAsTheirCounts) {
  EXPECT_THAT(score_picture({{0, 10}, {1, 5}}).svg(),
              AllOf(HasSubstr("height=\"220.0\"><title>+0.00 to +0.09: 10 openings"),
                    HasSubstr("height=\"110.0\"><title>+0.10 to +0.19: 5 openings")));
}

TEST_F(MakeOpenings, TakesAFewOfEachFamily) {
  // The first ply makes three families: two have two positions of at most three plies, and one has three.
  const Outcome plies = run({"--plies", "2..3", "--spread", "1", "--family", "1", "-o", "suite.epd"});
  EXPECT_EQ(plies.exit_code, 0) << plies.err;
  EXPECT_THAT(plies.out,
              AllOf(HasSubstr("2 openings of 8 positions"), HasSubstr("2 families, the largest:\n"),
                    HasSubstr("1  1. e4\n"), HasSubstr("1  1. e3\n")));
  EXPECT_EQ(plies.err.find("one family"), std::string::npos) << plies.err;
  EXPECT_THAT(
      run({"--plies", "2..3", "--spread", "1", "-o", "one.epd"}).err,
      HasSubstr("--spread: without names of openings all are one family; see --openings and --family"));
  write_file(folder_ / "names.tsv",
             "eco\tname\tpgn\nB20\tSicilian: Main\t1. e4 c5\nC20\tOpen: One\t1. e4 e5\n");
  const Outcome names = polyglot({"make-openings", "games.pgn", "--openings", "names.tsv", "--plies", "2..3",
                                  "--spread", "1", "-o", "named.epd"},
                                 {.folder = folder_.path()});
  EXPECT_EQ(names.exit_code, 0) << names.err;
  EXPECT_THAT(names.out, AllOf(HasSubstr("1  Sicilian\n"), HasSubstr("1  Open\n")));
}

TEST_F(MakeOpenings, GivesTheSameBytesForTheSameSeed) {
  for (const char* const name : {"a.epd", "b.epd"}) ASSERT_EQ(run({"--seed", "7", "-o", name}).exit_code, 0);
  EXPECT_EQ(read_file(folder_ / "a.epd"), read_file(folder_ / "b.epd"));
  ASSERT_EQ(run({"--seed", "8", "-o", "c.epd"}).exit_code, 0);
  EXPECT_NE(read_file(folder_ / "a.epd"), read_file(folder_ / "c.epd"));
}

TEST_F(MakeOpenings, NamesWhatIsWrong) {
  EXPECT_THAT(run({"-o", "suite.txt"}).err, HasSubstr("ends in .epd, .pgn or .bin"));
  EXPECT_THAT(run({"--eval", "1..0", "-o", "a.epd"}).err, HasSubstr("a range of pawns"));
  EXPECT_THAT(run({"--eval", "0..1", "-o", "a.epd"}).err, HasSubstr("--store"));
  EXPECT_THAT(run({"--wdl", "40..101", "-o", "a.epd"}).err, HasSubstr("a range of percentages"));
  EXPECT_THAT(run({"--wdl", "40..60", "-o", "a.epd"}).err, HasSubstr("--store"));
  EXPECT_THAT(run({"-o", "a.epd", "--picture", "a.svg"}).err,
              HasSubstr("--picture: needs verdicts: name a range with --eval LO..HI or --wdl LO..HI"));
  EXPECT_THAT(run({"-o", "a.epd", "--picture", "a.epd"}).err, HasSubstr("ends in .svg"));
  for (const char* const option : {"--engine", "--nodes", "--store", "--workers"})
    EXPECT_THAT(run({"-o", "a.epd", option, "3"}).err,
                HasSubstr(std::string(option) + ": needs --eval or --wdl"));
  EXPECT_THAT(run({"--count", "999", "-o", "a.epd"}).err, StartsWith("polyglot make-openings: only "));
}

}  // namespace
}  // namespace polyglot::tools::test
