// SPDX-License-Identifier: MIT
// The sub-command epd-test.
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"start\";\n";

std::string scripted(const std::string& arguments) {
  return std::string(SCRIPTED_ENGINE) + " " + arguments;
}

class EpdTestTest : public ToolTest {
 protected:
  /// Runs epd-test without a configuration file on one position.
  [[nodiscard]] Outcome run(const std::string& engine, const Arguments& more = {}) const {
    write_text(folder_ / "start.epd", kStart);
    return polyglot(Arguments{"epd-test", "-noini", "-ec", engine, "-epd", folder_ / "start.epd"} + more);
  }
};

TEST_F(EpdTestTest, PrintsWhatWasFound) {
  EXPECT_THAT(
      run(scripted("--info 'info depth 3 score cp 25 time 1030 nodes 2500 pv e2e4 e7e5' --bestmove e2e4")),
      Succeeds("\nEngineName=Scripted 1\n\n"
               "[Search parameters: MaxDepth=63   MaxTime=5.0   DepthDelta=3   MinDepth=8   MinTime=1.0]\n\n"
               " 1: \"start\"         OK    1 score= +0.25    pv [D= 3, T=   1.03s, N=     2k] =e4 e5\n"
               "\nscore=1/1 [averages on correct positions: depth=3.0 time=1.03 nodes=2500]\n"));
}

TEST_F(EpdTestTest, TakesTheConfigurationBeforeItsName) {
  write_text(folder_ / "my.ini", "[PolyGlot]\nEngineCommand = " + scripted("--bestmove e2e4") + "\n");
  write_text(folder_ / "start.epd", kStart);
  const std::vector<std::string> rest{"-epd", folder_ / "start.epd"};
  for (const Arguments& arguments : {Arguments{folder_ / "my.ini", "epd-test"},
                                     {"epd-test", folder_ / "my.ini"},
                                     {"-noini", "-ec", scripted("--bestmove e2e4"), "epd-test"}}) {
    EXPECT_THAT(polyglot(arguments + rest).out, HasSubstr("score=1/1"));
  }
}

TEST_F(EpdTestTest, SendsTheSearchAndTheOptionsOfTheEngine) {
  const std::string echo = folder_ / "echo";
  EXPECT_THAT(
      run(scripted("--option 'name Hash type spin default 16 min 1 max 64' --bestmove e2e4 --echo " + echo),
          {"-uci", "Hash=32", "-uci", "Foo=1", "-max-time", "0.5", "-min-time", "0.1", "-max-depth", "7"}),
      Succeeds(HasSubstr("MaxDepth=7   MaxTime=0.5   DepthDelta=3   MinDepth=8   MinTime=0.1"),
               HasSubstr("the engine has no option \"Foo\"")));
  EXPECT_THAT(read_text(echo), AllOf(HasSubstr("setoption name Hash value 32\nucinewgame\nisready\n"),
                                     HasSubstr("go movetime 500 depth 7\nquit\n")));
}

TEST_F(EpdTestTest, StopsASearchThatGoesOnTooLong) {
  EXPECT_THAT(run(scripted("--wait-go --bestmove e2e4"), {"-min-time", "0", "-max-time", "0.1"}),
              Succeeds(HasSubstr("score=1/1")));
}

TEST_F(EpdTestTest, SaysHowTheEngineFailed) {
  const std::vector<std::pair<std::string, std::string>> failures{
      {scripted("--crash-on-go --stderr-noise 'out of luck'"),
       std::string(kCrash) + ", its last line on stderr: out of luck"},
      {scripted("--silent"), "did not answer \"uci\" with \"uciok\" within 1500 ms (EngineStartTimeout)"},
      {scripted("--hang-on-go"), "hangs: it has not moved 1500 ms past its deadline (EngineHangTimeout)"},
      {scripted("--not-uci"), "did not answer \"uci\" with \"uciok\" nor \"protover 2\" with features"},
      {"tcp://127.0.0.1:1", "the engine \"tcp://127.0.0.1:1\" cannot be reached: Connection refused"},
      {"no_such_engine", "no_such_engine"},
      {"", "EngineCommand is not set"},
  };
  for (const auto& [engine, message] : failures) {
    // Engines need their time on a busy machine. One that has only refused the question in UCI counts as an
    // old XBoard engine after two seconds.
    const std::string patience = message.starts_with("did not answer") ? "1500" : "5000";
    EXPECT_THAT(run(engine, {"-pg", "EngineStartTimeout=" + patience, "-pg", "EngineHangTimeout=1500", "-pg",
                             "EngineRestart=always", "-min-time", "0", "-max-time", "0.1"}),
                Fails(1, AllOf(StartsWith("polyglot epd-test: "), HasSubstr(message))))
        << engine;
  }
}

