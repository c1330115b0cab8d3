// SPDX-License-Identifier: MIT
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

/// A list of three openings, which is a book of another format.
class OtherFormats : public ToolTest {
 protected:
  OtherFormats() { write_text(list_, "1. e4 e5 *\n\n1. d4 *\n\n1. e4 c5 *\n"); }

  std::string list_ = folder_ / "list.pgn";
};

TEST_F(OtherFormats, AreConvertedToPolyglotAndToCraftyAndFromIt) {
  const std::string bin = folder_ / "made.bin";
  EXPECT_THAT(polyglot({"convert", list_, bin}), Succeeds(bin + ": 2 positions, 4 entries, from " + list_ +
                                                          " (pgn)\nLeft out: results and names\n"));
  EXPECT_EQ(polyglot({"check-book", bin}).exit_code, 0);
  EXPECT_THAT(polyglot({"probe", bin, "-format", "csv"}).out,
              HasSubstr("\ne2e4,e4,2,0.6666,0,0,0,463b96181691fc9c,796,"));

  const std::string crafty = folder_ / "book.bin";
  EXPECT_THAT(polyglot({"convert", bin, crafty, "-format", "crafty"}).out,
              StartsWith(crafty + ": 2 positions, 4 entries, from " + bin + " (polyglot)\n"));
  EXPECT_THAT(polyglot({"probe", crafty, "-format", "json"}).out,
              HasSubstr("\"move\":\"e2e4\",\"san\":\"e4\",\"code\":\"031c\",\"weight\":2,\"share\":6.666E-1,"
                        "\"count\":2,\"status\":160,\"learn\":0"));
  const std::string back = folder_ / "back.bin";
  EXPECT_EQ(polyglot({"convert", crafty, back}).exit_code, 0);
  EXPECT_EQ(polyglot({"diff-book", bin, back}).exit_code, 0);
}

TEST_F(OtherFormats, AreNotWrittenOverThemselvesNorMadeOfNothing) {
  EXPECT_EQ(polyglot({"convert", list_, list_, "-format", "polyglot"}).exit_code, 1);
  write_text(list_, "1. Kd5 *\n");
  EXPECT_THAT(polyglot({"convert", list_, folder_ / "made.bin", "-book-format", "pgn"}),
              Fails(1, HasSubstr("nothing to convert")));
  EXPECT_EQ(polyglot({"convert", list_, folder_ / "made.abk", "-format", "abk"}).exit_code, 2);
}

TEST_F(OtherFormats, AreUsedAsFarAsTheyAreSound) {
  write_text(list_, "1. e4 e5 *\n\n1. d4 Kd5 *\n");
  const auto made = polyglot({"convert", list_, folder_ / "made.bin"});
  const auto dumped = polyglot({"dump-book", list_, "-format", "csv"});
  const auto counted = polyglot({"info-book", list_});
  EXPECT_THAT(made.out, HasSubstr("2 positions, 3 entries"));
  EXPECT_THAT(dumped.out, HasSubstr(",d2d4,"));
  EXPECT_THAT(counted.out, HasSubstr("Lines"));
  for (const Outcome& outcome : {made, dumped, counted}) {
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err, HasSubstr("list.pgn:3: "));
  }
}

TEST_F(OtherFormats, AreAskedForManyPositions) {
  EXPECT_THAT(polyglot({"probe", list_, "-fens", "-"},
                       {.input = "startpos\n\nrnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\n"}),
              Succeeds(AllOf(StartsWith("{\"key\":\"463b96181691fc9c\","
                                        "\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 "
                                        "1\",\"moves\":[{\"move\":\"e2e4\","),
                             EndsWith("\"moves\":[]}\n"))));
  EXPECT_THAT(polyglot({"probe", list_, "-fens", "-"}, {.input = "startpos\njunk\n"}),
              Fails(1, HasSubstr(":2: "), StartsWith("{\"key\":")));
  EXPECT_EQ(polyglot({"probe", list_, "-fens", "-", "-format", "csv"}).exit_code, 2);
}

TEST_F(OtherFormats, SayOnlyOfWhatTheBookHasThatItIsLeftOut) {
  const std::string bin = folder_ / "made.bin";
  ASSERT_EQ(polyglot({"convert", list_, bin}).exit_code, 0);
  const auto left_out = [&] {
    return polyglot({"convert", bin, folder_ / "book.bin", "-format", "crafty"}).out;
  };
  EXPECT_THAT(left_out(), EndsWith("\nLeft out: nothing\n"));
  ASSERT_EQ(polyglot({"edit-book", bin, "-key", "1", "-add", "e7e5=1"}).exit_code, 0);
  EXPECT_THAT(left_out(), AllOf(HasSubstr("\nLeft out: 1 of 5"), Not(HasSubstr("Left out: nothing"))));
  ASSERT_EQ(polyglot({"edit-book", bin, "-comment", "x"}).exit_code, 0);
  EXPECT_THAT(left_out(), HasSubstr("\nLeft out: the header\n"));
  write_text(folder_ / "games.pgn", "1. e4 e5 1-0\n");
  ASSERT_EQ(polyglot({"learn-games", folder_ / "games.pgn", bin}).exit_code, 0);
  EXPECT_THAT(left_out(), HasSubstr("\nLeft out: learned results, the header\n"));
  ASSERT_EQ(polyglot({"edit-book", bin, "--remove-header"}).exit_code, 0);
  EXPECT_THAT(left_out(), HasSubstr("\nLeft out: learned results\n"));
}

