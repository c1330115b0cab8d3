// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include <polyglot/variants/notation.hpp>
#include <polyglot/variants/position.hpp>

#include "tools/run_program.hpp"
#include "variants/helpers.hpp"

/// Compares with an engine that knows variants unknown to Fairy-Stockfish: Fairy-Max accepts all our moves,
/// and we accept its moves.
namespace polyglot::variants {
namespace {

using testing::start_of;

constexpr int kEngineGames = 25;
constexpr int kLongestEngineGame = 30;

struct Rival {
  const char* engine;
  const char* variant;
};

std::string path_of(const char* engine) {
  return std::string("/usr/games/") + engine;
}

class MovesBesideEngine : public ::testing::TestWithParam<Rival> {};

TEST_P(MovesBesideEngine, AreLegalOnBothSides) {
  const auto& [engine, variant] = GetParam();
  if (!std::filesystem::exists(path_of(engine))) GTEST_SKIP() << "no " << engine;
  std::mt19937 random(1);
  std::string commands = "xboard\nprotover 2\nsd 2\n";
  std::vector<Position> ends;
  for (int game = 0; game < kEngineGames; ++game) {
    commands += "new\nvariant " + std::string(variant) + "\nforce\n";
    Position position = start_of(variant);
    for (auto left = static_cast<int>(random() % kLongestEngineGame); left > 0; --left) {
      const std::vector<Move> moves = position.legal_moves();
      if (moves.empty()) break;
      const Move& move = moves[random() % moves.size()];
      commands += to_xboard(position, move) + "\n";
      position.make(move);
    }
    if (!position.has_legal_move()) continue;
    commands += "go\n";
    ends.push_back(position);
  }
  const auto outcome =
      tools::test::run_program(path_of(engine), {}, {.input = commands + "quit\n", .limit = 200});

  std::istringstream lines(outcome.out);
  std::size_t answers = 0;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_EQ(line.find("llegal"), std::string::npos) << line;
    if (!line.starts_with("move ")) continue;
    ASSERT_LT(answers, ends.size());
    EXPECT_TRUE(move_from_xboard(ends[answers], line.substr(5)).has_value())
        << line << " " << ends[answers].to_fen();
    ++answers;
  }
  EXPECT_EQ(answers, ends.size());
}

INSTANTIATE_TEST_SUITE_P(Of, MovesBesideEngine,
                         ::testing::Values(Rival{"fairymax", "berolina"}, Rival{"fairymax", "cylinder"},
                                           Rival{"fairymax", "falcon"}, Rival{"fairymax", "knightmate"},
                                           Rival{"fairymax", "spartan"}),
                         [](const auto& named) {
                           return std::string(named.param.engine) + "_" + named.param.variant;
                         });

}  // namespace
}  // namespace polyglot::variants
