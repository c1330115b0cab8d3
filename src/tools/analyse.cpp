// SPDX-License-Identifier: MIT
#include <atomic>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <polyglot/analysis/positions.hpp>
#include <polyglot/analysis/store.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/os/interruption.hpp>

#include "tools/judging.hpp"
#include "tools/option_values.hpp"
#include "tools/text_files.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace analyse_tool {
namespace {

/// The positions of all sources, the most important first.
Result<std::vector<game::Position>> positions_of(const Strings& sources, std::size_t max_ply) {
  analysis::Positions all;
  for (const std::string& source : sources)
    if (auto added = add_positions(all, source, max_ply, true); !added) return added.error();
  std::vector<game::Position> positions;
  positions.reserve(all.nodes().size());
  for (const std::uint32_t node : all.by_weight()) positions.push_back(all.position(node));
  return positions;
}

/// Adds the verdicts of other stores to a store.
Result<int> merge(const Command& command, const std::string& path, const Strings& others) {
  if (path.empty()) return Error{"name a file for the verdicts", "--store"};
  if (others.empty()) return kSuccess;
  if (auto other = check_is_none_of(others, path); !other) return other.error();
  auto store = analysis::Store::open(path);
  if (!store) return store.error();
  for (const std::string& other : others) {
    const auto added = store->merge(other);
    if (!added) return added.error();
    command.say(fmt::format("{}: {} added", other, counted(*added, "verdict")));
  }
  return kSuccess;
}

Result<int> run(Command& command) {
  Strings sources;
  Strings others;
  JudgingOptions judging;
  std::size_t max_ply = analysis::Positions::kNoLimit;
  command.add({
      {"in", "SOURCE",
       "a book of any format, games in PGN, a folder of games, or a list of positions in EPD or FEN",
       texts(sources), config::kAllPlain},
      {"max-ply", "P", "only positions after at most P plies from the start of a line or game",
       whole(max_ply)},
  });
  judging.add_to(command);
  command.add({{"merge", "FILE", "add the verdicts of another store; may be repeated", texts(others)}});
  if (const auto exit_code = command.parse()) return *exit_code;
  if (sources.empty() && !others.empty()) return merge(command, judging.store(), others);
  if (sources.empty()) return Error{"name what is to be judged: a book, games or a list of positions"};
  if (auto checked = judging.check(); !checked) return checked.error();
  if (auto other = check_is_none_of(sources, judging.store()); !other) return other.error();
  auto positions = positions_of(sources, max_ply);
  if (!positions) return positions.error();
  if (auto merged = merge(command, judging.store(), others); !merged) return merged.error();
  auto store = analysis::Store::open(judging.store());
  if (!store) return store.error();

  std::atomic<bool> stop = false;
  const os::Interruption interruption(stop);
  bool complete = true;
  for (const std::string& engine : judging.engines()) {
    auto judge = JudgingEngine::start(command, judging, engine);
    if (!judge) return judge.error();
    const auto done = judge->judge(*store, *positions, stop);
    if (!done) return done.error();
    judge->finish();
    if (done->stopped) return os::Interruption::exit_code();
    complete = complete && done->failed == 0;
  }
  return complete ? kSuccess : kFailure;
}

}  // namespace
}  // namespace analyse_tool

const Tool kAnalyse{
    .name = "analyse",
    .summary = "Lets engines judge positions, and keeps their verdicts in a store.",
    .examples =
        "polyglot analyse book.bin --store s.db --engine fish.ini --nodes 100000\n"
        "polyglot analyse games.pgn --max-ply 16 --store s.db --engine a.ini --depth 9\n"
        "polyglot analyse suite.epd --store s.db --engine a.ini --movetime 500\n",
    .run = analyse_tool::run,
    .group = "analysis",
    .exit_codes = "0 all positions are judged, 1 failure or some are not, 2 wrong usage, 130 interrupted",
};

}  // namespace polyglot::tools
