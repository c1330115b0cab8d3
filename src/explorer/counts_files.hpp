// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include <polyglot/game/rules.hpp>
#include <polyglot/result.hpp>

#include "explorer/added_counts.hpp"

namespace polyglot::explorer {

/// A file of counts that is open, with the rules of its games.
struct OpenCounts {
  game::Rules rules;
  std::unique_ptr<CountsReader> file;
};

/// Error: as counts::CountsFile::open() has it, or the games are of a variant that is not known.
[[nodiscard]] Result<OpenCounts> open_counts(const std::string& path);

}  // namespace polyglot::explorer
