// SPDX-License-Identifier: MIT
// The way of docs/openings-lab.md: a book, a suite of openings, a match that it is played in, and what the
// match says of it.
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <boost/json/parse.hpp>
#include <gmock/gmock.h>

#include <polyglot/analysis/store.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/chess/position.hpp>

#include "test_paths.hpp"
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

using ::testing::HasSubstr;

constexpr const char* kUciEngine = "/usr/games/stockfish";
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

/// The lines of moves of a suite in PGN, without what follows them.
std::vector<std::string> lines_of(const std::string& suite) {
  std::istringstream lines(suite);
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("1. ")) all.push_back(line.substr(0, line.find_first_of("{*")));
  return all;
}

/// Twelve pairs of games with these moves: one player wins all of them, or all are drawn.
std::string twelve_pairs(const std::string& moves, bool decided) {
  const auto game = [&](const std::string& players, const std::string& result) {
    return players + "[Result \"" + result + "\"]\n\n" + moves + result + "\n\n";
  };
  std::string games;
  for (int pair = 0; pair < 12; ++pair)
    games += game("[White \"A\"]\n[Black \"B\"]\n", decided ? "1-0" : "1/2-1/2") +
             game("[White \"B\"]\n[Black \"A\"]\n", decided ? "0-1" : "1/2-1/2");
  return games;
}

