// SPDX-License-Identifier: MIT
#include "proxy/play_tables.hpp"
#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <polyglot/os/expansion.hpp>

namespace polyglot::proxy {
Result<std::optional<analysis::Tablebases>> open_play_tables(const config::Options& options,
                                                             const std::filesystem::path& ini_folder) {
  if (options.text(config::OptionId::tablebase) == "off") return std::optional<analysis::Tablebases>();
  std::string_view names = options.text(config::OptionId::syzygy_path);
  if (names.empty()) return Error{"SyzygyPath is empty; set it to the folders of your Syzygy tablebases"};
  std::string folders;
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(os::kListSeparator));
    names.remove_prefix(std::min(name.size() + 1, names.size()));
    const auto folder = os::find_file(name, ini_folder);
    if (!folder)
      return Error{fmt::format("there is no folder {}; name the folders of your Syzygy tablebases", name),
                   "SyzygyPath"};
    if (!folders.empty()) folders += os::kListSeparator;
    folders += folder->string();
  }
  const auto opened = analysis::Tablebases::open(folders);
  if (!opened) return Error{opened.error().to_string(), "SyzygyPath"};
  return std::optional(*opened);
}

}  // namespace polyglot::proxy
