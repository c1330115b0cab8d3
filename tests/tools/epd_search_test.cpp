// SPDX-License-Identifier: MIT
#include <fstream>

#include <gmock/gmock.h>

#include <polyglot/chess/notation.hpp>
#include <polyglot/protocol/uci.hpp>

#include "support/temporary_folder.hpp"
#include "test_paths.hpp"
#include "tools/epd.hpp"
#include "tools/epd_search.hpp"

namespace polyglot::tools {
namespace {

using std::chrono::seconds;
using ::testing::HasSubstr;

constexpr std::string_view kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

EpdRecord record(std::string_view operations) {
  return parse_epd(std::string(kStart) + " " + std::string(operations)).value();
}

chess::Move move(std::string_view text) {
  return chess::move_from_text(chess::Position(), text).value();
}

TEST(Epd, KnowsMovesToFind) {
  const EpdRecord two = record("bm d4, e4; id \"two\";");
  EXPECT_TRUE(two.is_solved_by(move("e4")));
  EXPECT_TRUE(two.is_solved_by(move("d4")));
  EXPECT_FALSE(two.is_solved_by(move("c4")));
  EXPECT_EQ(two.id, "\"two\"");
}

TEST(Epd, KnowsMovesToAvoid) {
  const EpdRecord avoid = record("am e4;");
  EXPECT_FALSE(avoid.is_solved_by(move("e4")));
  EXPECT_TRUE(avoid.is_solved_by(move("d4")));
  EXPECT_TRUE(record("am d4; bm e4;").is_solved_by(move("e4")));
  EXPECT_FALSE(record("am d4; bm e4;").is_solved_by(move("c4")));
}

TEST(Epd, ReadsWhatPeopleWrite) {
  EXPECT_EQ(record("bm e4").moves.size(), 1U);
  EXPECT_EQ(record("0 1 bm e4; id x").id, "x");
  EXPECT_EQ(record("id \"a; bm d4;\"; bm e4;").id, "\"a; bm d4;\"");
  EXPECT_TRUE(record("bm e2e4!;").is_solved_by(move("e4")));
  EXPECT_TRUE(record("hmvc 3; bm e4+;").is_solved_by(move("e4")));
}

TEST(Epd, RefusesWhatHasNoPositionOrMoves) {
  EXPECT_FALSE(parse_epd("junk bm e4;"));
  EXPECT_FALSE(parse_epd(""));
  EXPECT_FALSE(parse_epd(std::string(kStart) + " id \"none\";"));
}

TEST(Epd, RefusesMovesThatAreNotLegal) {
  for (const char* const operations : {"am Zz9;", "bm Qxf7;", "bm e4 Qxf7;", "bm ;"})
    EXPECT_FALSE(parse_epd(std::string(kStart) + " " + operations)) << operations;
  EXPECT_THAT(parse_epd(std::string(kStart) + " am Zz9;").error().to_string(), HasSubstr("\"Zz9\""));
}

TEST(Epd, NamesTheLineOfAMistake) {
  EXPECT_EQ(read_epd(POLYGLOT_TEST_DATA "/mate.epd").value().size(), 5U);
  const polyglot::test::TemporaryFolder folder;
  const std::string path = folder / "mistake.epd";
  std::ofstream(path) << kStart << " bm e4;\n\n" << kStart << " c0 \"?\";\n";
  const auto read = read_epd(path);
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().to_string(), HasSubstr(path + ":3: neither"));
  EXPECT_FALSE(read_epd(path + ".none"));
  std::ofstream(path) << "\n\n";
  EXPECT_THAT(read_epd(path).error().to_string(), HasSubstr(path + ": holds no positions"));
  std::ofstream(path) << "\xEF\xBB\xBF" << kStart << " bm e4;\n";
  EXPECT_TRUE(read_epd(path));
}

class EpdSearchTest : public testing::Test {
 protected:
  void info(std::string_view text) { search_.add(protocol::parse_uci_info("info " + std::string(text))); }
  /// An iteration of depth N that took N * 10 ms and N * 1000 nodes.
  void iteration(int depth, std::string_view variation) {
    const std::string n = std::to_string(depth);
    info("depth " + n + " score cp 20 time " + n + "0 nodes " + n + "000 pv " + std::string(variation));
  }

