#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

#include <fmt/format.h>

#include <polyglot/chess/perft.hpp>
#include <polyglot/chess/position.hpp>

#include "tools/option_values.hpp"
#include "tools/position_arguments.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {

namespace {

using Seconds = std::chrono::duration<double>;

/// Below it a clock of hundredths says nothing about speed.
constexpr Seconds kLeastTime{0.01};

Result<int> run(Command& command) {
  std::string fen(chess::kStartFen);
  int max_depth = 1;
  command.add({{"fen", "FEN", "the position to start from", text(fen)},
               {"max-depth", "N", "the last depth, in plies", whole(max_depth, 1)}});
  if (const auto exit_code = command.parse()) return *exit_code;
  const auto position = read_position(fen);
  if (!position) return command.wrong_usage(position.error());

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
    .run = run,
};

}  // namespace polyglot::tools
