// SPDX-License-Identifier: MIT
#include "tools/counts_options.hpp"
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <polyglot/counts/counts_file.hpp>

namespace polyglot::tools {

Strings take_counts(Strings& files) {
  Strings games;
  Strings counts;
  for (std::string& path : files) {
    const bool has_counts = path != "-" && counts::is_counts_file(path).value();
    (has_counts ? counts : games).push_back(std::move(path));
  }
  files = std::move(games);
  return counts;
}

void check_needs_no_games(const Command& command, std::span<const std::string_view> options) {
  constexpr std::array<std::string_view, 7> kAlways{"pgn",     "out",   "format", "quiet",
                                                    "verbose", "color", "tmp"};
  for (const std::string& name : command.given())
    if (std::ranges::find(kAlways, name) == kAlways.end() &&
        std::ranges::find(options, name) == options.end())
      throw Failure("--" + name + " needs games, and files of counts have only their numbers");
}

}  // namespace polyglot::tools
