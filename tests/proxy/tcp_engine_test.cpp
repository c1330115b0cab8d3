// SPDX-License-Identifier: MIT
// Engines at the other end of a TCP connection: EngineCommand = tcp://HOST:PORT.
#include "proxy/proxy_test.hpp"
#include "proxy/tcp_server.hpp"

namespace polyglot::proxy::testing {
namespace {

using namespace std::chrono_literals;

class TcpEngine : public ProxyTest {
 protected:
  Gui& begin(const std::string& address, const Lines& arguments = {}) {
    Gui& gui = start(Lines{"-noini", "-ec", address, "-pg", "EngineRestart=game"} + arguments);
    gui.send("uci");
    return gui;
  }
  Gui& greet(const std::string& address, const Lines& arguments = {}) {
    Gui& gui = begin(address, arguments);
    gui.expect("uciok");
    return gui;
  }
  /// The engine that waits in its search answers when it receives `stop`.
  static void search(Gui& gui) {
    gui.ask("ucinewgame\nisready", "readyok");
    gui.send("position startpos moves e2e4\ngo wtime 600000 btime 600000");
  }
};

TEST_F(TcpEngine, PlaysAndIsLeftWithQuit) {
  TcpServer server({SCRIPTED_ENGINE, "--info", "info depth 7 score cp 12"});
  Gui& gui = greet(server.address(), with_book());
  EXPECT_THAT(gui.search("isready\nposition startpos\ngo movetime 10"),
              AllOf(Contains("readyok"), Contains(StartsWith("bestmove e2e4"))));
  EXPECT_THAT(gui.search("position startpos moves d2d4\ngo movetime 10"),
              Contains("info depth 7 score cp 12"));
  quit(gui);
  EXPECT_EQ(server.connections(), 1U);
}

TEST_F(TcpEngine, CanBeARealOne) {
  const std::string program = find_program("stockfish");
  if (program.empty()) GTEST_SKIP() << "stockfish is not installed";
  TcpServer server({program});
  Gui& gui = greet(server.address());
  EXPECT_THAT(gui.search("position startpos\ngo depth 6"), Contains(HasSubstr(" depth 6 ")));
  quit(gui);
}

TEST_F(TcpEngine, GivesAFloodInWholeLines) {
  TcpServer server({SCRIPTED_ENGINE, "--flood", "20000"});
  Gui& gui = greet(server.address());
  gui.send("position startpos\ngo movetime 10");
  EXPECT_EQ(starting_with(gui.lines_until("bestmove"), "info ").size(), 20000U);
  quit(gui);
}

TEST_F(TcpEngine, ThatRefusesIsAFailure) {
  const DeadPort port(DeadPort::Kind::refuses);
  Gui& gui = begin(port.address());
  EXPECT_THAT(rest_of(gui, 1),
              Contains(AllOf(HasSubstr(port.address()), HasSubstr("cannot be reached: Connection refused"))));
}

TEST_F(TcpEngine, ThatRefusesIsNotAskedInAnotherProtocol) {
  const DeadPort port(DeadPort::Kind::refuses);
  Gui& gui = start({"-noini", "-ec", port.address(), "--check-config"});
  EXPECT_EQ(starting_with(gui.rest(), "engine:").size(), 1U);
  EXPECT_EQ(gui.wait().text, "exited with status 1");
}

TEST_F(TcpEngine, HasItsAddressCheckedWithoutAConnection) {
  Gui& gui = start({"-noini", "-ec", "tcp://nowhere", "--check-config", "--no-engine"});
  EXPECT_THAT(rest_of(gui, 1), Contains(HasSubstr("write tcp://HOST:PORT")));
}

TEST_F(TcpEngine, ThatIsNoAddressIsAFailure) {
  Gui& gui = begin("tcp://nowhere");
  EXPECT_THAT(rest_of(gui, 1), Contains(HasSubstr("write tcp://HOST:PORT")));
}

TEST_F(TcpEngine, ThatNeverAnswersIsAFailure) {
  TcpServer server({});
  Gui& gui = begin(server.address(), {"-pg", "EngineStartTimeout=500", "-pg", "EngineProtocol=uci"});
  EXPECT_THAT(rest_of(gui, 1), Contains(HasSubstr("EngineStartTimeout")));
}

TEST_F(TcpEngine, IsNotWaitedForWhenTheGuiLeavesWhileConnecting) {
  const DeadPort port(DeadPort::Kind::never_answers);
  Gui& gui = begin(port.address(), {"-pg", "EngineQuitTimeout=100"});
  EXPECT_FALSE(gui.hears_something(300ms));
  gui.signal(SIGTERM);
  gui.close_input();
  (void)gui.wait_unread();
  expect_nothing_left();
}

TEST_F(TcpEngine, IsAskedInOneProtocolHoweverLongConnectingTakes) {
  DeadPort port(DeadPort::Kind::never_answers);
  Gui& gui = begin(port.address(), {"-pg", "EngineQuitTimeout=100"});
  EXPECT_FALSE(gui.hears_something(2600ms));
  EXPECT_EQ(port.accept(), "uci\n");
  gui.signal(SIGTERM);
  gui.close_input();
  (void)gui.wait_unread();
}

TEST_F(TcpEngine, NeedsNoFolder) {
  TcpServer server({SCRIPTED_ENGINE});
  Gui& gui = greet(server.address(), {"-pg", "EngineDir=/no/such/folder"});
  quit(gui);
}

/// The analysis of a position is not a game: docs/tournaments.md, "EngineRestart".
TEST_F(TcpEngine, ThatIsCutInAnalysisIsNotConnectedAgain) {
  TcpServer server({SCRIPTED_ENGINE, "--wait-go"});
  Gui& gui = greet(server.address());
  gui.ask("position startpos\ngo infinite\nisready", "readyok");
  server.cut();
  EXPECT_THAT(rest_of(gui, 1), Contains(AllOf(HasSubstr(server.address()), HasSubstr(" connection"))));
  EXPECT_EQ(server.connections(), 1U);
}

/// A GUI that receives nothing gives up after two seconds. Source: CECP, "feature done".
TEST_F(TcpEngine, LetsTheGuiSpeakWhileConnecting) {
  const DeadPort port(DeadPort::Kind::never_answers);
  Gui& gui = start({"-noini", "-ec", port.address()});
  gui.send("xboard");
  EXPECT_FALSE(gui.hears_something(300ms));
  gui.ask("protover 2", "feature done=0");
  gui.close_input();
  (void)gui.wait_unread();
  expect_nothing_left();
}

TEST_F(TcpEngine, ThatHalfClosesInItsSearchIsConnectedAgain) {
  TcpServer server({SCRIPTED_ENGINE, "--wait-go"});
  Gui& gui = greet(server.address());
  search(gui);
  server.half_close();
  EXPECT_THAT(gui.expect("info string"), HasSubstr("has closed the connection"));
  gui.best_move("stop");
  quit(gui);
  EXPECT_EQ(server.connections(), 2U);
}

TEST_F(TcpEngine, WhoseConnectionIsCutInMidGameIsConnectedAgain) {
  TcpServer server({SCRIPTED_ENGINE, "--wait-go"});
  Gui& gui = greet(server.address());
  for (std::size_t cuts = 1; cuts <= 2; ++cuts) {
    search(gui);
    server.cut();
    EXPECT_THAT(gui.expect("info string"), HasSubstr(" connection"));
    gui.best_move("stop");
    EXPECT_EQ(server.connections(), cuts + 1);
  }
  quit(gui);
}

TEST_F(TcpEngine, WhoseConnectionIsCutIsAFailureWithoutEngineRestart) {
  TcpServer server({SCRIPTED_ENGINE, "--wait-go"});
  Gui& gui = greet(server.address(), {"-pg", "EngineRestart=off"});
  search(gui);
  server.cut();
  EXPECT_THAT(rest_of(gui, 1), Contains(AllOf(HasSubstr(server.address()), HasSubstr(" connection"))));
}

TEST_F(TcpEngine, SaysWhichSettingsHaveNoEffect) {
  TcpServer server({SCRIPTED_ENGINE});
  Gui& gui = greet(server.address(), {"-pg", "UseNice=true", "-pg", "Affinity=1"});
  quit(gui);
  EXPECT_THAT(gui.seen(), Contains(HasSubstr("the engine runs elsewhere: ")));
}

}  // namespace
}  // namespace polyglot::proxy::testing
