// SPDX-License-Identifier: MIT
#include <cctype>
#include <iterator>

#include "pgn/read_games.hpp"
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

struct DamagedFile {
  const char* name;
  test::Counts counts;
};

class DamagedGames : public testing::TestWithParam<DamagedFile> {
 protected:
  static std::string path() { return std::string(POLYGLOT_TEST_DATA "/pgn/") + GetParam().name + ".pgn"; }
};

TEST_P(DamagedGames, AreRead) {
  const test::Counts counts = test::counts_of(Input::open(path()));
  EXPECT_EQ(counts.games, GetParam().counts.games);
  EXPECT_EQ(counts.plies, GetParam().counts.plies);
  EXPECT_EQ(counts.faults, GetParam().counts.faults);
  EXPECT_EQ(counts.losses, GetParam().counts.losses);
}

TEST_P(DamagedGames, AreTheSameInChunksOfAnySize) {
  std::ifstream file(path(), std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const auto whole = test::games_of(text);
  for (std::size_t size = 1; size <= text.size() + 1; ++size) {
    std::vector<test::Game> games;
    test::for_each_game(
        Input::from_bytes(text, "text"), {.target = size},
        [&](GameReader& reader, const GameText& game) { games.push_back(test::copy_of(game, reader)); });
    ASSERT_EQ(games, whole) << "chunks of " << size;
  }
}

std::string name_of(const testing::TestParamInfo<DamagedFile>& file) {
  return file.param.name;
}

INSTANTIATE_TEST_SUITE_P(
    Pgn, DamagedGames,
    testing::Values(
        DamagedFile{"bad_moves",
                    {6, 7, {"4: Ke3", "10: Nd2", "15: O-O-O", "19: Sf3", "23: 8/8/8 w - - 0 1"}}},
        DamagedFile{"crlf_bom", {2, 11, {}}}, DamagedFile{"garbage", {4, 11, {}, {"21: White"}}},
        DamagedFile{"latin1", {1, 4, {}}},
        DamagedFile{"lost_moves", {7, 22, {}, {"3: {", "7: {", "11: {", "15: {", "19: N"}}},
        DamagedFile{"lost_text",
                    {8, 19, {"18: Nf3"}, {"3: {", "9: {", "13: foo", "17: [", "22: e5", "30: e4", "35: e4"}}},
        DamagedFile{"missing_moves",
                    {7, 40, {"6: OO", "13: a6", "18: foo", "28: Qxf7", "34: Kd8", "40: Kd8"}, {"18: hello"}}},
        DamagedFile{"nested_comments", {2, 6, {}, {"7: between", "7: }"}}},
        DamagedFile{"no_blank_lines", {4, 10, {}}}, DamagedFile{"no_results", {4, 7, {}}},
        DamagedFile{"null_moves", {3, 3, {}}}, DamagedFile{"old_mac", {2, 4, {}}},
        DamagedFile{"one_line", {3, 5, {}}}, DamagedFile{"remarks", {1, 10, {}}},
        DamagedFile{"spellings", {6, 43, {}}}, DamagedFile{"tagless", {9, 25, {}}},
        DamagedFile{"tags", {1, 2, {}, {"8: ["}}}, DamagedFile{"usual_remarks", {3, 23, {}}},
        DamagedFile{"unclosed", {3, 8, {}, {"4: {", "9: (", "13: )", "13: }"}}},
        DamagedFile{"variants", {4, 21, {"4: P@d4"}}}),
    name_of);

}  // namespace
}  // namespace polyglot::pgn
