// SPDX-License-Identifier: MIT
#include <polyglot/chess/notation.hpp>
#include <polyglot/protocol/uci.hpp>

#include "support/temporary_folder.hpp"
#include "support/testing.hpp"
#include "test_paths.hpp"
#include "tools/epd.hpp"

namespace polyglot::tools {
namespace {

using std::chrono::seconds;

constexpr std::string_view kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

EpdRecord record(std::string_view operations) {
  return parse_epd(std::string(kStart) + " " + std::string(operations));
}

Result<EpdRecord> parsed(const std::string& line) {
  return result_of([&] { return parse_epd(line); });
}

auto read(const std::string& path) {
  return result_of([&] { return read_epd(path); });
}

chess::Move move(std::string_view text) {
  return chess::move_from_text(chess::Position(), text).value();
}

TEST(Epd, KnowsMovesToFindAndToAvoid) {
  struct Case {
    const char* operations;
    const char* move;
    bool is_solved;
  };
  for (const auto& [operations, solution, is_solved] :
       {Case{"bm d4, e4; id \"two\";", "e4", true}, Case{"bm d4, e4;", "d4", true},
        Case{"bm d4, e4;", "c4", false}, Case{"am e4;", "e4", false}, Case{"am e4;", "d4", true},
        Case{"am d4; bm e4;", "e4", true}, Case{"am d4; bm e4;", "c4", false}, Case{"bm e2e4!;", "e4", true},
        Case{"hmvc 3; bm e4+;", "e4", true}, Case{"bm e4", "e4", true}})
    EXPECT_EQ(record(operations).is_solved_by(move(solution)), is_solved) << operations << solution;
  EXPECT_EQ(record("0 1 bm e4; id x").id, "x");
  EXPECT_EQ(record("id \"a; bm d4;\"; bm e4;").id, "\"a; bm d4;\"");
}

TEST(Epd, RefusesWhatHasNoPositionOrLegalMoves) {
  for (const std::string& text : {std::string("junk bm e4;"), std::string()}) EXPECT_FALSE(parsed(text));
  for (const char* const operations : {"id \"none\";", "am Zz9;", "bm Qxf7;", "bm e4 Qxf7;", "bm ;"})
    EXPECT_FALSE(parsed(std::string(kStart) + " " + operations)) << operations;
  EXPECT_THAT(parsed(std::string(kStart) + " am Zz9;").error().to_string(), HasSubstr("\"Zz9\""));
}

TEST(Epd, NamesTheLineOfAMistake) {
  EXPECT_EQ(read_epd(POLYGLOT_TEST_DATA "/mate.epd").size(), 5U);
  const polyglot::test::TemporaryFolder folder;
  const std::string path = folder / "mistake.epd";
  std::ofstream(path) << kStart << " bm e4;\n\n" << kStart << " c0 \"?\";\n";
  ASSERT_FALSE(read(path));
  EXPECT_THAT(read(path).error().to_string(), HasSubstr(path + ":3: neither"));
  EXPECT_FALSE(read(path + ".none"));
  std::ofstream(path) << "\n\n";
  EXPECT_THAT(read(path).error().to_string(), HasSubstr(path + ": holds no positions"));
  std::ofstream(path) << "\xEF\xBB\xBF" << kStart << " bm e4;\n";
  EXPECT_TRUE(read(path));
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
