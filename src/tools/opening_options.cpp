// SPDX-License-Identifier: MIT
#include "tools/opening_options.hpp"
#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "tools/option_values.hpp"

namespace polyglot::tools {

using openings::OpeningNames;

config::Switch OpeningOptions::option(std::string name) {
  return {
      std::move(name), "FILE",
      "a file with names of openings: TSV with columns eco, name and pgn, PGN like pgn-extract's eco.pgn, "
      "or scid.eco; auto: an installed file; none: no names",
      value(
          [this](const std::string& file) -> Result<void> {
            file_ = file;
            return {};
          },
          file_)};
}

Result<std::shared_ptr<const OpeningNames>> OpeningOptions::read(const Command& command,
                                                                 const game::Rules& rules) const {
  if (!rules.is_chess()) return std::shared_ptr<const OpeningNames>();
  std::string path = file_;
  if (path == "auto") {
    const auto places = openings::usual_places();
    const auto found = std::ranges::find_if(places, [](const std::string& place) {
      std::error_code error;
      return std::filesystem::is_regular_file(place, error);
    });
    path = found == places.end() ? "none" : *found;
  }
  if (path == "none") return std::shared_ptr<const OpeningNames>();
  auto names = OpeningNames::read(path);
  if (!names) return names.error();
  for (const Error& problem : names->problems()) command.tell(problem.to_string() + "; skipped");
  if (const auto others = names->passed_over() - names->problems().size(); others > 0)
    command.tell(fmt::format("{}: {} other lines are skipped", path, others));
  return std::make_shared<const OpeningNames>(*std::move(names));
}

}  // namespace polyglot::tools
