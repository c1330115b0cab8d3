// SPDX-License-Identifier: MIT
// A UCI engine that needs standard C++ alone. A test tells it in its input what to do.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>

namespace {

void say(const std::string& line) {
  std::cout << line << '\n' << std::flush;
}

void flood(long lines) {
  for (long i = 0; i < lines; ++i) std::cout << "info string line " << i << " of a flood of many lines\n";
  std::cout << std::flush;
}

void obey(std::string command, std::istringstream& rest, char** argv) {
  long number = 0;
  if (command == "uci") say("id name Plain\noption name Hash type spin default 16 min 1 max 1024\nuciok");
  if (command == "isready") say("readyok");
  if (command == "go") say("info depth 1 score cp 10 pv e2e4\nbestmove e2e4");
  if (command == "arguments")
    for (char** word = argv + 1; *word != nullptr; ++word) say(std::string("[") + *word + "]");
  if (command == "error" && rest >> command) std::cerr << command << std::endl;
  if (command == "flood" && rest >> number) flood(number), say("flooded");
  if (command == "exit" && rest >> number) std::exit(static_cast<int>(number));
  if (command == "crash") *static_cast<volatile int*>(nullptr) = 1;
  if (command == "sleep" && rest >> number) std::this_thread::sleep_for(std::chrono::milliseconds(number));
  // A child that keeps its streams and outlives us, if nobody ends it.
  if (command == "child")
    say(std::system((std::string(argv[0]) + " --stay").c_str()) == 0 ? "ended" : "failed");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "--stay") {
    say("staying");
    std::this_thread::sleep_for(std::chrono::hours(1));
  }
  std::string line;
  while (std::getline(std::cin, line)) {
    while (!line.empty() && line.back() == '\r') line.pop_back();
    std::istringstream words(line);
    std::string command;
    words >> command;
    if (command == "quit") break;
    if (command == "count") {
      // Reads everything up to a line "end" and tells how many bytes that were.
      std::size_t bytes = 0;
      while (std::getline(std::cin, line) && line.rfind("end", 0) != 0) bytes += line.size() + 1;
      say("counted " + std::to_string(bytes));
      continue;
    }
    obey(command, words, argv);
  }
}
