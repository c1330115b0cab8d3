// SPDX-License-Identifier: MIT
#include "tools/counts_options.hpp"
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <polyglot/counts/counts_file.hpp>

namespace polyglot::tools {

Result<Strings> take_counts(Strings& files) {
  Strings games;
  Strings counts;
  for (std::string& path : files) {
    const auto has_counts = path == "-" ? Result<bool>(false) : counts::is_counts_file(path);
    if (!has_counts) return has_counts.error();
    (*has_counts ? counts : games).push_back(std::move(path));
  }
  files = std::move(games);
  return {boost::system::in_place_value, std::move(counts)};
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
