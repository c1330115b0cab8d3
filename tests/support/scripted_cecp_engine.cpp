// SPDX-License-Identifier: MIT
// An engine of the XBoard protocol for tests that misbehaves on request. See kFlags.
#include <iostream>
#include <string_view>
#include <thread>

#include "support/engine_flags.hpp"
#include "support/engine_system.hpp"

namespace {

namespace test = polyglot::test;

struct Script {
  std::string echo;
  std::vector<std::string> features;
  std::vector<std::string> moves;
  std::chrono::milliseconds slow{0};
  long verbose = 0, farewell = 0;
  bool dies_of_uci = false, deaf_after_uci = false, deaf_in_analysis = false, silent = false,
       stubborn = false;
};

const std::vector<test::Flag<Script>> kFlags = {
    {"--echo", &Script::echo, "FILE: appends every line received to FILE"},
    {"--feature", &Script::features, "TEXT: declares `feature TEXT`; repeatable"},
    {"--move", &Script::moves, "MOVE: plays it when it is to move; repeatable, the last one again and again"},
    {"--slow", &Script::slow, "MS: says done=0, and done=1 after MS milliseconds"},
    {"--dies-of-uci", &Script::dies_of_uci, "exits with status 3 at the word uci"},
    {"--deaf-after-uci", &Script::deaf_after_uci,
     "takes no more input after the word uci, complains about it and exits"},
    {"--deaf-in-analysis", &Script::deaf_in_analysis, "reads nothing after analyze until SIGINT comes"},
    {"--verbose", &Script::verbose, "N: prints N lines of thinking before each pong"},
    {"--farewell", &Script::farewell, "N: after its move claims N times that the game is over, and exits"},
    {"--silent", &Script::silent, "answers nothing at all"},
    {"--stubborn", &Script::stubborn, "does not end at quit, at the end of input, or at SIGTERM"},
};

class Engine {
 public:
  explicit Engine(Script script) : script_(std::move(script)) {}

  int run() {
    // The signal is blocked until the engine waits for it.
    if (script_.deaf_in_analysis) test::hold_interrupts();
    if (script_.stubborn) test::ignore_termination();
    for (std::string line; std::getline(std::cin, line);) {
      if (!script_.echo.empty() && !test::append_line(script_.echo, line)) return 2;
      if (line == "quit" && !script_.stubborn) return 0;
      if (!script_.silent) react(line);
      std::cout.flush();
    }
    if (script_.stubborn) test::sleep_for_ever();
    return 0;
  }

 private:
  [[noreturn]] static void die_deaf() {
    test::close_input();
    std::cout << "Error (unknown command): uci" << std::endl;
    std::exit(3);
  }

  static void await_interrupt() {
    std::cout << "1 10 0 20 e2e4" << std::endl;
    test::await_interrupt();
  }

  void react(std::string_view line) {
    constexpr std::string_view kPing = "ping ";
    if (line == "uci" && script_.dies_of_uci) std::exit(3);
    if (line == "uci" && script_.deaf_after_uci) die_deaf();
    if (line == "uci") std::cout << "Error (unknown command): uci\n";
    if (line == "protover 2") declare();
    if (line.substr(0, kPing.size()) == kPing) pong(line.substr(kPing.size()));
    if (line == "analyze" && script_.deaf_in_analysis) await_interrupt();
    if (line == "force") forced_ = true;
    if (line == "new") forced_ = false;
    if (line == "go") {
      forced_ = false;
      move();
    } else if (is_move(line) && !forced_) {
      move();
    }
  }

  void pong(std::string_view number) const {
    for (long i = 0; i < script_.verbose; ++i) std::cout << "1 10 0 20 e2e4\n";
    std::cout << "pong " << number << '\n';
  }

  void declare() {
    if (script_.slow.count() > 0) {
      std::cout << "feature done=0" << std::endl;
      std::this_thread::sleep_for(script_.slow);
    }
    for (const std::string& feature : script_.features) std::cout << "feature " << feature << '\n';
    std::cout << "feature done=1\n";
  }

  static bool is_move(std::string_view line) {
    constexpr std::string_view kPrefix = "usermove ";
    if (line.substr(0, kPrefix.size()) == kPrefix) line.remove_prefix(kPrefix.size());
    return line.size() >= 4 && line[1] >= '1' && line[1] <= '8' && line[3] >= '1' && line[3] <= '8';
  }

  void move() {
    if (script_.moves.empty()) return;
    std::cout << "move " << script_.moves[next_] << '\n';
    if (next_ + 1 < script_.moves.size()) ++next_;
    if (script_.farewell > 0) leave();
  }

  /// The last line would end a successor's handshake before it has said anything.
  [[noreturn]] void leave() const {
    for (long i = 0; i < script_.farewell; ++i) std::cout << "1-0 {White mates}\n";
    std::cout << "feature done=1" << std::endl;
    std::exit(0);
  }

  Script script_;
  bool forced_ = false;
  std::size_t next_ = 0;  ///< of its moves
};

}  // namespace

int main(int argc, char** argv) {
  test::prepare_engine();
  return Engine(test::parse_flags(argc, argv, kFlags)).run();
}
