#include <string>
#include <vector>

#include <fmt/format.h>

#include <polyglot/builder/build.hpp>

#include "tools/list.hpp"

namespace polyglot::tools {

namespace {

namespace po = boost::program_options;

void declare(Syntax& syntax) {
  syntax.options.add_options()  //
      ("pgn", po::value<std::vector<std::string>>(), "games")
      ("bin", po::value<std::string>()->default_value("book.bin"), "book")
      ("max-ply", po::value<std::size_t>()->default_value(1024), "")
      ("min-game", po::value<std::uint64_t>()->default_value(3), "")
      ("min-score", po::value<double>()->default_value(0), "")
      ("uniform", "")
      ("threads", po::value<unsigned>()->default_value(1), "")
      ("memory", po::value<std::uint64_t>()->default_value(1024), "")
      ;
  syntax.positional.add("pgn", -1);
}

Result<int> run(const Arguments& arguments) {
  builder::Settings settings;
  settings.inputs = arguments["pgn"].as<std::vector<std::string>>();
  settings.output = arguments["bin"].as<std::string>();
  settings.max_ply = arguments["max-ply"].as<std::size_t>();
  settings.threads = arguments["threads"].as<unsigned>();
  settings.memory = arguments["memory"].as<std::uint64_t>() << 20;
  settings.entries.min_games = arguments["min-game"].as<std::uint64_t>();
  settings.entries.min_score = arguments["min-score"].as<double>();
  settings.entries.uniform = arguments.count("uniform") != 0;
  builder::Progress progress;
  const auto summary = builder::build_book(settings, progress);
  if (!summary) return summary.error();
  fmt::print("{} games {} entries\n", summary->counts.games, summary->entries);
  return kSuccess;
}

}  // namespace

const Tool kMakeBook{
    .name = "make-book",
    .usage = "[-pgn FILE]",
    .summary = "Makes a book of games.",
    .declare = declare,
    .run = run,
};

}  // namespace polyglot::tools
