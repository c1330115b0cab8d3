// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "pgn/read_games.hpp"
#include "test_paths.hpp"

/// Real collections, and what pgn-extract makes of those that it reads without complaint.
namespace polyglot::pgn {
namespace {

struct Collection {
  const char* name;
  test::Counts counts;
};

class RealGames : public testing::TestWithParam<Collection> {
 protected:
  void SetUp() override {
    path_ = std::string(POLYGLOT_SHARED_DATA "/pgn/") + GetParam().name;
    if (!std::filesystem::exists(path_)) GTEST_SKIP() << "no shared data";
  }

  std::string path_;
};

TEST_P(RealGames, AreCounted) {
  const test::Counts counts = test::counts_of(Input::open(path_));
  EXPECT_EQ(counts.games, GetParam().counts.games);
  EXPECT_EQ(counts.plies, GetParam().counts.plies);
  EXPECT_EQ(counts.faults, GetParam().counts.faults);
  EXPECT_EQ(counts.losses, GetParam().counts.losses);
}

TEST_P(RealGames, AreTheSameInSmallChunks) {
  EXPECT_EQ(test::counts_of(Input::open(path_), {.target = 3000}), GetParam().counts);
}

std::string collection_name(const testing::TestParamInfo<Collection>& collection) {
  std::string name = collection.param.name;
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(
    Pgn, RealGames,
    testing::Values(
        Collection{"8moves_v3.pgn.gz", {34700, 555200, {}}},
        Collection{"GM_games.pgn", {20, 1519, {}, {"284: }"}}}, Collection{"ambiguous.pgn", {4, 194, {}}},
        Collection{"chessbase-empty-line.pgn", {1, 134, {}}},
        Collection{"chessdoctor.pgn",
                   {55, 4446, {"3050: Be3", "3348: Re3", "3384: Bb4+", "4122: Bd3"}, {"4109: {"}}},
        Collection{"cutechess-fischerrandom.pgn", {4, 396, {}}},
        Collection{"famous_games.pgn", {500, 28796, {}}}, Collection{"great_masters.pgn", {13, 872, {}}},
        Collection{"hayes.pgn", {9, 637, {}, {"14: )"}}},
        Collection{"kasparov-deep-blue-1997.pgn", {6, 519, {}}}, Collection{"kramnik.pgn", {40, 3293, {}}},
        Collection{"russian_chess.pgn", {10, 725, {}}}, Collection{"scarborough_2001.pgn", {385, 30137, {}}},
        Collection{"uci-moves.pgn", {1, 113, {}}}, Collection{"utf8-bom.pgn", {2, 0, {}}}),
    collection_name);

}  // namespace
}  // namespace polyglot::pgn