TEST_F(OtherFormats, CountNeitherHeaderNorClosingRecord) {
  const std::string bin = folder_ / "made.bin";
  ASSERT_EQ(polyglot({"convert", list_, bin}).exit_code, 0);
  ASSERT_EQ(polyglot({"edit-book", bin, "-header-variant", "normal"}).exit_code, 0);
  write_text(bin, read_text(bin) + std::string(8, '\xff') + std::string(8, '\0'));
  EXPECT_THAT(polyglot({"convert", bin, folder_ / "same.bin"}).out, HasSubstr(": 2 positions, 4 entries, "));
  EXPECT_TRUE(read_text(folder_ / "same.bin") == read_text(bin));
}

TEST_F(OtherFormats, AreNotMadeOfOtherGames) {
  const std::string bin = folder_ / "made.bin";
  ASSERT_EQ(polyglot({"convert", list_, bin}).exit_code, 0);
  ASSERT_EQ(polyglot({"edit-book", bin, "-header-variant", "crazyhouse"}).exit_code, 0);
  EXPECT_THAT(polyglot({"convert", bin, folder_ / "book.bin", "-format", "crafty"}),
              Fails(1, HasSubstr("made.bin: is for crazyhouse, and Crafty's books know only chess")));
  EXPECT_THAT(polyglot({"convert", bin, folder_ / "book.abk"}),
              Fails(2, HasSubstr("book.abk: books of this kind are read only")));
}

/// Books that people use, converted both ways.
class RealConversions : public ToolTest {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(kData + "/abk_ctg")) GTEST_SKIP() << "no real books here";
  }

  /// Converts, and has a Polyglot book checked.
  std::string convert(const std::string& from, const std::string& name, const std::string& format) const {
    const Outcome outcome = polyglot({"convert", from, folder_ / name, "-format", format});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    if (format == "polyglot") EXPECT_EQ(polyglot({"check-book", folder_ / name}).exit_code, 0) << from;
    return outcome.out;
  }

  const std::string kData = POLYGLOT_SHARED_DATA;
};

TEST_F(RealConversions, OfCraftyAndBackKeepEveryCount) {
  const std::string book = kData + "/crafty/sample-book.bin";
  EXPECT_THAT(convert(book, "bin", "polyglot"), HasSubstr(": 14053 positions, 14430 entries, "));
  convert(folder_ / "bin", "crafty", "crafty");
  convert(folder_ / "crafty", "again", "polyglot");
  EXPECT_TRUE(read_text(folder_ / "again") == read_text(folder_ / "bin"));
  EXPECT_THAT(convert(book, "same", "crafty"), HasSubstr("Left out: marks, learned values"));
}

TEST_F(RealConversions, OfEveryFormatHaveTheSameMovesInBothOfOurs) {
  struct Case {
    const char* file;
    const char* counts;
  };
  for (const auto& [file, counts] : {Case{"/abk_ctg/Perfect2021.abk", ": 4126 positions, 5470 entries, "},
                                     Case{"/abk_ctg/Perfect_2010.abk", ": 5588 positions, 7586 entries, "},
                                     Case{"/abk_ctg/simple.ctg", ": 2 positions, 3 entries, "},
                                     Case{"/pgn/GM_games.pgn", ": 1433 positions, 1454 entries, "}}) {
    EXPECT_THAT(convert(kData + file, "bin", "polyglot"), HasSubstr(counts));
    EXPECT_THAT(convert(kData + file, "crafty", "crafty"), HasSubstr(counts));
    convert(folder_ / "crafty", "again", "polyglot");
    EXPECT_EQ(polyglot({"diff-book", folder_ / "bin", folder_ / "again", "-by-key"}).out, "") << file;
  }
}

/// A book of one side: its own moves lead to positions that it does not have.
TEST_F(RealConversions, OfPolyglotLoseOnlyWhatNoGameReaches) {
  const std::string book = kData + "/books/performance.bin";
  EXPECT_THAT(convert(book, "same", "polyglot"), HasSubstr(" 92954 entries, "));
  EXPECT_TRUE(read_text(folder_ / "same") == read_text(book));
  EXPECT_THAT(convert(book, "crafty", "crafty"), AllOf(HasSubstr(": 75205 positions, 90208 entries, "),
                                                       HasSubstr("Left out: 2746 of 92954 entries")));
}

}  // namespace
}  // namespace polyglot::tools::test
