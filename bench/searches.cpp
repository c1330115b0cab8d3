// SPDX-License-Identifier: MIT
// bench_searches NODES FENS ENGINE [ARGUMENT...]: a bare loop over the lines of the file FENS. It gives the
// engine a position and waits for its best move; then comes the next one. Benchmarks compare `polyglot
// analyse` with it.
#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "child.hpp"

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  try {
    bench::Child engine(std::vector<std::string>(argv + 3, argv + argc));
    engine.say("uci\n");
    engine.read_until("uciok");
    const std::string search = std::string("\ngo nodes ") + argv[1] + "\n";
    std::ifstream fens(argv[2]);
    for (std::string fen; std::getline(fens, fen);) {
      engine.say("ucinewgame\nisready\nposition fen " + fen + search);
      engine.read_until("bestmove");
    }
  } catch (const std::exception& failure) {
    std::cerr << failure.what() << '\n';
    return 1;
  }
  return 0;
}
