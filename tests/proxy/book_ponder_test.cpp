// SPDX-License-Identifier: MIT
// BookPonder with the engines that people use, in each pair of protocols.
#include <regex>

#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

class BookPonder : public ProxyTest, public ::testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    program_ = find_program(GetParam());
    if (program_.empty()) GTEST_SKIP() << GetParam() << " is not installed";
  }
  Gui& start_with_book() {
    const Lines logged{"-pg", "BookPonder=true", "-pg", "Log=true", "-pg", "LogFile=log"};
    return start(Lines{"-noini", "-ec", program_} + with_book() + logged);
  }
  /// Waits until the engine has sent more thinking output.
  void expect_thinking(Gui& gui) {
    const std::size_t before = std::exchange(thoughts_, thoughts());
    for (int tries = 0; tries < 1000 && thoughts() <= before; ++tries)
      (void)gui.hears_something(std::chrono::milliseconds(20));
    EXPECT_GT(thoughts(), before) << content("log");
    thoughts_ = thoughts();
  }

 private:
  /// The number of lines in the log that show a search of the engine.
  [[nodiscard]] std::size_t thoughts() const {
    static const std::regex line("<  (info .*depth|[ ]*[0-9])");
    const std::string log = content("log");
    return static_cast<std::size_t>(
        std::distance(std::sregex_iterator(log.begin(), log.end(), line), std::sregex_iterator()));
  }

  std::string program_;
  std::size_t thoughts_ = 0;
};

TEST_P(BookPonder, LetsTheEngineThinkWhileAUciGuiPondersInBook) {
  Gui& gui = start_with_book();
  EXPECT_EQ(
      gui.best_move(
          "uci\nsetoption name Ponder value true\nucinewgame\nposition startpos\ngo wtime 60000 btime 60000"),
      "bestmove e2e4 ponder e7e5");
  gui.send("position startpos moves e2e4 e7e5\ngo ponder wtime 60000 btime 60000");
  expect_thinking(gui);
  EXPECT_EQ(gui.best_move("ponderhit"), "bestmove g1f3 ponder b8c6");
  gui.send("position startpos moves e2e4 e7e5 g1f3 b8c6\ngo ponder wtime 60000 btime 60000");
  expect_thinking(gui);
  EXPECT_EQ(gui.best_move("stop"), "bestmove f1c4 ponder f8c5");
  // The engine is at the right position, and none of its dropped moves is taken for another.
  EXPECT_THAT(
      gui.best_move("position startpos moves e2e4 e7e5 g1f3 g8f6 f3e5 f6e4 d1e2 e4f6 e5c6\ngo movetime 200"),
      MatchesRegex("bestmove (d8e7|f8e7)( .*)?"));
  EXPECT_THAT(starting_with(gui.lines_until_ready(), "bestmove"), IsEmpty());
  quit(gui);
}

/// Without fairymax, which refuses moves in positions that it has analysed.
using BookPonderOfXboard = BookPonder;

TEST_P(BookPonderOfXboard, LetsTheEngineThinkWhileTheOpponentDoes) {
  Gui& gui = start_with_book();
  EXPECT_EQ(gui.ask("xboard\nprotover 2\nnew\nhard\npost\nst 1\ngo", "move"), "move e2e4");
  expect_thinking(gui);
  EXPECT_EQ(gui.ask("usermove e7e5", "move"), "move g1f3");
  expect_thinking(gui);
  gui.send("usermove g8f6");  // not what the book expects, nor in it
  EXPECT_THAT(gui.expect("move"), StartsWith("move "));
  quit(gui);
}

INSTANTIATE_TEST_SUITE_P(Engines, BookPonder, ::testing::Values("stockfish", "toga2", "fairymax", "phalanx"),
                         [](const auto& tested) { return std::string(tested.param); });
INSTANTIATE_TEST_SUITE_P(Engines, BookPonderOfXboard, ::testing::Values("stockfish", "toga2", "phalanx"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace polyglot::proxy::testing
