// SPDX-License-Identifier: MIT
// Odd lines that go through the proxy.
#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

using Relay = ProxyTest;

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
