// SPDX-License-Identifier: MIT
// The way of docs/openings-lab.md: a book, a suite of openings, a match that it is played in, and what the
// match says of it.
#include <filesystem>
#include <sstream>

#include <boost/json/parse.hpp>
#include <gmock/gmock.h>

#include <polyglot/chess/notation.hpp>
#include <polyglot/chess/position.hpp>

#include "test_paths.hpp"
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

using ::testing::HasSubstr;

constexpr const char* kStockfish = "/usr/games/stockfish";
constexpr const char* kPhalanx = "/usr/games/phalanx";
constexpr std::size_t kOpenings = 6;

/// The games of a PGN file as lines of UCI moves, which the match reads.
std::string uci_lines(const std::string& pgn) {
  std::istringstream lines(pgn);
  std::string all;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("1. ")) continue;
    chess::Position position;
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      const auto move = chess::move_from_san(position, word);
      if (!move) continue;  // a number, or the result
      all += chess::to_uci(*move, chess::CastlingNotation::king_to_destination) + ' ';
      position.make(*move);
    }
    all += '\n';
  }
  return all;
}

TEST(OpeningsLab, MakesASuitePlaysItAndJudgesIt) {
  for (const char* const engine : {kStockfish, kPhalanx})
    if (!std::filesystem::exists(engine)) GTEST_SKIP() << engine << " is not installed";
  const TemporaryFolder folder;
  write_file(folder / "fish.ini", std::string("[PolyGlot]\nEngineCommand = ") + kStockfish + "\n");
  write_file(folder / "phalanx.ini",
             std::string("[PolyGlot]\nEngineCommand = ") + kPhalanx + "\nBook = false\n");
  const auto run = [&](std::vector<std::string> arguments) {
    return polyglot(std::move(arguments), {.folder = folder.path()});
  };
  const auto make = [&](const std::string& suite) {
    return run({"make-openings",
                POLYGLOT_SOURCE_DIR "/config/starter.bin",
                "--plies",
                "6",
                "--eval",
                "-0.60..0.60",
                "--count",
                std::to_string(kOpenings),
                "--engine",
                "fish.ini",
                "--nodes",
                "2000",
                "--workers",
                "1",
                "--store",
                "verdicts.db",
                "--seed",
                "1",
                "-o",
                suite});
  };
  const Outcome made = make("suite.pgn");
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("6 openings of "));
  const std::string suite = read_file(folder / "suite.pgn");
  write_file(folder / "lines.txt", uci_lines(suite));

  const std::string second = program_under_test() + " " + folder / "phalanx.ini";
  const Outcome match = run_program(MATCH_PROGRAM, {"-engine1",     kStockfish,
                                                    "-engine2",     second,
                                                    "-openings",    folder / "lines.txt",
                                                    "-games",       std::to_string(2 * kOpenings),
                                                    "-tc",          "0.5+0.02",
                                                    "-margin",      "5000",
                                                    "-adjudicate",  "300:3",
                                                    "-max-plies",   "60",
                                                    "-concurrency", "2",
                                                    "-pgn",         folder / "results.pgn"});
  ASSERT_EQ(match.exit_code, 0) << match.err;

  const Outcome judged = run({"judge-openings", "results.pgn", "--suite", "suite.pgn", "--format", "json",
                              "-o", "better.pgn", "--picture", "trial.svg"});
  ASSERT_EQ(judged.exit_code, 0) << judged.err;
  const auto report = boost::json::parse(judged.out).as_object();
  EXPECT_EQ(report.at("foreign"), 0);
  ASSERT_EQ(report.at("openings").as_array().size(), kOpenings);
  for (const auto& opening : report.at("openings").as_array())
    EXPECT_EQ(opening.at("games"), 2) << judged.out;
  // One pair says nothing against an opening.
  EXPECT_EQ(read_file(folder / "better.pgn"), suite);
  EXPECT_THAT(read_file(folder / "trial.svg"), HasSubstr("<title>6: "));
}

}  // namespace
}  // namespace polyglot::tools::test
