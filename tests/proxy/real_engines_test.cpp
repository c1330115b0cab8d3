// SPDX-License-Identifier: MIT
// Sessions with the engines that people use.
#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

constexpr std::string_view kBookLine = "info string book ";

class RealEngine : public ProxyTest, public ::testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    program_ = find_program(GetParam());
    if (program_.empty()) GTEST_SKIP() << GetParam() << " is not installed";
  }
  Gui& greet(const std::string& program, const Lines& arguments = {}) {
    Gui& gui = start(Lines{"-noini", "-ec", program, "-uci", "Hash=2"} + with_book() + arguments);
    gui.send("uci");
    greeting_ = gui.lines_until("uciok");
    return gui;
  }

  std::string program_;
  Lines greeting_;
};

TEST_P(RealEngine, ShowsItsOptionsBeforeOurs) {
  Gui& gui = greet(program_);
  quit(gui);
  // The engine's banner is relayed.
  const auto name = std::find_if(greeting_.begin(), greeting_.end(),
                                 [](const std::string& line) { return line.starts_with("id name "); });
  ASSERT_LT(name + 1, greeting_.end());
  EXPECT_THAT(name[1], StartsWith("id author "));
  EXPECT_THAT(greeting_, Contains(AllOf(StartsWith("option name Hash "), HasSubstr(" default 2 "))));
  const auto ours = std::find_if(greeting_.begin(), greeting_.end(), [](const std::string& line) {
    return line.starts_with("option name Polyglot ");
  });
  EXPECT_THAT(Lines(name + 2, ours), ::testing::Each(StartsWith("option name ")));
  EXPECT_THAT(Lines(ours, greeting_.end() - 1), ::testing::Each(StartsWith("option name Polyglot ")));
}

TEST_P(RealEngine, PlaysFromTheBookAndOn) {
  Gui& gui = greet(program_);
  EXPECT_THAT(
      gui.search("ucinewgame\nisready\nposition startpos\ngo wtime 10000 btime 10000"),
      AllOf(Contains("readyok"), Contains(StartsWith(kBookLine)), Contains(StartsWith("bestmove e2e4"))));
  const Lines search = gui.search("position startpos moves d2d4\ngo depth 5");
  EXPECT_THAT(search, AllOf(Contains(HasSubstr(" score ")), Not(Contains(StartsWith(kBookLine)))));
  quit(gui);
}

TEST_P(RealEngine, PondersAndStops) {
  Gui& gui = greet(program_);
  gui.send("position startpos moves d2d4 d7d5\ngo ponder wtime 2000 btime 2000");
  EXPECT_THAT(starting_with(gui.lines_until_ready(), "bestmove"), IsEmpty());
  gui.best_move("ponderhit");
  gui.send("position startpos\ngo infinite");
  EXPECT_THAT(starting_with(gui.lines_until_ready(), "bestmove"), IsEmpty());
  gui.best_move("stop");
  EXPECT_EQ(gui.best_move("position startpos moves e2e4\ngo ponder wtime 2000 btime 2000\nponderhit"),
            "bestmove e7e5 ponder g1f3");
  quit(gui);
}

TEST_P(RealEngine, TakesOptionsAtRunTime) {
  Gui& gui = greet(program_);
  gui.send(
      "setoption name Hash value 4\nsetoption name MultiPV value 2\nsetoption name Polyglot Book value "
      "false");
  EXPECT_THAT(starting_with(gui.lines_until_ready(), kBookLine), IsEmpty());
  EXPECT_THAT(gui.search("position startpos\ngo depth 4"), Contains(HasSubstr("multipv 2 ")));
  quit(gui);
}

TEST_P(RealEngine, IsLeftNowhereWhenTheProxyIsKilled) {
  Gui& gui = greet(program_);
  gui.ask("position startpos\ngo infinite", "info");
  gui.signal(SIGKILL);
  EXPECT_EQ(gui.wait().text, "killed by signal 9 (Killed)");
  expect_nothing_left();
}

INSTANTIATE_TEST_SUITE_P(EndToEnd, RealEngine, ::testing::Values("stockfish", "toga2", "fairy-stockfish"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::erase(name, '-');
                           return name;
                         });

class Stockfish : public RealEngine {};

TEST_P(Stockfish, CastlesInBothNotations) {
  Gui& gui = greet(program_);
  const std::string castling_next = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5\n";
  EXPECT_THAT(gui.best_move(castling_next + "go movetime 1"), StartsWith("bestmove e1g1"));
  EXPECT_THAT(gui.best_move("setoption name UCI_Chess960 value true\n" + castling_next + "go movetime 1"),
              StartsWith("bestmove e1h1"));
  EXPECT_THAT(gui.best_move(castling_next + "go depth 3 searchmoves e1h1\n"), StartsWith("bestmove e1h1"));
  gui.best_move("position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1h1 g8f6 d2d3\ngo depth 3");
  quit(gui);
}

INSTANTIATE_TEST_SUITE_P(EndToEnd, Stockfish, ::testing::Values("stockfish", "fairy-stockfish"),
                         [](const auto& tested) { return tested.index == 0 ? "Orthodox" : "Fairy"; });

class FairyStockfish : public RealEngine {};

TEST_P(FairyStockfish, PlaysOtherVariantsWithoutTheBook) {
  Gui& gui = greet(program_);
  EXPECT_THAT(gui.search("setoption name UCI_Variant value horde\nposition startpos\ngo depth 2"),
              Not(Contains(StartsWith(kBookLine))));
  EXPECT_THAT(gui.search("setoption name UCI_Variant value chess\nposition startpos\ngo depth 2"),
              Contains(StartsWith(kBookLine)));
  quit(gui);
}

INSTANTIATE_TEST_SUITE_P(EndToEnd, FairyStockfish, ::testing::Values("fairy-stockfish"));

}  // namespace
}  // namespace polyglot::proxy::testing
