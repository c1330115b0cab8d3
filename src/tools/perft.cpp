#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

#include <fmt/format.h>

#include <polyglot/chess/perft.hpp>
#include <polyglot/chess/position.hpp>

#include "tools/position_arguments.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {

namespace {

namespace po = boost::program_options;

using Seconds = std::chrono::duration<double>;

/// Below it a clock of hundredths says nothing about speed.
constexpr Seconds kLeastTime{0.01};

void declare(Syntax& syntax) {
  syntax.options.add_options()  //
      ("fen", po::value<std::string>()->value_name("FEN")->default_value(std::string(chess::kStartFen)),
       "the position to start from")  //
      ("max-depth", po::value<int>()->value_name("N")->default_value(1), "the last depth, in plies");
}

Result<int> run(const Arguments& arguments) {
  const auto position = read_position(arguments["fen"].as<std::string>());
  if (!position) return wrong_usage(kPerft, position.error());
  const int max_depth = arguments["max-depth"].as<int>();
  if (max_depth < 1)
    return wrong_usage(kPerft, fmt::format("-max-depth {}: the first depth is 1", max_depth));

  std::uint64_t nodes = 1;
  for (int depth = 1; depth <= max_depth; ++depth) {
    const auto start = std::chrono::steady_clock::now();
    const std::uint64_t leaves = chess::perft(*position, depth);
    const Seconds time = std::chrono::steady_clock::now() - start;
    nodes += leaves;
    const double speed = time < kLeastTime ? 0.0 : static_cast<double>(nodes) / time.count();
    fmt::print("depth={:2} nodes={:12} leafnodes={:12} time={:7.2f}s nps={:8.0f}\n", depth, nodes, leaves,
               time.count(), speed);
    std::fflush(stdout);
  }
  return kSuccess;
}

}  // namespace

const Tool kPerft{
    .name = "perft",
    .usage = "[-fen FEN] [-max-depth N]",
    .summary = "Counts the ways to play N plies, depth by depth: a test and measure of move generators.",
    .declare = declare,
    .run = run,
};

}  // namespace polyglot::tools
