// SPDX-License-Identifier: MIT
// The sub-command grow-book.
#include <filesystem>

#include <gmock/gmock.h>

#include "test_paths.hpp"
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

class GrowBook : public ::testing::Test {
 protected:
  void use_engine(const std::string& command, const std::string& options = {}) const {
    write_file(folder_ / "engine.ini",
               "[PolyGlot]\nBook = false\nEngineCommand = " + command + "\n[Engine]\n" + options);
  }

  [[nodiscard]] Outcome run(std::vector<std::string> more) const {
    more.insert(more.begin(), {"grow-book", "--store", "s.db", "--engine", "engine.ini"});
    return polyglot(more, {.folder = folder_.path()});
  }

  [[nodiscard]] std::string probe(const std::string& book, std::vector<std::string> more) const {
    more.insert(more.begin(), {"probe", book});
    return polyglot(more, {.folder = folder_.path()}).out;
  }

  TemporaryFolder folder_;
};

TEST_F(GrowBook, WritesWeightsByScores) {
  // The engine says the same about every position in which it is asked: so only the start has a verdict.
  use_engine(
      std::string(SCRIPTED_ENGINE) +
      " --option 'name MultiPV type spin default 1 min 1 max 500'"
      " --info 'info depth 3 multipv 1 score cp 30 pv e2e4' --info 'info depth 3 multipv 2 score cp 0 pv "
      "d2d4' --bestmove e2e4");
  const Outcome outcome =
      run({"--positions", "1", "--temperature", "30", "--nodes", "10", "-o", "grown.bin"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              HasSubstr("grown.bin: 2 entries, 1 position judged\n+0.30  1. e4\nRefuted moves: 0\n"));
  EXPECT_THAT(probe("grown.bin", {"--format", "json"}),
              AllOf(HasSubstr("\"weight\":1000"), HasSubstr("\"weight\":368")));
  ASSERT_EQ(run({"--positions", "1", "--best-only", "--nodes", "10", "-o", "best.bin"}).exit_code, 0);
  EXPECT_THAT(probe("best.bin", {}), Not(HasSubstr("d4")));
  ASSERT_EQ(run({"--positions", "1", "--nodes", "10", "-o", "grown.pgn"}).exit_code, 0);
  EXPECT_THAT(read_file(folder_ / "grown.pgn"), HasSubstr("1. e4 {+0.30} (1. d4 {+0.00}) *"));
}

TEST_F(GrowBook, GrowsABookForEachEngineOrOneByTheirMeanScores) {
  const auto engine = [](const std::string& name, int e4, int d4) {
    const std::string best = e4 > d4 ? "e2e4" : "d2d4";
    const auto line = [](int number, const std::string& move, int score) {
      return " --info 'info depth 3 multipv " + std::to_string(number) + " score cp " +
             std::to_string(score) + " pv " + move + "'";
    };
    return "[PolyGlot]\nBook = false\nEngineCommand = " + std::string(SCRIPTED_ENGINE) + " --name '" + name +
           "' --option 'name MultiPV type spin default 1 min 1 max 500'" + line(e4 > d4 ? 1 : 2, "e2e4", e4) +
           line(e4 > d4 ? 2 : 1, "d2d4", d4) + " --bestmove " + best + "\n";
  };
  write_file(folder_ / "engine.ini", engine("First 1", 40, 0));
  write_file(folder_ / "other.ini", engine("Second 2", 20, 30));
  const std::vector<std::string> both{"--engine", "other.ini", "--positions", "1", "--nodes", "10"};
  const auto grow = [&](std::vector<std::string> more) {
    more.insert(more.begin(), both.begin(), both.end());
    return run(std::move(more)).out;
  };
  EXPECT_THAT(grow({"-o", "new.pgn"}),
              AllOf(HasSubstr("new-1.pgn: 2 entries, 1 position judged\n+0.40  1. e4\n"),
                    HasSubstr("new-2.pgn: 2 entries, 1 position judged\n+0.30  1. d4\n")));
  EXPECT_THAT(read_file(folder_ / "new-1.pgn"), HasSubstr("1. e4 {+0.40} (1. d4 {+0.00}) *"));
  EXPECT_THAT(read_file(folder_ / "new-2.pgn"), HasSubstr("1. d4 {+0.30} (1. e4 {+0.20}) *"));
  EXPECT_THAT(grow({"--average", "-o", "mean.pgn"}), HasSubstr("mean.pgn: 2 entries, 1 position judged"));
  EXPECT_THAT(read_file(folder_ / "mean.pgn"), HasSubstr("1. e4 {+0.30} (1. d4 {+0.15}) *"));
  // A book of one side has no moves of the other.
  EXPECT_THAT(grow({"--average", "--side", "white", "-o", "white.bin"}), HasSubstr("white.bin: 2 entries"));
  EXPECT_THAT(grow({"--average", "--side", "black", "-o", "black.bin"}), HasSubstr("black.bin: 0 entries"));
  // No time, no new positions.
  EXPECT_THAT(grow({"--average", "--minutes", "0", "-o", "none.bin"}),
              HasSubstr("none.bin: 0 entries, 0 positions judged"));
}

TEST_F(GrowBook, NamesWhatIsWrong) {
  use_engine("x");
  EXPECT_THAT(run({"-o", "book.txt"}).err, HasSubstr("ends in .bin or .pgn"));
  EXPECT_THAT(run({"-o", "book.bin", "--average"}).err, HasSubstr("--engine twice or more"));
  EXPECT_THAT(polyglot({"grow-book", "-o", "a.bin"}).err, HasSubstr("--store"));
  EXPECT_EQ(run({"none.bin", "-o", "book.bin"}).exit_code, 1);
}

TEST_F(GrowBook, KeepsAllMovesThatTablebasesCallWon) {
  const std::string tables = std::string(POLYGLOT_SHARED_DATA) + "/syzygy";
  if (!std::filesystem::exists(tables + "/KQvK.rtbw")) GTEST_SKIP() << tables << " has no tablebases";
  use_engine(std::string(SCRIPTED_ENGINE) + " --crash-on-go");
  for (const char* const fen : {"8/8/8/8/8/2k5/8/K6R w - - 0 1", "8/8/8/8/8/2k5/8/K6Q w - - 0 1"}) {
    const Outcome outcome =
        run({"--fen", fen, "--positions", "100", "--workers", "1", "--syzygy-path", tables, "-o", "won.bin"});
    if (outcome.err.find("built without") != std::string::npos) GTEST_SKIP() << outcome.err;
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(AnyOf(HasSubstr("\n+299.9"), HasSubstr("\n+300.00"), HasSubstr("\n#")),
                                   HasSubstr("\nRefuted moves: 0")));
  }
}

