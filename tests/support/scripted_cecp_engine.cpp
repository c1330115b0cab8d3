// SPDX-License-Identifier: MIT
// An engine of the XBoard protocol for tests that misbehaves on request. See usage() for the flags.
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/engine_system.hpp"

namespace {

namespace test = polyglot::test;

struct Script {
  std::string echo;
  std::vector<std::string> features;
  std::vector<std::string> moves;
  std::chrono::milliseconds slow{0};
  long verbose = 0, farewell = 0;
  bool protocol_1 = false, dies_of_uci = false, deaf_after_uci = false, deaf_in_analysis = false,
       dies_of_go = false, silent = false, stubborn = false;
};

[[noreturn]] void usage(const std::string& complaint) {
  std::fprintf(stderr, "scripted_cecp_engine: %s\n%s", complaint.c_str(),
               "  --echo FILE      appends every line received to FILE\n"
               "  --feature TEXT   declares `feature TEXT`; repeatable\n"
               "  --move MOVE      plays it when it is to move; repeatable, the last one again and again\n"
               "  --slow MS        says done=0, and done=1 after MS milliseconds\n"
               "  --protocol-1     declares nothing\n"
               "  --dies-of-uci    exits with status 3 at the word uci\n"
               "  --deaf-after-uci takes no more input after the word uci, complains about it and exits\n"
               "  --deaf-in-analysis  reads nothing after analyze until SIGINT comes\n"
               "  --verbose N      prints N lines of thinking before each pong\n"
               "  --farewell N     after its move claims N times that the game is over, and exits\n"
               "  --dies-of-go     dies of SIGSEGV when it is to move\n"
               "  --silent         answers nothing at all\n"
               "  --stubborn       does not end at quit, at the end of input, or at SIGTERM\n");
  std::exit(2);
}

Script parse(int argc, char** argv) {
  Script script;
  for (int i = 1; i < argc; ++i) {
    const std::string flag = argv[i];
    const auto value = [&] { return i + 1 < argc ? std::string(argv[++i]) : std::string(); };
    if (flag == "--echo") {
      script.echo = value();
    } else if (flag == "--feature") {
      script.features.push_back(value());
    } else if (flag == "--move") {
      script.moves.push_back(value());
    } else if (flag == "--verbose") {
      script.verbose = std::stol(value());
    } else if (flag == "--farewell") {
      script.farewell = std::stol(value());
    } else if (flag == "--slow") {
      script.slow = std::chrono::milliseconds(std::stol(value()));
    } else if (flag == "--protocol-1") {
      script.protocol_1 = true;
    } else if (flag == "--dies-of-uci") {
      script.dies_of_uci = true;
    } else if (flag == "--deaf-after-uci") {
      script.deaf_after_uci = true;
    } else if (flag == "--deaf-in-analysis") {
      script.deaf_in_analysis = true;
    } else if (flag == "--dies-of-go") {
      script.dies_of_go = true;
    } else if (flag == "--silent") {
      script.silent = true;
    } else if (flag == "--stubborn") {
      script.stubborn = true;
    } else {
      usage("unknown flag: " + flag);
    }
  }
  return script;
}

class Engine {
 public:
  explicit Engine(Script script) : script_(std::move(script)) {}

  int run() {
    // The signal is blocked until the engine waits for it.
    if (script_.deaf_in_analysis) test::hold_interrupts();
    if (script_.stubborn) test::ignore_termination();
    for (std::string line; std::getline(std::cin, line);) {
      if (!script_.echo.empty() && !test::append_line(script_.echo, line))
        usage("cannot write " + script_.echo);
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
    if (line == "protover 2" && !script_.protocol_1) declare();
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
    if (script_.dies_of_go) test::crash();
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
  return Engine(parse(argc, argv)).run();
}
