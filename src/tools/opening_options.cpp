// SPDX-License-Identifier: MIT
#include "tools/opening_options.hpp"
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "tools/option_values.hpp"

namespace polyglot::tools {

using openings::OpeningNames;

namespace {

bool is_no_file(const std::string& name) {
  return name == "auto" || name == "none";
}

}  // namespace

config::Switch OpeningOptions::option(std::string name) {
  return {std::move(name), "FILE",
          "a file with names of openings, or a folder of such files; may be repeated; formats: TSV with "
          "columns eco, name and pgn, PGN like pgn-extract's eco.pgn, or scid.eco; auto: an installed file; "
          "none: no names",
          value(
              [this](const std::string& file) {
                if (is_no_file(file) || is_no_file(files_.front())) files_.clear();
                files_.push_back(file);
              },
              files_.front())};
}

std::shared_ptr<const OpeningNames> OpeningOptions::read(const Command& command,
                                                         const game::Rules& rules) const {
  if (!rules.is_chess()) return nullptr;
  std::vector<std::string> files = files_;
  if (files.front() == "auto") {
    const auto places = openings::usual_places();
    const auto found = std::ranges::find_if(places, [](const std::string& place) {
      std::error_code error;
      return std::filesystem::is_regular_file(place, error);
    });
    files = {found == places.end() ? "none" : *found};
  }
  if (files.front() == "none") return nullptr;
  auto names = OpeningNames::read_all(files).value();
  for (const Error& problem : names.problems()) command.tell(problem.to_string() + "; skipped");
  if (const auto others = names.skipped_lines() - names.problems().size(); others > 0)
    command.note(fmt::format("{}: {} other lines are skipped", names.path(), others));
  return std::make_shared<const OpeningNames>(std::move(names));
}

}  // namespace polyglot::tools
