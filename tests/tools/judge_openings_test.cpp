// SPDX-License-Identifier: MIT
#include <regex>
#include <string>

#include <boost/json/parse.hpp>
#include <gmock/gmock.h>

#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::Le;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kKingsPawn = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
constexpr const char* kQueensPawn = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -";

std::string game(const std::string& white, const std::string& black, const std::string& result,
                 const std::string& start, const std::string& moves) {
  std::string text = "[White \"" + white + "\"]\n[Black \"" + black + "\"]\n[Result \"" + result + "\"]\n";
  if (!start.empty()) text += "[SetUp \"1\"]\n[FEN \"" + start + " 0 1\"]\n";
  return text + '\n' + moves + ' ' + result + "\n\n";
}

/// Both games of a pair.
std::string pair(const std::string& first, const std::string& second, const std::string& start,
                 const std::string& moves) {
  return game("A", "B", first, start, moves) + game("B", "A", second, start, moves);
}

class JudgeOpenings : public ::testing::Test {
 protected:
  JudgeOpenings() {
    write_file(folder_ / "suite.epd", std::string(kKingsPawn) + " id \"KP\";\n" + kQueensPawn + " 0 1\n");
  }

  /// A tournament in which pairs of one opening end 1:1, and A wins those of the other.
  [[nodiscard]] static std::string tournament(const std::string& dead, const std::string& alive,
                                              const std::string& dead_moves, const std::string& alive_moves) {
    std::string games;
    for (int i = 0; i < 12; ++i)
      games += pair("1/2-1/2", "1/2-1/2", dead, dead_moves) +
               pair("1-0", i % 3 == 0 ? "1/2-1/2" : "0-1", alive, alive_moves);
    return games;
  }

