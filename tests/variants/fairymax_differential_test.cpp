#include <algorithm>
#include <filesystem>
#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include <polyglot/variants/notation.hpp>

#include "tools/run_program.hpp"
#include "variants/helpers.hpp"

/// Moves beside Fairy-Max, who knows variants that Fairy-Stockfish does not: it takes all of ours, and we its
/// own.
namespace polyglot::variants {
namespace {

using testing::start_of;

constexpr const char* kFairyMax = "/usr/games/fairymax";
constexpr int kFairyMaxGames = 25;
constexpr int kLongestFairyMaxGame = 30;

class MovesBesideFairyMax : public ::testing::TestWithParam<const char*> {};

TEST_P(MovesBesideFairyMax, AreLegalOnBothSides) {
  if (!std::filesystem::exists(kFairyMax)) GTEST_SKIP() << "no fairymax";
  std::mt19937 random(1);
  std::string commands = "xboard\nprotover 2\nsd 2\n";
  std::vector<Position> ends;
  for (int game = 0; game < kFairyMaxGames; ++game) {
    commands += "new\nvariant " + std::string(GetParam()) + "\nforce\n";
    Position position = start_of(GetParam());
    for (auto left = static_cast<int>(random() % kLongestFairyMaxGame); left > 0; --left) {
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
  const auto outcome = tools::test::run_program(kFairyMax, {}, {.input = commands + "quit\n", .limit = 100});

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

INSTANTIATE_TEST_SUITE_P(Variant, MovesBesideFairyMax,
                         ::testing::Values("berolina", "cylinder", "falcon", "knightmate", "spartan"),
                         [](const auto& named) { return std::string(named.param); });

}  // namespace
}  // namespace polyglot::variants
