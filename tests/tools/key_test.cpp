// SPDX-License-Identifier: MIT
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// Source of the keys: the book format's own examples.
TEST(Key, PrintsKeyAndFenOfEachArgument) {
  EXPECT_THAT(polyglot({"key", kStart, "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4"}),
              Succeeds("463b96181691fc9c rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
                       "5c3f9b829b279560 rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4\n"));
}

TEST(Key, ReadsFensFromStandardInput) {
  const Outcome outcome = polyglot({"key"}, {.input = std::string(kStart) + "\r\n\nstartpos\n" + kStart});
  EXPECT_EQ(outcome.exit_code, 0);
  const std::string line = "463b96181691fc9c " + std::string(kStart) + "\n";
  EXPECT_EQ(outcome.out, line + line + line);
}

TEST(Key, PassesOverAByteOrderMarkThatIsWhole) {
  const std::string mark = "\xEF\xBB\xBF";
  const std::string line = "463b96181691fc9c " + std::string(kStart) + "\n";
  EXPECT_EQ(polyglot({"key"}, {.input = mark + kStart}).out, line);
  EXPECT_EQ(polyglot({"key"}, {.input = "\n" + std::string(kStart)}).out, line);
  for (const char* const other : {"\xEF\xBC\xA1", "\xEF\xBB!", "\xEF!!"}) {
    EXPECT_THAT(polyglot({"key"}, {.input = other + std::string(kStart)}), Fails(1, _, IsEmpty()));
  }
  for (const std::string& beginning : {mark, mark.substr(0, 1), std::string()})
    EXPECT_EQ(polyglot({"key"}, {.input = beginning}).out, "");
}

TEST(Key, NamesTheLinesOfBadFensAndGoesOn) {
  EXPECT_THAT(polyglot({"key"}, {.input = "junk\n" + std::string(kStart) + "\n8/8/8/8/8/8/8/8 w - - 0 1\n"}),
              Fails(1, AllOf(HasSubstr("polyglot key: line 1: "), HasSubstr("polyglot key: line 3: ")),
                    "463b96181691fc9c " + std::string(kStart) + "\n"));
}

TEST(Key, FollowsMovesInEitherNotation) {
  const std::string expected =
      "22a48b5a8e47ff78 rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3\n";
  EXPECT_EQ(polyglot({"key", "-moves", "e2e4", "d7d5", "e4e5", "f7f5"}).out, expected);
  EXPECT_EQ(polyglot({"key", "-moves", "1.e4", "d5", "2.", "e5", "f5"}).out, expected);
  EXPECT_EQ(polyglot({"key", kStart, "-moves", "e4 d5 e5 f5"}).out, expected);
  EXPECT_THAT(polyglot({"key", "-moves", "e4", "e4"}),
              Fails(1, HasSubstr("\"e4\" is no legal move"), IsEmpty()));
}

// Source of the keys: XBoard 4.9.
TEST(Key, KnowsVariants) {
  const auto key = [](const char* variant) {
    return polyglot({"key", "-variant", variant, "startpos"}).out.substr(0, 16);
  };
  EXPECT_EQ(key("crazyhouse"), "463b96181691fc9a");
  EXPECT_EQ(key("capablanca"), "e08f65cf78d1cfba");
  EXPECT_EQ(key("Xiangqi"), "f0aba4ffa5f274f5");
  EXPECT_EQ(key("shogi"), "0642c96d5db1e271");
  EXPECT_EQ(key("S-Chess"), "a6e4d092c783aadc");
  EXPECT_EQ(polyglot({"key", "-variant", "crazyhouse", "-moves", "1. e4", "d5"}).out,
            "0756b94461c50fb6 rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR[-] w KQkq d6 0 2\n");
}

TEST(Key, ReadsRulesOfMoreVariantsFromAFile) {
  const TemporaryFolder folder;
  const std::string file = folder / "mine.ini";
  write_text(file, "[mine]\nlike = crazyhouse\nkey = 7\n");
  EXPECT_EQ(polyglot({"key", "-variant", "mine", "-variants", file, "startpos"}).out.substr(0, 16),
            "463b96181691fc9b");
  write_text(file, "[mine]\nlike = nothing\n");
  EXPECT_THAT(polyglot({"key", "-variant", "mine", "-variants", file, "startpos"}).err,
              HasSubstr(file + ":2: "));
  EXPECT_EQ(polyglot({"key", "-variants", file, "startpos"}).exit_code, 2);
}

TEST(Key, NamesAVariantThatWasMeant) {
  EXPECT_THAT(polyglot({"key", "-variant", "crazyhosue", "startpos"}).err,
              HasSubstr("did you mean crazyhouse?"));
}

}  // namespace
}  // namespace polyglot::tools::test