  Outcome judge(const std::string& games, std::vector<std::string> more = {}) {
    write_file(folder_ / "results.pgn", games);
    std::vector<std::string> arguments = {"judge-openings", folder_ / "results.pgn", "--suite",
                                          folder_ / "suite.epd"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return polyglot(arguments);
  }

  TemporaryFolder folder_;
};

TEST_F(JudgeOpenings, NamesTheOneThatTellsLittleAndWritesTheSuiteWithoutIt) {
  const Outcome outcome =
      judge(tournament(kQueensPawn, kKingsPawn, "1... d5", "1... e5"), {"-o", folder_ / "better.epd"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("48 games, 48 of the suite's 2 openings"),
                                 HasSubstr("Without the 1 opening to drop"), HasSubstr("tells little")));
  EXPECT_EQ(read_file(folder_ / "better.epd"), std::string(kKingsPawn) + " id \"KP\";\n");
}

TEST_F(JudgeOpenings, DrawsTheOpeningsThatWerePlayed) {
  write_file(folder_ / "suite.epd", std::string(kKingsPawn) + " id \"K&P <1>\";\n" + kQueensPawn +
                                        " 0 1\nrnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq -\n");
  const Outcome outcome =
      judge(tournament(kQueensPawn, kKingsPawn, "1... d5", "1... e5"), {"--picture", folder_ / "trial.svg"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::string picture = read_file(folder_ / "trial.svg");
  EXPECT_THAT(picture, AllOf(StartsWith("<svg "), EndsWith("</svg>\n")));
  // All games of the second one are drawn: it is at the right edge, on White's 50 per cent, and on the zero.
  const std::string title =
      "2: rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1; draws 100 % (86 to "
      "100), White scores 50 % (";
  EXPECT_THAT(picture, HasSubstr("<circle class=\"bad\" cx=\"410.0\" cy=\"246.7\" r=\"4\"><title>" + title));
  EXPECT_THAT(picture, HasSubstr("<circle class=\"bad\" cx=\"860.0\" cy=\"319.0\" r=\"4\"><title>" + title));
  EXPECT_THAT(picture, HasSubstr("<circle class=\"good\" cx=\"110.0\" cy=\"160.6\" r=\"4\"><title>1: K&amp;P "
                                 "&lt;1&gt;; draws 17 % ("));
  EXPECT_THAT(picture,
              AllOf(HasSubstr("<line class=\"good\""), HasSubstr(">1</text>"), Not(HasSubstr("<title>3: "))));
  const std::regex height("y[12]=\"([-0-9.]+)\"");
  for (std::sregex_iterator at(picture.begin(), picture.end(), height); at != std::sregex_iterator(); ++at)
    EXPECT_THAT(std::stod((*at)[1]), AllOf(Ge(40), Le(350))) << "intervals end at the edge of the panel";
}

TEST_F(JudgeOpenings, FindsTheEndsOfTheSuitesGamesInThoseOfTheTournament) {
  write_file(folder_ / "suite.pgn", "[Event \"one\"]\n\n1. d4 d5 *\n\n[Event \"two\"]\n\n1. e4 e5 *\n");
  const std::string games =
      tournament("", "", "1. d4 d5 2. c4 e6", "1. e4 e5 2. Nf3 Nc6") + game("A", "B", "1-0", "", "1. c4 e5");
  const Outcome outcome =
      judge(games, {"--suite", folder_ / "suite.pgn", "-o", folder_ / "better.pgn", "--format", "json"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(read_file(folder_ / "better.pgn"), AllOf(HasSubstr("two"), Not(HasSubstr("one"))));
  const auto report = boost::json::parse(outcome.out).as_object();
  EXPECT_EQ(report.at("foreign"), 1);
  EXPECT_EQ(report.at("drop"), boost::json::parse("[1]"));
  EXPECT_EQ(report.at("openings").at(0).at("pairs"), boost::json::parse("[0,0,12,0,0]"));
  EXPECT_EQ(report.at("openings").at(1).at("pairs"), boost::json::parse("[0,0,0,4,8]"));
}

TEST_F(JudgeOpenings, FindsThePositionsOfAListInTheMovesOfGames) {
  const std::string games =
      tournament("", "", "1. d4 d5 2. c4 e6", "1. e4 e5 2. Nf3 Nc6") + game("A", "B", "1-0", "", "1. c4 e5");
  auto report = boost::json::parse(judge(games, {"--format", "json"}).out).as_object();
  EXPECT_EQ(report.at("foreign"), 1);
  EXPECT_EQ(report.at("openings").at(0).at("pairs"), boost::json::parse("[0,0,0,4,8]"));
  EXPECT_EQ(report.at("openings").at(1).at("pairs"), boost::json::parse("[0,0,12,0,0]"));
  write_file(folder_ / "suite.epd",
             std::string(kKingsPawn) + "\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n");
  report = boost::json::parse(judge(games, {"--format", "json"}).out).as_object();
  EXPECT_EQ(report.at("openings").at(0).at("games"), 0) << "they begin at the other opening";
  EXPECT_EQ(report.at("openings").at(1).at("games"), 49);
}

TEST_F(JudgeOpenings, KnowsNoSensitivityWithoutPairs) {
  const std::string games = game("A", "B", "1-0", kKingsPawn, "1... e5");
  EXPECT_THAT(judge(games).out, HasSubstr("\n  Sensitivity  unknown, because there are no pairs\n"));
  const auto report = boost::json::parse(judge(games, {"--format", "json"}).out).as_object();
  EXPECT_TRUE(report.at("all").at("sensitivity").is_null());
  EXPECT_TRUE(report.at("openings").at(0).at("sensitivity").is_null());
}

TEST_F(JudgeOpenings, SaysWhatItCannotUse) {
  EXPECT_THAT(judge(game("A", "B", "1-0", "", "1. c4 e5")).err,
              HasSubstr("no game of it begins with an opening of the suite"));
  write_file(folder_ / "suite.epd", "\nnonsense\n");
  const Outcome outcome = judge(game("A", "B", "1-0", "", "1. c4 e5"));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("suite.epd:2: "));
}

// ---- Variants ---------------------------------------------------------------------------------------------

/// Games with the tag of a variant.
std::string of_variant(const std::string& name, const std::string& games) {
  return std::regex_replace(games, std::regex("(\\[White )"), "[Variant \"" + name + "\"]\n$1");
}

/// Two positions of crazyhouse that differ in what White holds.
const std::string kHoldsPawn = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3";
const std::string kHoldsNone = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[p] w KQkq - 0 3";

TEST_F(JudgeOpenings, TakesTheVariantOfTheSuite) {
  const std::string opening = "[Event \"E\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 ";
  write_file(folder_ / "suite.pgn", opening + "3. P@e4 *\n\n" + opening + "3. Nc3 *\n\n");
  const std::string games =
      of_variant("crazyhouse", tournament("", "", "1. e4 d5 2. exd5 Qxd5 3. P@e4 Qd8 4. Nf3",
                                          "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. P@e4")) +
      of_variant("Atomic", game("A", "B", "1-0", "", "1. e4 d5")) + game("A", "B", "1-0", "", "1. e4 d5");
  const Outcome outcome =
      judge(games, {"--suite", folder_ / "suite.pgn", "-o", folder_ / "better.pgn", "--format", "json"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("1 game of Atomic left out: the suite is of crazyhouse\n"),
                                 HasSubstr("1 game of chess left out: the suite is of crazyhouse\n")));
  EXPECT_EQ(read_file(folder_ / "better.pgn"), opening + "3. Nc3 *\n\n");
  const auto report = boost::json::parse(outcome.out).as_object();
  EXPECT_EQ(report.at("foreign"), 2);
  EXPECT_EQ(report.at("drop"), boost::json::parse("[1]"));
  EXPECT_EQ(report.at("openings").at(1).at("pairs"), boost::json::parse("[0,0,0,4,8]"));
}

TEST_F(JudgeOpenings, TakesListsOfAVariant) {
  write_file(folder_ / "suite.epd", kHoldsPawn + '\n' + kHoldsNone + '\n');
  std::string games =
      of_variant("crazyhouse", tournament(kHoldsPawn, kHoldsNone, "3. P@e4 Qd8", "3. Nc3 Qd8"));
  // Starts are whole FENs here.
  games = std::regex_replace(games, std::regex(" 0 3 0 1\""), " 0 3\"");
  const Outcome outcome = judge(games, {"--variant", "crazyhouse", "-o", folder_ / "better.epd"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("48 games, 48 of the suite's 2 openings"));
  EXPECT_EQ(read_file(folder_ / "better.epd"), kHoldsNone + '\n');
}

TEST_F(JudgeOpenings, RefusesGamesOfSeveralVariantsInASuite) {
  const std::string games = of_variant("3check", game("A", "B", "*", "", "1. e4 e5")) +
                            of_variant("atomic", game("A", "B", "*", "", "1. d4 d5"));
  write_file(folder_ / "suite.pgn", games);
  const Outcome outcome = judge(games, {"--suite", folder_ / "suite.pgn"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("suite.pgn:8: is a game of atomic, not of 3check"));
  EXPECT_THAT(judge(games, {"--suite", folder_ / "suite.pgn", "--variant", "xiangqi"}).err,
              HasSubstr("suite.pgn:1: is a game of 3check, not of xiangqi"));
}

}  // namespace
}  // namespace polyglot::tools::test
