// SPDX-License-Identifier: MIT
// The sub-command make-openings.
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

/// The second game reaches the position of the first with colours exchanged, a move later.
constexpr const char* kOpeningGames =
    "[Event \"1\"]\n\n1. e4 e5 2. Nf3 *\n\n[Event \"2\"]\n\n1. e4 c5 *\n\n[Event \"3\"]\n\n1. e3 e5 2. e4 "
    "*\n";
constexpr const char* kAfterE4C5 = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";

class MakeOpenings : public ToolTest {
 protected:
  void SetUp() override {
    write_text(folder_ / "games.pgn", kOpeningGames);
    use_engine("cp 25");
  }

  void use_engine(const std::string& score) const {
    write_text(folder_ / "engine.ini", std::string("[PolyGlot]\nEngineCommand = ") + SCRIPTED_ENGINE +
                                           " --info 'info depth 3 score " + score +
                                           " time 10 nodes 2500 pv a2a3' --bestmove a2a3\n");
  }
  [[nodiscard]] Outcome run(const Arguments& more) const {
    return ToolTest::run(Arguments{"make-openings", "games.pgn"} + more);
  }
  /// Asks the engine, which knows only moves of White.
  [[nodiscard]] Outcome judge(const Arguments& more, const std::string& store = "s.db") const {
    return run(more + Arguments{"--store", store, "--engine", "engine.ini", "--nodes", "2500", "--workers",
                                "1", "--plies", "2", "-o", "suite.epd"});
  }
  /// Makes a suite of a list of positions.
  [[nodiscard]] Outcome of_list(const std::string& fens, const Arguments& more = {}) const {
    write_text(folder_ / "list.epd", fens);
    return ToolTest::run(Arguments{"make-openings", "list.epd", "-o", "suite.epd"} + more);
  }
};

TEST_F(MakeOpenings, TakesNoTwins) {
  // 1. e4 e5 is 1. e3 e5 2. e4 with colours exchanged.
  EXPECT_THAT(run({"--plies", "2..3", "-o", "suite.epd"}),
              Succeeds(AllOf(HasSubstr("4 openings of 8 positions"),
                             HasSubstr("1  left out: twins with colours exchanged"))));
  EXPECT_THAT(read_text(folder_ / "suite.epd"), HasSubstr(std::string(kAfterE4C5) + " hmvc 0; fmvn 2;\n"));
}

TEST_F(MakeOpenings, ReadsEpdWithItsCountersAndNamesListsOfAnotherKind) {
  const std::string line = std::string(kAfterE4C5) + " hmvc 3; fmvn 7;\n";
  EXPECT_THAT(of_list(line), Succeeds());
  EXPECT_EQ(read_text(folder_ / "suite.epd"), line);
  EXPECT_THAT(of_list("fen;move;count\n").err, HasSubstr("of a table, give the column of FENs alone"));
  ASSERT_THAT(ToolTest::run({"count-games", "games.pgn", "-o", "games.counts"}), Succeeds());
  EXPECT_THAT(ToolTest::run({"probe", "games.pgn", "--fens", "games.counts"}).err,
              HasSubstr("games.counts: is a file of counts"));
}

