// SPDX-License-Identifier: MIT
// Odd lines that go through the proxy.
#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

using Relay = ProxyTest;

TEST_F(Relay, KeepsPercentSigns) {  // defect 2
  Gui& gui = greet_scripted(
      "--info 'info string hash 50% done' --info 'info string %s %n %d' --info 'info string 100%'");
  EXPECT_THAT(
      gui.search("position startpos\ngo movetime 1\n%s%n"),
      ElementsAre("info string hash 50% done", "info string %s %n %d", "info string 100%", "bestmove a2a3"));
  EXPECT_THAT(gui.lines_until_ready(), IsEmpty());
  EXPECT_THAT(received(), ::testing::Contains("%s%n"));
  quit(gui);
}

class LongLine : public ProxyTest, public ::testing::WithParamInterface<int> {};

TEST_P(LongLine, FromTheGuiReachesTheEngine) {  // defect 3
  Gui& gui = greet_scripted();
  const std::string line = "debug " + std::string(static_cast<std::size_t>(GetParam()), 'x');
  gui.send(line);
  EXPECT_THAT(gui.lines_until_ready(), IsEmpty());
  EXPECT_TRUE(received().at(1) == line);
  quit(gui);
}

TEST_P(LongLine, FromTheEngineReachesTheGui) {  // defect 4
  Gui& gui = greet_scripted("--long-line " + std::to_string(GetParam()));
  const Lines seen = gui.search("position startpos\ngo movetime 1");
  ASSERT_THAT(seen, SizeIs(2));
  EXPECT_THAT(seen[0], SizeIs(GetParam()));
  EXPECT_EQ(seen[1], "bestmove a2a3");
  quit(gui);
}

INSTANTIATE_TEST_SUITE_P(EndToEnd, LongLine, ::testing::Values(4095, 4096, 20000, 1 << 20));

TEST_F(Relay, FollowsAGameOfFiveThousandPlies) {  // defects 3 and 5
  // Knights out and home; the end is the book's e2e4 e7e5 Nf3 plus one more round of them.
  std::string moves;
  for (int i = 0; i < 5000 / 4; ++i) moves += " g1f3 g8f6 f3g1 f6g8";
  Gui& gui = greet_scripted("", with_book() + Lines{"-pg", "BookDepth=256"});
  EXPECT_EQ(gui.best_move("position startpos moves" + moves + "\ngo movetime 1"), "bestmove a2a3")
      << "past BookDepth";
  EXPECT_EQ(gui.best_move("position startpos moves e2e4\ngo movetime 1"), "bestmove e7e5");
  quit(gui);
}

TEST_F(Relay, SurvivesWrongPositions) {  // defects 9 and 10
  Gui& gui = greet_scripted("", with_book());
  const Lines wrong = {"position fen foo",
                       "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
                       "position fen rnbqkbnr/ppp",
                       "position startpos moves e2e5",
                       "position",
                       "position fen"};
  for (const std::string& line : wrong) {
    EXPECT_THAT(gui.best_move(line + "\ngo movetime 1"), ::testing::StartsWith("bestmove a")) << line;
  }
  EXPECT_EQ(gui.best_move("position startpos\ngo movetime 1"), "bestmove e2e4");
  quit(gui);
  EXPECT_THAT(received(), ::testing::IsSupersetOf(wrong)) << "the engine may know better";
}

TEST_F(Relay, LeavesNumbersAndJunkAsTheyAre) {  // defects 24 and 40
  const std::string huge =
      "info depth 99999999999 time 99999999999 nodes 99999999999999999999999 nps 5000000000";
  Gui& gui = greet_scripted("--info '" + huge + "' --bestmove 'e2e4 junk after it'");
  EXPECT_THAT(gui.search("position startpos\ngo movetime 1"),
              ElementsAre(huge, "bestmove e2e4 junk after it"));
  quit(gui);
}

TEST_F(Relay, KeepsReadyokBeforeTheBookMove) {  // defect 22
  Gui& gui = greet_scripted("--delay-readyok 200", with_book());
  EXPECT_EQ(gui.search("isready\nposition startpos\ngo movetime 1").front(), "readyok");
  quit(gui);
}

TEST_F(Relay, LosesNothingOfAFlood) {
  constexpr int kLines = 200000;
  Gui& gui = greet_scripted("--flood " + std::to_string(kLines));
  const Lines seen = gui.search("position startpos\ngo movetime 1");
  EXPECT_THAT(seen, SizeIs(kLines + 1));
  EXPECT_THAT(seen[kLines - 1], ::testing::HasSubstr(" nodes " + std::to_string(kLines) + " "));
  quit(gui);
}

TEST_F(Relay, SpeaksUciWithAnEngineThatEndsLinesWithCarriageReturns) {
  Gui& gui = start_scripted("--crlf", with_book());
  EXPECT_EQ(gui.ask_all("uci\r", "uciok").front(), "id name Scripted 1");
  EXPECT_EQ(gui.best_move("position startpos\r\ngo movetime 1\r"), "bestmove e2e4");
  gui.send("quit\r");
  EXPECT_TRUE(gui.wait().successful());
}

}  // namespace
}  // namespace polyglot::proxy::testing
