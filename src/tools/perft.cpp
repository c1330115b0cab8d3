// SPDX-License-Identifier: MIT
#include <polyglot/chess/position.hpp>
#include <polyglot/variants/position.hpp>

#include "tools/game_options.hpp"
#include "tools/option_values.hpp"
#include "tools/position_arguments.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace perft_tool {
namespace {

using Seconds = std::chrono::duration<double>;

/// The minimum time for a speed: shorter times are not exact enough.
constexpr Seconds kLeastTime{0.01};

template <class Position>
void print_counts(const Position& position, int max_depth) {
  std::uint64_t nodes = 1;
  for (int depth = 1; depth <= max_depth; ++depth) {
    const auto start = std::chrono::steady_clock::now();
    const std::uint64_t leaves = perft(position, depth);
    const Seconds time = std::chrono::steady_clock::now() - start;
    nodes += leaves;
    const double speed = time < kLeastTime ? 0.0 : static_cast<double>(nodes) / time.count();
    const std::string line = fmt::format("depth={:2} nodes={:12} leafnodes={:12} time={:7.2f}s nps={:8.0f}\n",
                                         depth, nodes, leaves, time.count(), speed);
    os::write_output(line).value();
  }
}

int run(Command& command) {
  LineOptions line;
  int max_depth = 1;
  VariantOptions options;
  command.add(line.switches());
  command.add({{"max-depth", "N", "maximum depth in plies", whole_number(max_depth, 1)}});
  options.add_without_keys_to(command);
  if (const auto exit_code = command.parse()) return *exit_code;
  const auto rules = usage([&] { return options.rules(); });
  const auto position = usage([&] { return line.position(command, rules); });
  if (const auto* const board = position.chess())
    print_counts(*board, max_depth);
  else
    print_counts(*position.variant(), max_depth);
  return kSuccess;
}

}  // namespace
}  // namespace perft_tool

const Tool kPerft{
    .name = "perft",
    .summary = "Counts legal move sequences of N plies, to test move generators.",
    .examples =
        "polyglot perft --max-depth 5\n"
        "polyglot perft --variant crazyhouse --max-depth 4\n",
    .run = perft_tool::run,
};

}  // namespace polyglot::tools
