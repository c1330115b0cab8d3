// SPDX-License-Identifier: MIT
// siege: a tournament between proxies with engines that misbehave. See --help.
#include <exception>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include "process/process_testing.hpp"
#include "siege/endurance.hpp"
#include "siege/siege.hpp"

namespace {

namespace po = boost::program_options;

using polyglot::process::testing::TemporaryFolder;
using namespace polyglot::siege;

/// For GUIs of one protocol. True if all is as it should be.
bool endure(Language language, std::size_t moves) {
  const TemporaryFolder folder;
  const EnduranceReport report =
      run(Endurance{.language = language, .moves = moves, .folder = folder.string()});
  fmt::print(
      "{} GUI: {} moves in {} games; after a fifth of them {} KiB and {} descriptors, then {} and {}\n",
      language == Language::uci ? "UCI" : "XBoard", moves, report.games, report.early.memory,
      report.early.descriptors, report.late.memory, report.late.descriptors);
  for (const std::string& problem : report.problems) fmt::print("{}\n", problem);
  return report.problems.empty() && report.late.memory <= report.early.memory + kMemoryGrowth &&
         report.late.descriptors == report.early.descriptors;
}

int besiege(int argc, char** argv) {
  Siege siege;
  std::size_t pairing = 0;
  std::size_t moves = 0;
  po::options_description known("siege: games between proxies with engines that misbehave");
  auto add = known.add_options();
  add("help", "this text");
  add("seed", po::value(&siege.seed)->default_value(1), "chooses engines, protocols and faults");
  add("games", po::value(&siege.games)->default_value(24), "number of games");
  add("at-once", po::value(&siege.at_once)->default_value(2), "games at a time");
  add("pairing", po::value(&pairing), "play this pairing alone");
  add("folder", po::value(&siege.folder), "folder for all files; it is left. Default: one that is removed");
  add("disk", po::value(&siege.disk),
      "folder of a small file system, which is filled now and then, for books, logs and the like");
  add("endurance", po::value(&moves), "instead: so many moves of one proxy, and what it uses");
  namespace style = po::command_line_style;
  po::variables_map values;
  po::store(po::parse_command_line(argc, argv, known,
                                   (style::unix_style & ~style::allow_guessing) | style::allow_long_disguise),
            values);
  po::notify(values);
  if (values.count("help") > 0) {
    std::cout << known;
    return 0;
  }
  if (values.count("pairing") > 0) siege.only_pairing = pairing;
  if (moves > 0) {
    const bool uci_endures = endure(Language::uci, moves);
    return endure(Language::xboard, moves) && uci_endures ? 0 : 1;
  }
  std::optional<TemporaryFolder> folder;
  if (siege.folder.empty()) siege.folder = folder.emplace().string();
  std::filesystem::create_directories(siege.folder);
  const auto report = run(siege);
  std::cout << report;
  return report.problems.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return besiege(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "siege: " << error.what() << '\n';
    return 2;
  }
}