TEST(OpeningsLab, MakesASuitePlaysItJudgesItAndPrunesIt) {
  for (const char* const engine : {kUciEngine, kPhalanx})
    if (!std::filesystem::exists(engine)) GTEST_SKIP() << engine << " is not installed";
  const TemporaryFolder folder;
  write_file(folder / "fish.ini", std::string("[PolyGlot]\nEngineCommand = ") + kUciEngine + "\n");
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
  const Outcome match = run_program(MATCH_PROGRAM, {"-engine1",     kUciEngine,
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

  // A longer match: one opening is always drawn, and another one tells the players apart.
  std::vector<std::string> lines = lines_of(suite);
  ASSERT_EQ(lines.size(), kOpenings);
  write_file(folder / "more.pgn", twelve_pairs(lines.front(), false) + twelve_pairs(lines.back(), true));
  const Outcome pruned =
      run({"judge-openings", "results.pgn", "more.pgn", "--suite", "suite.pgn", "-o", "pruned.pgn"});
  EXPECT_EQ(pruned.exit_code, 0) << pruned.err;
  lines.erase(lines.begin());
  EXPECT_EQ(lines_of(read_file(folder / "pruned.pgn")), lines) << pruned.out;
}

/// What an engine that is asked without Polyglot says of a position.
struct Recomputed {
  int legal_moves = 0;
  std::string score;  ///< "cp 31": of the last exact report, or of the last one if that has another move
};

/// Asks Stockfish about positions, one after the other, each with an empty memory.
std::vector<Recomputed> recompute(const std::vector<std::string>& fens, const std::string& nodes) {
  std::string script;
  // `ucinewgame` waits for the end of a search.
  for (const std::string& fen : fens) {
    script += "ucinewgame\nposition fen " + fen + "\ngo perft 1\n";
    script += "ucinewgame\nposition fen " + fen + "\ngo nodes " + nodes + "\n";
  }
  std::istringstream lines(run_program(kUciEngine, {}, {.input = script + "ucinewgame\n"}).out);
  std::vector<Recomputed> all;
  // Moves and scores.
  std::pair<std::string, std::string> exact;
  std::pair<std::string, std::string> last;
  Recomputed next;
  const auto behind = [](const std::string& line, const std::string& key) {
    const std::size_t at = line.find(key);
    return at == line.npos ? std::string() : line.substr(at + key.size());
  };
  for (std::string line; std::getline(lines, line);) {
    if (const std::string count = behind(line, "Nodes searched: "); !count.empty()) {
      next.legal_moves = std::stoi(count);
    } else if (line.starts_with("bestmove ")) {
      const std::string best = line.substr(9, line.find(' ', 9) - 9);
      next.score = exact.first == best ? exact.second : last.first == best ? last.second : "";
      all.push_back(std::exchange(next, {}));
      exact = last = {};
    } else if (const std::string pv = behind(line, " pv "); !pv.empty()) {
      std::istringstream words(behind(line, " score "));
      std::string kind;
      std::string number;
      words >> kind >> number;
      last = {pv.substr(0, pv.find(' ')), kind + ' ' + number};
      if (line.find("bound ") == line.npos) exact = last;
    }
  }
  return all;
}

TEST(OpeningsLab, MakesTheSameSuiteAfterTenKillsAsTheEngineAloneSays) {
  if (!std::filesystem::exists(kUciEngine)) GTEST_SKIP() << kUciEngine << " is not installed";
  constexpr int kLow = -20;
  constexpr int kHigh = 45;
  const std::string nodes = "2000";
  const TemporaryFolder folder;
  write_file(folder / "fish.ini", std::string("[PolyGlot]\nEngineCommand = ") + kUciEngine + "\n");
  const auto command = [&](const std::string& store, const std::string& suite) {
    return std::vector<std::string>{"make-openings",
                                    POLYGLOT_SOURCE_DIR "/config/starter.bin",
                                    "--openings",
                                    "none",
                                    "--plies",
                                    "4..8",
                                    "--eval",
                                    "-0.20..0.45",
                                    "--count",
                                    "20",
                                    "--engine",
                                    "fish.ini",
                                    "--nodes",
                                    nodes,
                                    "--workers",
                                    "1",
                                    "--store",
                                    store,
                                    "-o",
                                    suite};
  };
  const Surroundings there{.folder = folder.path()};
  const auto verdicts = [&]() -> std::uint64_t {
    if (!std::filesystem::exists(folder / "killed.db")) return 0;
    const auto store = analysis::Store::open_to_read(folder / "killed.db");
    const auto size = store ? store->size() : Result<std::uint64_t>(0);  // it may just be made
    return size ? *size : 0;
  };
  int killed = 0;
  for (int kill = 1; kill <= 10; ++kill) {
    const std::uint64_t before = verdicts();
    RunningProgram running(program_under_test(), command("killed.db", "killed.epd"), there);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    bool is_late = false;
    while (verdicts() <= before && !std::filesystem::exists(folder / "killed.epd") && !is_late) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      is_late = std::chrono::steady_clock::now() > deadline;
    }
    running.kill(SIGKILL);
    const Outcome ended = running.end();
    if (is_late) FAIL() << "no verdicts: " << ended.err;
    killed += ended.exit_code == -1 ? 1 : 0;
  }
  EXPECT_EQ(killed, 10);
  ASSERT_EQ(polyglot(command("killed.db", "killed.epd"), there).exit_code, 0);
  ASSERT_EQ(polyglot(command("whole.db", "whole.epd"), there).exit_code, 0);
  const std::string suite = read_file(folder / "whole.epd");
  EXPECT_EQ(read_file(folder / "killed.epd"), suite);

  std::vector<std::string> fens;
  std::vector<int> scores;
  std::istringstream lines(suite);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::array<std::string, 10> word;  // four fields, hmvc N; fmvn N; ce N;
    for (std::string& one : word) words >> one;
    const auto number = [](std::string text) { return text.substr(0, text.find(';')); };
    fens.push_back(word[0] + ' ' + word[1] + ' ' + word[2] + ' ' + word[3] + ' ' + number(word[5]) + ' ' +
                   number(word[7]));
    scores.push_back(std::stoi(word[9]));
    const int white = word[1] == "w" ? scores.back() : -scores.back();
    EXPECT_TRUE(white >= kLow && white <= kHigh) << line;
  }
  ASSERT_EQ(fens.size(), 20U);
  EXPECT_EQ(std::set<std::string>(fens.begin(), fens.end()).size(), fens.size());
  const auto recomputed = recompute(fens, nodes);
  ASSERT_EQ(recomputed.size(), fens.size());
  for (std::size_t i = 0; i < fens.size(); ++i) {
    EXPECT_EQ(recomputed[i].score, "cp " + std::to_string(scores[i])) << fens[i];
    EXPECT_GT(recomputed[i].legal_moves, 1) << fens[i];
  }
}

}  // namespace
}  // namespace polyglot::tools::test
