// SPDX-License-Identifier: MIT
// Engines that are killed inside a game, and followed by others: EngineRestart.
#include <thread>

#include <polyglot/game/game.hpp>

#include "proxy/leftovers.hpp"
#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

using namespace std::chrono_literals;

constexpr int kMoves = 4;

/// A program between each kind of GUI and each kind of engine.
struct Protocols {
  const char* engine;
  bool speaks_uci;
  bool gui_speaks_uci;
};

std::string protocols_name(const ::testing::TestParamInfo<Protocols>& test) {
  return std::string(test.param.engine) + (test.param.gui_speaks_uci ? "_uci" : "_xboard");
}

class Recovery : public ProxyTest, public ::testing::WithParamInterface<Protocols> {
 protected:
  void SetUp() override {
    program_ = find_program(GetParam().engine);
    if (program_.empty()) GTEST_SKIP() << GetParam().engine << " is not installed";
  }

  Gui& begin(const Lines& arguments = {}) {
    const std::string protocol = GetParam().speaks_uci ? "EngineProtocol=uci" : "EngineProtocol=cecp";
    const std::string folder = std::filesystem::path(program_).parent_path().string();  // of its settings
    Gui& gui =
        start(Lines{"-noini", "-ec", program_, "-ed", folder, "-pg", protocol, "-pg", "EngineRestart=game",
                    "-pg", "EngineRestartLimit=100", "-pg", "EngineQuitTimeout=10000"} +
              arguments);
    const Lines greeting = gui.ask_all(GetParam().gui_speaks_uci ? "uci" : "xboard\nprotover 2",
                                       GetParam().gui_speaks_uci ? "uciok" : "feature done=1");
    const auto is_usermove = [](const std::string& line) { return line.find("usermove=1") != line.npos; };
    move_word_ = std::any_of(greeting.begin(), greeting.end(), is_usermove) ? "usermove " : "";
    gui.ask(GetParam().gui_speaks_uci ? "ucinewgame\nisready" : "new\nlevel 0 0:20 0\nforce\nping 1\nnew",
            GetParam().gui_speaks_uci ? "readyok" : "pong 1");
    return gui;
  }

  /// Ends or stops the engine that runs, as soon as there is one.
  void strike(void (*blow)(const std::string& process)) const {
    const std::string name = " " + std::string(GetParam().engine);
    for (int tries = 0; tries < 1000; ++tries) {
      for (const std::string& process : processes_marked(environment().front())) {
        if (process.ends_with(name)) return blow(process);
      }
      std::this_thread::sleep_for(10ms);
    }
    FAIL() << "no engine runs";
  }

  /// Plays a move of ours, and asks for the engine's move.
  void ask(Gui& gui, int milliseconds = 20000) {
    const std::string time = std::to_string(milliseconds);
    const game::Move ours = game_.position()->legal_moves().front();
    const std::string text = game_.to_uci(ours, game::CastlingNotation::king_to_destination);
    push(ours);
    answered_ = false;
    if (GetParam().gui_speaks_uci) {
      gui.send("position startpos moves" + moves_ + "\ngo wtime " + time + " btime " + time +
               " movestogo 20");
    } else {
      const std::string centiseconds = std::to_string(milliseconds / 10);
      gui.send("time " + centiseconds + "\notim " + centiseconds + "\n" + move_word_ + text);
    }
  }

  void await_answer(Gui& gui) {
    while (!answered_) take_line(gui);
  }

  /// Waits until Polyglot has reported this number of restarts to the GUI.
  void await_restarts(Gui& gui, int count) {
    while (restarts_ < count) take_line(gui);
  }

  void take_line(Gui& gui) {
    const std::string line = gui.expect("");
    if (line.find("Polyglot restarts it") != std::string::npos) ++restarts_;
    const std::string_view answer = GetParam().gui_speaks_uci ? "bestmove " : "move ";
    if (!line.starts_with(answer)) return;
    EXPECT_FALSE(answered_) << line;
    answered_ = true;
    std::string move = line.substr(answer.size());
    move = move.substr(0, move.find(' '));
    const auto read = game_.read(move);
    ASSERT_TRUE(read) << line;
    push(*read);
  }

  void push(const game::Move& move) {
    moves_ += " " + game_.to_uci(move, game::CastlingNotation::king_to_destination);
    game_.push(move);
  }

  /// Checks that Polyglot sends no second answer to a search.
  void expect_silence(Gui& gui) {
    const Lines lines = gui.ask_all(GetParam().gui_speaks_uci ? "isready" : "ping 2",
                                    GetParam().gui_speaks_uci ? "readyok" : "pong 2");
    EXPECT_THAT(lines, Each(Not(StartsWith("bestmove"))));
    EXPECT_THAT(lines, Each(Not(StartsWith("move "))));
  }

  std::string program_;
  game::Game game_;
  std::string moves_;
  std::string move_word_;
  bool answered_ = true;
  int restarts_ = 0;
};

TEST_P(Recovery, OfAKilledEngineGoesOnWithTheGame) {
  Gui& gui = begin();
  for (int i = 0; i < kMoves; ++i) {
    ask(gui);
    if (i == 0) {
      strike(end_by_force);
      await_restarts(gui, 1);
    }
    await_answer(gui);
    if (i == 1) {  // while we think
      strike(end_by_force);
      await_restarts(gui, 2);
    }
  }
  expect_silence(gui);
  quit(gui);
}

TEST_P(Recovery, OfAnEngineThatHangsGoesOnWithTheGame) {
  Gui& gui = begin({"-pg", "EngineHangTimeout=1000"});
  strike(stop);
  ask(gui, 500);
  await_restarts(gui, 1);
  await_answer(gui);
  expect_silence(gui);
  quit(gui);
}

INSTANTIATE_TEST_SUITE_P(
    E2e, Recovery,
    ::testing::Values(Protocols{"stockfish", true, true}, Protocols{"toga2", true, true},
                      Protocols{"stockfish", true, false}, Protocols{"toga2", true, false},
                      Protocols{"fairymax", false, true}, Protocols{"sjeng", false, true},
                      Protocols{"phalanx", false, true}, Protocols{"fairymax", false, false},
                      Protocols{"sjeng", false, false}, Protocols{"phalanx", false, false}),
    protocols_name);

}  // namespace
}  // namespace polyglot::proxy::testing
