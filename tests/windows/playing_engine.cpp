// SPDX-License-Identifier: MIT
// An engine that plays some legal move at once, in UCI and in the XBoard protocol. Tests make it misbehave:
//   --child      starts itself once more as a child that keeps its streams and stays
//   --stay       waits for an hour, whatever it is told
//   --deaf       the same, after "go"
//   --crash      accesses memory that is not there, after "go"
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <thread>

#include <polyglot/chess/notation.hpp>

#include "support/chess_game.hpp"

namespace {

namespace chess = polyglot::chess;

void say(const std::string& line) {
  std::cout << line << std::endl;
}

[[noreturn]] void stay() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

class Engine {
 public:
  explicit Engine(std::string flag) : flag_(std::move(flag)) {}

  /// False at the end.
  bool obey(const std::string& line) {
    std::istringstream words(line);
    std::string command;
    words >> command;
    if (command == "quit") return false;
    if (command == "uci")
      say("id name Playing\nid author nobody\noption name Hash type spin default 16 min 1 max 64\nuciok");
    if (command == "isready") say("readyok");
    if (command == "position") set_position(words);
    if (command == "xboard") is_xboard_ = true;
    if (command == "protover")
      say("feature myname=\"Playing\" usermove=1 ping=1 sigint=0 sigterm=0 reuse=1 done=1");
    if (command == "ping") say("pong" + line.substr(command.size()));
    if (command == "new") begin_game();
    if (command == "force" || command == "result") plays_ = false;
    if (command == "go") think();
    if (command == "usermove") take_move(words);
    return true;
  }

 private:
  void begin_game() {
    game_ = chess::Game();
    plays_ = true;
  }

  void set_position(std::istringstream& words) {
    game_ = chess::Game();
    std::string word;
    while (words >> word) {
      const auto move = chess::move_from_uci(game_.position(), word);
      if (move) game_.push(*move);
    }
  }

  void take_move(std::istringstream& words) {
    std::string text;
    words >> text;
    const auto move = chess::move_from_uci(game_.position(), text);
    if (!move) return say("Illegal move: " + text);
    game_.push(*move);
    if (plays_) think();
  }

  void think() {
    if (flag_ == "--deaf") stay();
    if (flag_ == "--crash") *static_cast<volatile int*>(nullptr) = 1;
    plays_ = true;
    const auto moves = game_.position().legal_moves();
    const auto count = static_cast<std::uint64_t>(moves.size());
    if (count == 0) return is_xboard_ ? say("1/2-1/2 {no move}") : say("bestmove 0000");
    const chess::Move move = *(moves.begin() + static_cast<std::ptrdiff_t>(game_.position().key() % count));
    const std::string text = chess::to_uci(move, chess::CastlingNotation::king_to_destination);
    if (!is_xboard_) return say("info depth 1 score cp 0 pv " + text + "\nbestmove " + text);
    game_.push(move);
    say("move " + text);
  }

  std::string flag_;
  chess::Game game_;
  bool is_xboard_ = false;
  bool plays_ = true;
};

}  // namespace

int main(int argc, char** argv) {
  const std::string flag = argc > 1 ? argv[1] : "";
  if (flag == "--stay") stay();
  std::optional<std::thread> child;
  if (flag == "--child") {
    child.emplace(
        [command = '"' + std::string(argv[0]) + "\" --stay"] { (void)!std::system(command.c_str()); });
    child->detach();
  }
  Engine engine(flag);
  for (std::string line; std::getline(std::cin, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (!engine.obey(line)) break;
  }
  std::_Exit(0);
}
