// SPDX-License-Identifier: MIT
#include "tools/counts_options.hpp"
#include <algorithm>
#include <array>
#include <string>

#include <polyglot/counts/counts_file.hpp>

namespace polyglot::tools {

Strings take_counts(Strings& files) {
  const auto first = std::stable_partition(files.begin(), files.end(), [](const std::string& path) {
    return path == "-" || !counts::is_counts_file(path);
  });
  Strings counts(first, files.end());
  files.erase(first, files.end());
  return counts;
}

Result<void> check_needs_no_games(const Command& command, std::span<const std::string_view> options) {
  constexpr std::array<std::string_view, 7> kAlways{"pgn",     "out",   "format", "quiet",
                                                    "verbose", "color", "tmp"};
  for (const std::string& name : command.given())
    if (std::ranges::find(kAlways, name) == kAlways.end() &&
        std::ranges::find(options, name) == options.end())
      return Error{"--" + name + " needs games, and files of counts have only their numbers"};
  return {};
}

}  // namespace polyglot::tools
