// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/analysis/farm.hpp>
#include <polyglot/analysis/positions.hpp>
#include <polyglot/analysis/store.hpp>
#include <polyglot/analysis/verdict.hpp>
#include <polyglot/config/command_line.hpp>
#include <polyglot/config/configuration.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/proxy/engine_pool.hpp>

#include "tools/game_options.hpp"
#include "tools/option_values.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {

/// The options of tools that let engines judge positions: --store, --engine, --workers, --multipv
/// and the limits of a search.
struct JudgingOptions {
  std::string store;
  Strings engines;
  analysis::SearchLimits limits;
  int multipv = 1;
  std::size_t workers = 1;

  void add_to(Command& command);
  /// Error: something that every such tool needs is missing.
  void check() const;
};

class JudgingEngine {
 public:
  /// Starts the engine of a configuration file, for positions of some rules. Failure: why it is not ready, or
  /// that it does not play by them.
  JudgingEngine(const Command& command, const JudgingOptions& options, const std::string& configuration,
                const game::Rules& rules);

  [[nodiscard]] const analysis::Judge& judge() const noexcept { return pool_.judge(); }
  /// Lets the engine judge positions, and shows the progress. Setting `stop` ends it.
  [[nodiscard]] analysis::FarmProgress judge(analysis::Store& store, std::vector<game::Position> positions,
                                             const std::atomic<bool>& stop);
  /// Reports what was done in all calls of judge(), and ends the engine.
  void finish();

 private:
  const Command& command_;
  config::CommandLine command_line_;
  config::Configuration configuration_;
  proxy::EnginePool pool_;        ///< refers to the members above
  analysis::FarmProgress total_;  ///< of all calls
};

struct SourcePositions {
  game::Rules rules = {};  ///< of all of them
  analysis::Positions positions = {};
};

/// Reads sources: books of any format, games in PGN, folders of games, lists in EPD or FEN, and the weak
/// moves of reviews (.json). All are of --variant, or else of the variant that a book names or seems to have,
/// or else of chess. Reports how many other games it leaves out. `whole_books`: calls add_reached(). Error: a
/// file cannot be read or is for other games, or a line of a list is not a position.
[[nodiscard]] SourcePositions read_positions(const Command& command, const VariantOptions& variant,
                                             const Strings& sources, std::size_t max_ply,
                                             bool whole_books = false);

}  // namespace polyglot::tools