TEST_F(EpdTestTest, NamesAnArchive) {
  write_text(folder_ / "suite.zip", "PK\x03\x04");
  EXPECT_THAT(polyglot({"epd-test", "-noini", "-epd", folder_ / "suite.zip", "-ec", scripted("")}),
              Fails(1, HasSubstr("is a zip archive: unpack it first, with unzip ")));
}

TEST_F(EpdTestTest, GoesOnAfterAnEngineThatFailed) {
  write_text(folder_ / "three.epd", std::string(kStart) + "\n" + kStart + kStart);
  const auto test = [this](const std::string& engine) {
    return polyglot({"epd-test", "-noini", "-epd", folder_ / "three.epd", "-ec", scripted(engine), "-pg",
                     "EngineHangTimeout=2000", "-min-time", "0", "-max-time", "0.1"});
  };
  EXPECT_THAT(
      test("--bestmove e2e4 --crash-once " + (folder_ / "crashed")),
      Fails(1,
            AllOf(HasSubstr("three.epd:1: the engine \""), HasSubstr("; the position counts as not solved")),
            HasSubstr("\nscore=2/3 ")));
  EXPECT_THAT(test("--hang-on-go"),
              Fails(1,
                    AllOf(HasSubstr("three.epd:3: "),
                          HasSubstr("hangs: it has not moved 2000 ms past its deadline (EngineHangTimeout); "
                                    "the position counts as not solved")),
                    HasSubstr("\nscore=0/3")));
}

TEST_F(EpdTestTest, EndsAfterFailuresInARow) {
  std::string suite = kStart;
  for (int i = 0; i < 6; ++i) suite += kStart;
  write_text(folder_ / "seven.epd", suite);
  EXPECT_THAT(
      polyglot({"epd-test", "-noini", "-epd", folder_ / "seven.epd", "-ec", scripted("--crash-on-go")}),
      Fails(1,
            AllOf(HasSubstr("seven.epd:4: "), HasSubstr("seven.epd:5: "), Not(HasSubstr("seven.epd:6: ")),
                  HasSubstr("; the test ends after 5 such positions in a row")),
            HasSubstr("\nscore=0/5")));
}

TEST_F(EpdTestTest, StartsAnEngineAgainThatDiesOfTheQuestionInUci) {
  EXPECT_THAT(
      run(std::string(SCRIPTED_CECP_ENGINE) + " --dies-of-uci --feature 'ping=1 setboard=1' --move e2e4"),
      Succeeds(HasSubstr("score=1/1")));
}

TEST_F(EpdTestTest, RefusesLimitsWithoutSense) {
  for (const char* const words : {"-max-time inf", "-max-time nan", "-max-time 1e18", "-min-time nan",
                                  "-min-time -2 -max-time -1", "-max-depth 0"}) {
    const std::vector<std::string> limit = words_of(words);
    EXPECT_THAT(run(scripted("--bestmove e2e4"), limit), Fails(2, HasSubstr(limit.front()))) << limit.back();
  }
  EXPECT_EQ(run(scripted("--bestmove e2e4"), {"-min-depth", "-1", "-max-time", "-1"}).exit_code, 0);
}

TEST_F(EpdTestTest, LooksAtTheWholeSuiteFirst) {
  write_text(folder_ / "bad.epd", std::string(kStart) + "junk bm e4;\n");
  EXPECT_THAT(polyglot({"epd-test", "-noini", "-ec", scripted(""), "-epd", folder_ / "bad.epd"}),
              Fails(1, HasSubstr("bad.epd:2: FEN, "), IsEmpty()));
}

TEST_F(EpdTestTest, PlaysChess960) {
  write_text(folder_ / "960.epd", "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - bm O-O; id \"960\";\n");
  const std::string echo = folder_ / "echo";
  EXPECT_THAT(
      polyglot(
          {"epd-test", "-noini", "-epd", folder_ / "960.epd", "-ec",
           scripted("--option 'name UCI_Chess960 type check default false' --bestmove c1g1 --echo " + echo)})
          .out,
      HasSubstr("score=1/1"));
  EXPECT_THAT(read_text(echo), HasSubstr("setoption name UCI_Chess960 value true\n"));
}

}  // namespace
}  // namespace polyglot::tools::test
