// SPDX-License-Identifier: MIT
#include <polyglot/analysis/positions.hpp>
#include <polyglot/analysis/store.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/os/interruption.hpp>

#include "tools/judging.hpp"
#include "tools/option_values.hpp"
#include "tools/output.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace analyse_tool {
namespace {

void merge(const Command& command, const std::string& path, const Strings& others) {
  if (path.empty()) throw Failure("name a file for the verdicts", "--store");
  if (others.empty()) return;
  check_output(others, path, FileKind::database);
  auto store = analysis::Store::open(path).value();
  for (const std::string& other : others) {
    const auto added = store.merge(other).value();
    command.say(fmt::format("{}: {} added", other, counted(added, "verdict")));
  }
}

int judge(const Command& command, const JudgingOptions& judging, const SourcePositions& read) {
  std::vector<game::Position> positions;  // the most important ones first
  for (const std::uint32_t node : read.positions.by_weight())
    positions.push_back(read.positions.position(node));
  auto store = analysis::Store::open(judging.store).value();
  std::atomic<bool> stop = false;
  const os::Interruption interruption(stop);
  bool complete = true;
  for (const std::string& engine : judging.engines) {
    JudgingEngine judge(command, judging, engine, read.rules);
    const auto done = judge.judge(store, positions, stop);
    judge.finish();
    if (done.stopped) return os::Interruption::exit_code();
    complete = complete && done.failed == 0;
  }
  return complete ? kSuccess : kFailure;
}

int run(Command& command) {
  Strings sources;
  Strings others;
  JudgingOptions judging;
  VariantOptions variant;
  std::size_t max_ply = analysis::Positions::kNoLimit;
  command.add({
      {"in", "SOURCE",
       "the positions to judge: a book, games in PGN, a folder of games, or a list in EPD or FEN; "
       "of a review in JSON, its weak moves",
       texts(sources), config::kAllPlain},
      {"max-ply", "P", "only positions after at most P plies from the start of a line or game",
       whole_number(max_ply)},
  });
  judging.add_to(command);
  command.add({{"merge", "FILE", "add the verdicts of another store; may be repeated", texts(others)}});
  variant.add_to(command);
  if (const auto exit_code = command.parse()) return *exit_code;
  if (sources.empty() && !others.empty()) {
    usage([&] {
      refuse_others(command, {"merge", "store"}, " cannot be combined with --merge without a SOURCE");
    });
    merge(command, judging.store, others);
    return kSuccess;
  }
  if (sources.empty()) throw Failure("name what is to be judged: a book, games or a list of positions");
  judging.check();
  check_output(sources, judging.store, FileKind::database);
  const auto read = read_positions(command, variant, sources, max_ply, true);
  merge(command, judging.store, others);
  return judge(command, judging, read);
}

}  // namespace
}  // namespace analyse_tool

const Tool kAnalyse{
    .name = "analyse",
    .summary = "Judges positions with engines and keeps the verdicts in a store.",
    .examples =
        "polyglot analyse book.bin --store s.db --engine fish.ini --nodes 100000\n"
        "polyglot analyse games.pgn --max-ply 16 --store s.db --engine a.ini --depth 9\n",
    .run = analyse_tool::run,
    .exit_codes = "0 all positions are judged, 1 failure or some are not, 2 wrong usage, 130 interrupted",
};

}  // namespace polyglot::tools
