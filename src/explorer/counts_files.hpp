// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string>

#include <polyglot/game/rules.hpp>
#include <polyglot/result.hpp>

#include "explorer/added_counts.hpp"

namespace polyglot::explorer {

/// An open file of counts, and the rules of its games.
struct OpenCounts {
  game::Rules rules;
  std::unique_ptr<CountsReader> file;
  bool has_all_partitions = true;  ///< false: it has only a range of the positions
};

/// Opens a file of counts. Error: that of counts::CountsFile::open(), or an unknown variant.
[[nodiscard]] Result<OpenCounts> open_counts(const std::string& path);

/// Compares the files that were counted with the same settings. Error, with names of files: an input is
/// counted twice, or a range of positions is missing.
[[nodiscard]] Result<void> check_parts(std::span<const std::string> paths);

}  // namespace polyglot::explorer
