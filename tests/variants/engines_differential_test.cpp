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

/// Compares with engines that know variants unknown to Fairy-Stockfish. Fairy-Max accepts all our moves, and
/// we accept its moves; Sjaak II counts leaves.
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

class PerftBesideSjaak : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(kSjaak)) GTEST_SKIP() << "no sjaakii";
  }
  static constexpr const char* kSjaak = "/usr/games/sjaakii";

  /// Leaves at a depth, 0 if it does not tell.
  static std::uint64_t their_count(int depth) {
    const std::string commands = "xboard\nprotover 2\nvariant " + std::string(GetParam()) + "\nperft " +
                                 std::to_string(depth) + "\nquit\n";
    std::istringstream lines(tools::test::run_program(kSjaak, {}, {.input = commands, .limit = 200}).out);
    std::uint64_t count = 0;
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      int at = 0;
      std::uint64_t leaves = 0;
      if (line.ends_with("nps") && words >> at >> leaves && at == depth) count = leaves;
    }
    return count;
  }
};

// Positions from games are not compared, because there Sjaak II differs from Fairy-Stockfish, too.
TEST_P(PerftBesideSjaak, CountsTheSameFromTheStart) {
  for (const int depth : {1, 2, 3}) EXPECT_EQ(perft(start_of(GetParam()), depth), their_count(depth));
}

INSTANTIATE_TEST_SUITE_P(Variant, PerftBesideSjaak,
                         ::testing::Values("berolina", "knightmate", "lion", "spartan"),
                         [](const auto& named) { return std::string(named.param); });

}  // namespace
}  // namespace polyglot::variants
