// SPDX-License-Identifier: MIT
#include <cstdint>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <polyglot/chess/chess960.hpp>
#include <polyglot/chess/position.hpp>

#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

/// The lines without the banner, times and speeds.
std::string counts(const std::string& output) {
  std::string text;
  for (std::size_t at = output.find("depth="); at != std::string::npos; at = output.find("depth=", at + 1))
    text += output.substr(at, output.find(" time=", at) - at) + "\n";
  return text;
}

TEST(PerftDifferential, CountsAsPolyglot204Does) {
  if (!has_old_polyglot()) GTEST_SKIP() << "no Polyglot 2.0.4 here";
  for (const char* const fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                                "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                                "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
                                "r2k2r1/8/8/8/8/8/8/R1RK1RR1 w FCga - 0 1"}) {
    const std::vector<std::string> arguments{"perft", "-fen", fen, "-max-depth", "4"};
    const std::string expected = counts(old_polyglot(arguments).out);
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(counts(polyglot(arguments).out), expected) << fen;
  }
}

TEST(PerftDifferential, CountsAsStockfishFromEveryStartOfChess960) {
  constexpr const char* kStockfish = "/usr/games/stockfish";
  if (!std::filesystem::exists(kStockfish)) GTEST_SKIP() << "no stockfish";
  constexpr int kDepth = 2;
  std::string commands = "setoption name UCI_Chess960 value true\n";
  std::vector<std::uint64_t> ours;
  for (int number = 0; number < chess::kChess960Positions; ++number) {
    const chess::Position start = chess::chess960_start(number);
    commands += "position fen " + start.to_fen(chess::FenStyle::shredder) + "\ngo perft " +
                std::to_string(kDepth) + "\n";
    ours.push_back(chess::perft(start, kDepth));
  }
  constexpr std::string_view kCount = "Nodes searched: ";
  std::istringstream lines(run_program(kStockfish, {}, {.input = commands + "quit\n", .limit = 200}).out);
  std::vector<std::uint64_t> theirs;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kCount)) theirs.push_back(std::stoull(line.substr(kCount.size())));
  }
  EXPECT_EQ(ours, theirs);
}

}  // namespace
}  // namespace polyglot::tools::test
