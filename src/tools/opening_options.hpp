// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <polyglot/game/rules.hpp>
#include <polyglot/openings/opening_names.hpp>
#include <polyglot/result.hpp>

#include "tools/tool.hpp"

namespace polyglot::tools {

/// The option that says where names of openings come from: files and folders, each given once more, `auto`
/// (whatever is found in the usual places, and no names where nothing is) or `none`.
class OpeningOptions {
 public:
  /// `standard`: what holds without the option.
  explicit OpeningOptions(std::string standard) : files_{std::move(standard)} {}

  /// `name`: where `--openings` means something else.
  [[nodiscard]] config::Switch option(std::string name = "openings,openings-file");
  /// Reads the names, and tells of lines that are passed over. Null: there are to be none, none were found,
  /// or the rules are not those of chess. Error: a file that was named cannot be read, or has no names.
  [[nodiscard]] Result<std::shared_ptr<const openings::OpeningNames>> read(
      const Command& command, const game::Rules& rules = {}) const;

 private:
  std::vector<std::string> files_;  ///< or `auto` or `none` alone
};

}  // namespace polyglot::tools
