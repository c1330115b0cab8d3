// SPDX-License-Identifier: MIT
// The file that Stats names, of real processes.
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class SessionStatistics : public ProxyTest {
 protected:
  [[nodiscard]] Lines lines() const { return split_lines(content("stats.jsonl")); }
  /// Two book moves, the engine's, and the last position.
  static void play_game(Gui& gui) {
    std::string moves;
    for (const char* const reply : {" e7e5", " g8f6", " a7a6"}) {
      gui.send("position startpos" + (moves.empty() ? "" : " moves" + moves) + "\ngo movetime 10");
      moves += gui.expect("bestmove ").substr(std::string("bestmove").size()) + reply;
    }
    gui.send("position startpos moves" + moves + "\nucinewgame\nisready");
    gui.expect("readyok");
  }

  const Lines into_file_ = {"-pg", "Stats=stats.jsonl"};
};

TEST_F(SessionStatistics, HaveALineForEachGameAndOneForTheSession) {
  Gui& gui = greet_scripted("", with_book() + into_file_);
  play_game(gui);
  EXPECT_THAT(lines(), ::testing::SizeIs(1));
  play_game(gui);
  quit(gui);
  const std::string game = R"("plies":6,"book_moves":2,"out_of_book":4,"book":"book.bin","restarts":0)";
  const auto of_game = AllOf(StartsWith(R"({"type":"game","pid":)"), HasSubstr(game), EndsWith("}"),
                             HasSubstr(R"("gui_protocol":"uci","engine_protocol":"uci")"));
  EXPECT_THAT(lines(), ::testing::ElementsAre(
                           of_game, of_game,
                           AllOf(StartsWith(R"({"type":"session","pid":)"),
                                 HasSubstr(R"("games":2,"plies":12,"book_moves":4,"book":"book.bin")"))));
}

TEST_F(SessionStatistics, CountWhatWasLearnedWithItsGame) {
  Gui& gui = start_scripted("", with_book() + into_file_ + Lines{"-pg", "BookLearn=true"});
  gui.send("xboard\nprotover 2\nnew\ngo");
  gui.expect("move e2e4");
  gui.send("result 1-0 {White mates}\nnew\nping 1");
  gui.expect("pong 1");
  quit(gui);
  EXPECT_THAT(lines(),
              ::testing::ElementsAre(AllOf(HasSubstr(R"("gui_protocol":"xboard")"),
                                           HasSubstr(R"("book_moves":1,)"), HasSubstr(R"("learned":1,)")),
                                     AllOf(HasSubstr(R"("games":1,)"), HasSubstr(R"("learned":1,)"))));
}

TEST_F(SessionStatistics, CallTheEngineByItsEngineName) {
  Gui& gui = greet_scripted("", with_book() + into_file_ + Lines{"-en", "Fish dev"});
  play_game(gui);
  quit(gui);
  EXPECT_THAT(lines(), ::testing::ElementsAre(HasSubstr(R"("engine":"Fish dev")"),
                                              HasSubstr(R"("engine":"Fish dev")")));
  Gui& stats = start({"stats", "stats.jsonl"});
  EXPECT_THAT(stats.rest(), Contains(StartsWith("Fish dev ")));
  EXPECT_EQ(stats.wait().text(), "exited with status 0");
}

TEST_F(SessionStatistics, ShareAFile) {
  constexpr int kProcesses = 6;
  constexpr int kGames = 5;
  std::vector<std::unique_ptr<Gui>> guis;
  const Lines arguments = Lines{"-noini", "-ec", scripted()} + with_book() + into_file_;
  for (int i = 0; i < kProcesses; ++i) guis.push_back(launch(arguments));
  for (int game = 0; game < kGames; ++game) {
    for (const auto& gui : guis) play_game(*gui);
  }
  for (const auto& gui : guis) {
    gui->send("quit");
    gui->wait();
  }
  const Lines all = lines();
  EXPECT_EQ(all.size(), static_cast<std::size_t>(kProcesses * (kGames + 1)));
  EXPECT_THAT(all, ::testing::Each(AllOf(StartsWith(R"({"type":")"), EndsWith("]]}}"))));
  EXPECT_EQ(starting_with(all, R"({"type":"session")").size(), static_cast<std::size_t>(kProcesses));
}

TEST_F(SessionStatistics, ThatCannotBeWrittenAreSpokenOfOnce) {
  Gui& gui = greet_scripted("", with_book() + Lines{"-pg", "Stats=missing/stats.jsonl"});
  play_game(gui);
  play_game(gui);
  quit(gui);
  EXPECT_THAT(starting_with(gui.seen(), "info string no statistics: missing/stats.jsonl: "),
              ::testing::SizeIs(1));
}

TEST_F(SessionStatistics, AreNotAddedToABook) {
  const Lines book = with_book();
  const std::string before = content("book.bin");
  Gui& gui = greet_scripted("", book + Lines{"-pg", "Stats=book.bin"});
  play_game(gui);
  quit(gui);
  EXPECT_EQ(content("book.bin"), before);
  EXPECT_THAT(gui.seen(), Contains(HasSubstr("is not a statistics file; Polyglot appends nothing to it")));
}

TEST_F(SessionStatistics, CountEnginesThatAreStartedAgain) {
  Gui& gui = start_scripted("--crash-on-go",
                            into_file_ + Lines{"-pg", "EngineRestart=game", "-pg", "EngineRestartLimit=1"});
  gui.send("uci\nucinewgame\nposition startpos moves d2d4\ngo movetime 10");
  EXPECT_EQ(gui.wait().text(), "exited with status 1");
  EXPECT_THAT(lines(),
              ::testing::ElementsAre(AllOf(StartsWith(R"({"type":"session")"), HasSubstr(R"("games":0,)"),
                                           HasSubstr(R"("restarts":1,)"))));
}

}  // namespace
}  // namespace polyglot::proxy::testing
