// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include <polyglot/game/rules.hpp>
#include <polyglot/result.hpp>

#include "explorer/added_counts.hpp"

namespace polyglot::explorer {

/// An open file of counts, and the rules of its games.
struct OpenCounts {
  game::Rules rules;
  std::unique_ptr<CountsReader> file;
};

/// Opens a file of counts. Error: that of counts::CountsFile::open(), or an unknown variant.
[[nodiscard]] Result<OpenCounts> open_counts(const std::string& path);

}  // namespace polyglot::explorer
