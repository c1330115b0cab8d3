// SPDX-License-Identifier: MIT
// What a GUI sees before the first game.
#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

using Handshake = ProxyTest;
using SetOption = ProxyTest;

TEST_F(Handshake, ShowsConfiguredValuesAsDefaultsAndSendsThemToTheEngine) {
  folder_.write("my.ini", "[PolyGlot]\nEngineCommand = " +
                              scripted("--option 'name Hash type spin default 16 min 1 max 1024' "
                                       "--option 'name Ponder type check default false' "
                                       "--option 'name Threads type spin default 1 min 1 max 8'") +
                              "\nBookDepth = 12\n[Engine]\nHash = 64\nThreads = 1\nNoSuchOption = 3\n");
  Gui& gui = start({"my.ini"});
  const Lines seen = gui.ask_all("uci", "uciok");
  EXPECT_THAT(starting_with(seen, "option name Hash"),
              ElementsAre("option name Hash type spin default 64 min 1 max 1024"));
  EXPECT_THAT(starting_with(seen, "option name Polyglot BookDepth"),
              ElementsAre("option name Polyglot BookDepth type spin default 12 min 0 max 256"));
  quit(gui);
  EXPECT_THAT(received(), ElementsAre("uci", "setoption name Hash value 64", "quit"));
}

TEST_F(Handshake, ReadsAnIniFileWithBomTabsAndYes) {  // defect 32
  write_book(folder_ / "book.bin", small_book());
  folder_.write("my.ini", "\xEF\xBB\xBF[PolyGlot]\r\n\tEngineCommand\t=\t" + scripted() +
                              "\r\n\t; comment\r\nBook = yes\r\nBookRandom = no\r\n");
  Gui& gui = start({"my.ini"});
  EXPECT_EQ(gui.best_move("uci\ngo movetime 10"), "bestmove e2e4");
  quit(gui);
}

TEST_F(Handshake, ShowsThreeHundredOptionsWithAllTheirChoices) {  // defects 6 and 7
  std::string combo = "name Style type combo default c1";
  for (int i = 1; i <= 40; ++i) combo += " var c" + std::to_string(i);
  Gui& gui = start_scripted("--options 300 --option '" + combo + "'");
  const Lines seen = gui.ask_all("uci", "uciok");
  EXPECT_THAT(starting_with(seen, "option name Option"), ::testing::SizeIs(300));
  EXPECT_THAT(starting_with(seen, "option name Style"), ElementsAre("option " + combo));
  quit(gui);
}

TEST_F(SetOption, OfOursTakesEffectAtOnceAndStaysHere) {
  write_book(folder_ / "other.bin", small_book());
  Gui& gui = greet_scripted();
  EXPECT_EQ(gui.best_move("go movetime 1"), "bestmove a2a3");
  EXPECT_EQ(
      gui.best_move(
          "setoption name Polyglot BookFile value other.bin\nsetoption name Polyglot BookRandom value false\n"
          "setoption name polyglot BOOK value yes\ngo movetime 1"),
      "bestmove e2e4");
  EXPECT_EQ(gui.best_move("setoption name Polyglot Book value false\ngo movetime 1"), "bestmove a2a3");
  quit(gui);
  EXPECT_THAT(received(), ElementsAre("uci", "go movetime 1", "go movetime 1", "quit"));
}

}  // namespace
}  // namespace polyglot::proxy::testing