class GrowBookWithStockfish : public GrowBook {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists("/usr/games/stockfish")) GTEST_SKIP() << "stockfish is not installed";
    use_engine("/usr/games/stockfish", "Threads = 1\n");
  }
};

TEST_F(GrowBookWithStockfish, FindsTheTruthOfEndings) {
  // A pawn that wins whoever moves, and a rook that mates.
  const Outcome pawn = run(
      {"--fen", "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", "--nodes", "300", "--positions", "60", "-o", "pawn.bin"});
  EXPECT_EQ(pawn.exit_code, 0) << pawn.err;
  EXPECT_THAT(pawn.out, AnyOf(HasSubstr("\n-"), HasSubstr("\n#-"))) << "Black loses";
  // White has no way past the king.
  const Outcome draw = run(
      {"--fen", "8/8/8/4k3/4P3/4K3/8/8 w - - 0 1", "--nodes", "300", "--positions", "30", "-o", "draw.bin"});
  EXPECT_THAT(draw.out, AnyOf(HasSubstr("\n+0."), HasSubstr("\n-0."))) << draw.out;
  const Outcome rook = run(
      {"--fen", "k7/8/1K6/8/8/8/8/7R b - - 0 1", "--nodes", "200", "--positions", "40", "-o", "rook.bin"});
  EXPECT_THAT(rook.out, HasSubstr("#-1  1... Kb8 2. Rh8#\n"));
}

TEST_F(GrowBookWithStockfish, EndsWhenNothingChanges) {
  // The first search finds the mate, and no other one changes that.
  const std::vector<std::string> mate{
      "--fen", "k7/8/1K6/8/8/8/8/7R w - - 0 1", "--nodes", "100", "--positions", "100", "-o", "mate.bin"};
  std::vector<std::string> unchanged = mate;
  unchanged.insert(unchanged.end(), {"--unchanged", "5"});
  const auto judged = [](const Outcome& outcome) {
    const std::size_t end = outcome.out.find(" positions judged");
    const std::size_t begin = outcome.out.rfind(' ', end - 1) + 1;
    return end == std::string::npos ? 0 : std::stoi(outcome.out.substr(begin, end - begin));
  };
  const Outcome stopped = run(unchanged);
  EXPECT_EQ(stopped.exit_code, 0) << stopped.err;
  EXPECT_THAT(stopped.out, HasSubstr("#1  1. Rh8#\n"));
  EXPECT_GE(judged(stopped), 6);
  EXPECT_LT(judged(stopped), 60);
  EXPECT_GT(judged(run(mate)), judged(stopped));
}

TEST_F(GrowBookWithStockfish, RefutesABlunderAndGivesTheSameBytesAgain) {
  write_file(folder_ / "games.pgn", "[Event \"1\"]\n\n1. f3 e5 2. g4 *\n\n[Event \"2\"]\n\n1. e4 *\n\n");
  const std::vector<std::string> grown{
      "games.pgn", "--fen", "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2",
      "--nodes",   "500",   "--positions",
      "20",        "-o",    "a.bin"};
  const Outcome outcome = run(grown);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("\n  2. g4: #-1, but 2. "), HasSubstr("; 2... Qh4#\n")));
  EXPECT_THAT(probe("a.bin", {"f3", "e5"}), Not(HasSubstr("g4")));
  const std::string bytes = read_file(folder_ / "a.bin");
  EXPECT_THAT(run(grown).out, HasSubstr("0 positions judged; "));
  EXPECT_EQ(read_file(folder_ / "a.bin"), bytes);
}

}  // namespace
}  // namespace polyglot::tools::test