  EpdRecord record_ = record("bm e4;");
  EpdSearch search_{record_};
};

TEST_F(EpdSearchTest, RemembersWhenTheFinalMoveWasChosen) {
  iteration(1, "e2e4 e7e5");
  iteration(2, "d2d4 d7d5");
  EXPECT_FALSE(search_.is_solved());
  iteration(3, "e2e4 e7e5");
  iteration(4, "e2e4 e7e6 d2d4");
  EXPECT_TRUE(search_.is_solved());
  EXPECT_EQ(search_.chosen().depth, 3);
  EXPECT_DOUBLE_EQ(search_.chosen().time, 0.03);
  EXPECT_EQ(search_.chosen().nodes, 3000U);
  EXPECT_EQ(search_.variation(), "e4 e6 d4");
}

TEST_F(EpdSearchTest, ShowsScoresInPawns) {
  info("depth 1 score cp -125 pv e2e4");
  EXPECT_DOUBLE_EQ(search_.pawns(), -1.25);
  info("depth 2 score mate 2 pv e2e4");
  EXPECT_DOUBLE_EQ(search_.pawns(), 1000.02);
  info("depth 2 score mate -7 pv e2e4");
  EXPECT_DOUBLE_EQ(search_.pawns(), -1000.07);
}

TEST_F(EpdSearchTest, PassesOverOtherVariationsAndWhatIsIllegal) {
  iteration(1, "e2e4 e7e5");
  info("multipv 2 depth 1 score cp 10 pv d2d4");
  info("depth 2 pv e7e9");
  EXPECT_EQ(search_.variation(), "e4 e5");
  info("depth 2 pv d2d4 e7e9 c2c4");
  EXPECT_EQ(search_.variation(), "d4");
}

TEST_F(EpdSearchTest, TakesTheBestMoveOfAnEngineThatShowsNoVariation) {
  search_.finish("e2e4");
  EXPECT_TRUE(search_.is_solved());
  iteration(1, "d2d4");
  search_.finish("e2e4");
  EXPECT_FALSE(search_.is_solved());
}

TEST_F(EpdSearchTest, EndsBeyondTheLastDepthOrAfterTheLastSecond) {
  iteration(1, "d2d4");
  EXPECT_FALSE(search_.is_over({}, seconds(0)));
  EXPECT_TRUE(search_.is_over({}, seconds(5)));
  iteration(63, "d2d4");
  EXPECT_FALSE(search_.is_over({}, seconds(0)));
  iteration(64, "d2d4");
  EXPECT_TRUE(search_.is_over({}, seconds(0)));
}

TEST_F(EpdSearchTest, EndsWhenTheSolutionHasStoodLongEnough) {
  EpdLimits limits;
  limits.min_depth = 1;
  limits.min_time = 0;
  iteration(1, "d2d4");
  iteration(2, "e2e4");
  iteration(4, "e2e4");
  EXPECT_FALSE(search_.is_over(limits, seconds(0)));
  iteration(5, "e2e4");
  EXPECT_TRUE(search_.is_over(limits, seconds(0)));
  limits.min_depth = 5;
  EXPECT_FALSE(search_.is_over(limits, seconds(0)));
  limits.min_depth = 4;
  limits.min_time = 0.05;
  EXPECT_TRUE(search_.is_over(limits, seconds(0)));
  limits.min_time = 0.06;
  EXPECT_FALSE(search_.is_over(limits, seconds(0)));
}

}  // namespace
}  // namespace polyglot::tools
