// SPDX-License-Identifier: MIT
// Several books with engines that people use, in both protocols, and what explain says of them.
#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

class SeveralBooks : public ProxyTest {
 protected:
  /// The settings of a program that is to be the engine; false if it is not installed.
  bool set_up(const std::string& program) {
    const std::string engine = find_program(program);
    if (engine.empty()) return false;
    write_book(folder_ / "white.bin", {{"", {{"d2d4", 1}}}});
    write_book(folder_ / "fast.bin", {{"e2e4", {{"c7c6", 3}, {"e7e5", 1}}}});
    write_book(folder_ / "rest.bin", {{"e2e4", {{"c7c5", 1}}}, {"e2e4 c7c6", {{"d2d4", 1}}}});
    folder_.write("my.ini",
                  "[PolyGlot]\nEngineCommand = " + engine +
                      "\nBook = true\nBookFile =\nBookRandom = false\nLog = true\nLogFile = my.log\n"
                      "[Book white]\nFile = white.bin\nColour = white\n[Book fast]\nFile = fast.bin\n"
                      "TimeClass = blitz\n[Book gone]\nFile = gone.bin\n[Book rest]\nFile = rest.bin\n");
    return true;
  }
};

TEST_F(SeveralBooks, PlayForAUciGui) {
  if (!set_up("stockfish")) GTEST_SKIP() << "stockfish is not installed";
  Gui& gui = start({"my.ini"});
  EXPECT_THAT(gui.ask_all("uci\nisready", "readyok"),
              Contains(AllOf(HasSubstr("no book: "), HasSubstr("gone.bin"))));
  const auto best_move = [&gui](const std::string& position, const std::string& go) {
    return gui.best_move("ucinewgame\nposition " + position + "\ngo " + go);
  };
  EXPECT_EQ(best_move("startpos", "wtime 300000 btime 300000"), "bestmove d2d4");
  EXPECT_EQ(best_move("startpos moves e2e4", "wtime 300000 btime 300000"), "bestmove c7c6");
  EXPECT_EQ(best_move("startpos moves e2e4", "wtime 9900000 btime 9900000"), "bestmove c7c5");
  EXPECT_EQ(best_move("startpos moves e2e4", "movetime 7000"), "bestmove c7c6");
  EXPECT_THAT(gui.best_move("position startpos moves a2a3\ngo depth 3"), StartsWith("bestmove "));
  quit(gui);
  EXPECT_THAT(content("my.log"), HasSubstr(R"(book move {"move":"c7c6","seed":)"));
}

TEST_F(SeveralBooks, PlayForAnXboardGuiAndItsEngine) {
  if (!set_up("fairymax")) GTEST_SKIP() << "fairymax is not installed";
  Gui& gui = start({"my.ini"});
  EXPECT_EQ(gui.ask("xboard\nprotover 2\nlevel 40 5 0\nnew\nusermove e2e4", "move "), "move c7c6");
  EXPECT_EQ(gui.ask("level 0 90 0\nnew\nusermove e2e4", "move "), "move c7c5");
  EXPECT_EQ(gui.ask("new\nforce\ngo", "move "), "move d2d4");
  quit(gui);
}

TEST_F(SeveralBooks, AreExplainedAndChecked) {
  if (!set_up("stockfish")) GTEST_SKIP() << "stockfish is not installed";
  const auto said =
      launch({"explain", "my.ini", "-moves", "e2e4", "-clock", "180000,180000,0,0", "-format", "json"});
  EXPECT_THAT(
      said->expect("{"),
      AllOf(HasSubstr(R"("book":"fast")"),
            HasSubstr(R"({"name":"white","file":"white.bin","passed_over":"is for White"})"),
            HasSubstr(R"("move":"e7e5","san":"e5","weight":1,"share":2.5E-1,"n":0,"sum":0,"probability":0,)"
                      R"("kept":false,"rule":"not the heaviest")")));
  EXPECT_EQ(said->wait().text, "exited with status 0");
  const auto people = launch({"explain", "my.ini", "-fen", "startpos"});
  EXPECT_THAT(people->expect("white (white.bin)"), HasSubstr("answers"));
  EXPECT_EQ(people->wait().text, "exited with status 0");

  const auto check = launch({"my.ini", "--check-config"});
  EXPECT_THAT(check->lines_until("The configuration"),
              AllOf(Contains(AllOf(StartsWith("fault:"), HasSubstr("[Book gone] "))),
                    Contains(AllOf(StartsWith("book:"), HasSubstr("[Book fast] "), HasSubstr("2 entries")))));
  EXPECT_EQ(check->wait().text, "exited with status 1");
}

}  // namespace
}  // namespace polyglot::proxy::testing
