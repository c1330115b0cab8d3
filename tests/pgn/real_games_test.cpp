// SPDX-License-Identifier: MIT
#include <cctype>

#include "pgn/read_games.hpp"
#include "support/temporary_folder.hpp"
#include "test_paths.hpp"

/// Real collections, and what pgn-extract makes of those that it reads without complaint.
/// Reads the files in tests/data/pgn. Each has a kind of damage that real files have.
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

void expect_counts(const test::Counts& counts, const test::Counts& expected) {
  EXPECT_EQ(counts.games, expected.games);
  EXPECT_EQ(counts.plies, expected.plies);
  EXPECT_EQ(counts.faults, expected.faults);
  EXPECT_EQ(counts.losses, expected.losses);
}

TEST_P(RealGames, AreCounted) {
  expect_counts(test::counts_of(Input::open(path_)), GetParam().counts);
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

class DamagedGames : public testing::TestWithParam<Collection> {
 protected:
  static std::string path() { return std::string(POLYGLOT_TEST_DATA "/pgn/") + GetParam().name + ".pgn"; }
};

TEST_P(DamagedGames, AreRead) {
  expect_counts(test::counts_of(Input::open(path())), GetParam().counts);
}

TEST_P(DamagedGames, AreTheSameInChunksOfAnySize) {
  const std::string text = polyglot::test::read_text(path());
  const auto whole = test::games_of(text);
  for (std::size_t size = 1; size <= text.size() + 1; ++size) {
    std::vector<test::Game> games;
    test::for_each_game(
        Input::from_bytes(text, "text"), {.target = size},
        [&](GameReader& reader, const GameText& game) { games.push_back(test::copy_of(game, reader)); });
    ASSERT_EQ(games, whole) << "chunks of " << size;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Pgn, DamagedGames,
    testing::Values(
        Collection{"bad_moves", {6, 7, {"4: Ke3", "10: Nd2", "15: O-O-O", "19: Sf3", "23: 8/8/8 w - - 0 1"}}},
        Collection{"crlf_bom", {2, 11, {}}}, Collection{"garbage", {4, 11, {}, {"21: White"}}},
        Collection{"latin1", {1, 4, {}}},
        Collection{"lost_moves", {7, 22, {}, {"3: {", "7: {", "11: {", "15: {", "19: N"}}},
        Collection{"lost_text",
                   {8, 19, {"18: Nf3"}, {"3: {", "9: {", "13: foo", "17: [", "22: e5", "30: e4", "35: e4"}}},
        Collection{"missing_moves",
                   {7, 40, {"6: OO", "13: a6", "18: foo", "28: Qxf7", "34: Kd8", "40: Kd8"}, {"18: hello"}}},
        Collection{"nested_comments", {2, 6, {}, {"7: between", "7: }"}}},
        Collection{"no_blank_lines", {4, 10, {}}}, Collection{"no_results", {4, 7, {}}},
        Collection{"null_moves", {3, 3, {}}}, Collection{"old_mac", {2, 4, {}}},
        Collection{"one_line", {3, 5, {}}}, Collection{"remarks", {1, 10, {}}},
        Collection{"spellings", {6, 43, {}}}, Collection{"tagless", {9, 25, {}}},
        Collection{"tags", {1, 2, {}, {"8: ["}}}, Collection{"usual_remarks", {3, 23, {}}},
        Collection{"unclosed", {3, 8, {}, {"4: {", "9: (", "13: )", "13: }"}}},
        Collection{"variants", {4, 21, {"4: P@d4"}}}),
    collection_name);

}  // namespace
}  // namespace polyglot::pgn