TEST_F(MakeOpenings, KnowsTwinsByCastlingEnPassantAndWhatElseMatters) {
  struct Pair {
    const char* variant;
    const char* first;
    const char* second;
    bool are_twins;
  };
  for (const Pair& pair : {
           Pair{"chess", "r3k3/8/8/8/3Pp3/8/8/4K2R b Kq d3 0 1", "4k2r/8/8/3pP3/8/8/8/R3K3 w Qk d6 0 1",
                true},
           Pair{"chess", "r3k3/8/8/8/3Pp3/8/8/4K2R b Kq d3 0 1", "4k2r/8/8/3pP3/8/8/8/R3K3 w Qk - 0 1",
                false},
           Pair{"chess", "r3k3/8/8/8/3Pp3/8/8/4K2R b Kq - 0 1", "4k2r/8/8/3pP3/8/8/8/R3K3 w k - 0 1", false},
           Pair{"crazyhouse", "r3k3/8/8/8/4P3/8/8/R3K2R[Qp] b KQq - 0 1",
                "r3k2r/8/8/4p3/8/8/8/R3K3[Pq] w Qkq - 0 1", true},
           Pair{"crazyhouse", "r3k3/8/8/8/4P3/8/8/R3K2R[Qp] b KQq - 0 1",
                "r3k2r/8/8/4p3/8/8/8/R3K3[Qp] w Qkq - 0 1", false},
           Pair{"3check", "4k3/8/8/8/8/8/4P3/4K3 w - - 3+2 0 1", "4k3/4p3/8/8/8/8/8/4K3 b - - 2+3 0 1", true},
           Pair{"3check", "4k3/8/8/8/8/8/4P3/4K3 w - - 3+2 0 1", "4k3/4p3/8/8/8/8/8/4K3 b - - 3+2 0 1",
                false},
           Pair{"atomic", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", true},
           Pair{"xiangqi", "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1", "4k4/4r4/9/9/9/9/9/9/9/3K5 b - - 0 1",
                true},
       })
    EXPECT_THAT(of_list(std::string(pair.first) + "\n" + pair.second + "\n", {"--variant", pair.variant}).out,
                StartsWith(pair.are_twins ? "1 opening of 2" : "2 openings of 2"))
        << pair.variant << ": " << pair.first;
}

TEST_F(MakeOpenings, LeavesOutPositionsInWhichThereIsNothingToPlay) {
  EXPECT_THAT(of_list("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n7k/8/8/8/8/8/3q4/7K w - -\n"
                      "R5k1/5ppp/8/8/8/8/8/6K1 b - -\n7k/5Q2/6K1/8/8/8/8/8 b - -\n7k/8/8/8/8/8/8/7K w - -\n")
                  .out,
              AllOf(HasSubstr("1 opening of 5 positions"), HasSubstr("3  left out: finished games"),
                    HasSubstr("1  left out: one legal move")));
}

TEST_F(MakeOpenings, CountsPliesByMoveNumbers) {
  EXPECT_THAT(of_list("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n"
                      "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n",
                      {"--plies", "1"})
                  .out,
              AllOf(HasSubstr("1 opening of 2 positions"), HasSubstr("1  left out: ply")));
}

TEST_F(MakeOpenings, AsksTheEngineForScoresFromWhitesSide) {
  EXPECT_THAT(judge({"--eval", "0.20..0.30"}).out,
              AllOf(HasSubstr("3 positions judged"), HasSubstr("3 openings of 6 positions")));
  EXPECT_THAT(read_text(folder_ / "suite.epd"), HasSubstr(" ce 25; acd 3; acn 2500;\n"));
  EXPECT_THAT(judge({"--eval", "0.25..0.25"}).out, HasSubstr("3 were in the store")) << "on the limits";
  EXPECT_THAT(judge({"--eval", "0.26..0.30"}).out,
              AllOf(HasSubstr("0 openings of 6 positions"), HasSubstr("3  left out: score")));
  // For Black, whose score this is.
  write_text(folder_ / "black.ini",
             std::string("[PolyGlot]\nEngineCommand = ") + SCRIPTED_ENGINE +
                 " --info 'info depth 3 score cp 25 time 10 nodes 2500 pv a7a6' --bestmove a7a6\n");
  EXPECT_THAT(run({"--store", "b.db", "--engine", "black.ini", "--nodes", "2500", "--plies", "1", "--eval",
                   "-0.30..-0.20", "-o", "black.pgn"})
                  .out,
              HasSubstr("2 openings of 3 positions"));
  EXPECT_THAT(read_text(folder_ / "black.pgn"), HasSubstr("1. e4 {-0.25} *"));
}

TEST_F(MakeOpenings, AsksForNoMoreVerdictsThanItNeeds) {
  EXPECT_THAT(judge({"--eval", "0..1", "--count", "1"}).out,
              AllOf(HasSubstr("1 opening of 6 positions"), HasSubstr("2  not looked at")));
}

TEST_F(MakeOpenings, TakesNoMatesWhateverTheLimits) {
  use_engine("mate 9");
  EXPECT_THAT(judge({"--eval", "-300..300"}).out, HasSubstr("3  left out: mates"));
  use_engine("mate -9");
  EXPECT_THAT(judge({"--eval", "-300..300"}, "t.db").out, HasSubstr("3  left out: mates"));
}

TEST_F(MakeOpenings, GivesTheSameBytesForTheSameSeed) {
  for (const char* const name : {"a.epd", "b.epd"}) ASSERT_EQ(run({"--seed", "7", "-o", name}).exit_code, 0);
  EXPECT_EQ(read_text(folder_ / "a.epd"), read_text(folder_ / "b.epd"));
  ASSERT_EQ(run({"--seed", "8", "-o", "c.epd"}).exit_code, 0);
  EXPECT_NE(read_text(folder_ / "a.epd"), read_text(folder_ / "c.epd"));
}

TEST_F(MakeOpenings, NamesWhatIsWrong) {
  EXPECT_THAT(run({"-o", "suite.txt"}).err, HasSubstr("ends in .epd or .pgn"));
  EXPECT_THAT(run({"--eval", "1..0", "-o", "a.epd"}).err, HasSubstr("a range of pawns"));
  EXPECT_THAT(run({"--eval", "0..1", "-o", "a.epd"}).err, HasSubstr("--store"));
  for (const char* const option : {"--engine", "--nodes", "--store", "--workers"})
    EXPECT_THAT(run({"-o", "a.epd", option, "3"}).err, HasSubstr(std::string(option) + ": needs --eval"));
  EXPECT_THAT(run({"--count", "999", "-o", "a.epd"}).err, StartsWith("polyglot make-openings: only "));
}

}  // namespace
}  // namespace polyglot::tools::test
