// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <polyglot/game/rules.hpp>
#include <polyglot/openings/opening_names.hpp>

#include "tools/tool.hpp"

namespace polyglot::tools {

/// The option for the source of opening names: files and folders, which may be repeated; `auto` (the usual
/// places, or no names if nothing is there); or `none`.
class OpeningOptions {
 public:
  /// `standard`: the default.
  explicit OpeningOptions(std::string standard) : files_{std::move(standard)} {}

  /// `name`: for tools in which `--openings` has another meaning.
  [[nodiscard]] config::Switch option(std::string name = "openings,openings-file");
  /// Reads the names, and reports skipped lines. Null: `none` was given, none were found, or the rules are
  /// not those of chess. Error: a given file cannot be read, or has no names.
  [[nodiscard]] std::shared_ptr<const openings::OpeningNames> read(const Command& command,
                                                                   const game::Rules& rules = {}) const;

 private:
  std::vector<std::string> files_;  ///< or only `auto` or `none`
};

}  // namespace polyglot::tools
