// SPDX-License-Identifier: MIT
#include "tools/run_program.hpp"

/// Books of Crafty, made and read by the tools.
namespace polyglot::tools::test {
namespace {

std::string shared(const std::string& name) {
  return std::string(POLYGLOT_SHARED_DATA) + "/crafty/" + name;
}

constexpr const char* kGame =
    "[Event \"?\"]\n[Site \"?\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6?! 3. Bb5! 1-0\n\n";

/// What Crafty 25.2 has made of real and of untidy games.
class CraftyBooks : public ToolTest {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(shared("README.md"))) GTEST_SKIP() << "no books of Crafty here";
  }

  void expect_bytes(const Arguments& options, const std::string& games, const std::string& book) const {
    EXPECT_THAT(run(Arguments{"make-book", "-format", "crafty", "-q"} + options +
                    Arguments{shared(games), "-o", "made.bin"}),
                Succeeds());
    EXPECT_TRUE(read_text(folder_ / "made.bin") == read_text(shared(book))) << book;
  }
};

TEST_F(CraftyBooks, AreMadeWithTheBytesOfCrafty) {
  expect_bytes({"-max-ply", "60"}, "sample.pgn", "sample-book.bin");
  expect_bytes({"-max-ply", "40", "-min-game", "2", "-min-win-percent", "50"}, "sample.pgn",
               "sample-book-mp2.bin");
  expect_bytes({"-max-ply", "60"}, "quirks.pgn", "quirks-book.bin");
}

TEST_F(CraftyBooks, AreMadeAsStartBooks) {
  expect_bytes({"-max-ply", "60", "-start-book"}, "quirks.pgn", "quirks-books.bin");
  expect_bytes({"-max-ply", "60", "-start-book"}, "starts.pgn", "starts-books.bin");
}

TEST(MakeCraftyBook, SaysWhatItTookAndWhatItLost) {
  const TemporaryFolder folder;
  EXPECT_THAT(polyglot({"make-book", "-format", "crafty", "-", "-o", folder / "book.bin"},
                       {.input = std::string(kGame) + "[Event \"?\"]\n[Site \"?\"]\n\n1. e4 e6 2. Qh8\n"}),
              Succeeds(AllOf(HasSubstr("2 read, 2 used, 7 plies"),
                             HasSubstr("standard input:10: \"Qh8\" is no move, or not the only one"),
                             HasSubstr("book.bin: 6 entries, of 6 moves"))));
}

TEST(MakeCraftyBook, RefusesWhatCraftyDoesNotKnow) {
  EXPECT_THAT(polyglot({"make-book", "-format", "crafty", "-only-white", "x.pgn"}),
              Fails(2, HasSubstr("--only-white cannot be combined with --format crafty")));
  EXPECT_THAT(polyglot({"make-book", "-start-book", "x.pgn"}),
              Fails(2, HasSubstr("--start-book needs --format crafty")));
}

/// The tools on a book of three games.
class CraftyTools : public ToolTest {
 protected:
  void SetUp() override {
    ASSERT_THAT(polyglot({"make-book", "-format", "crafty", "-q", "-", "-o", path_},
                         {.input = std::string(kGame) + kGame + "[Site \"\"]\n1. d4 d5\n"}),
                Succeeds());
  }

  std::string path_ = folder_ / "any-name";
};

TEST_F(CraftyTools, ProbeShowsWhatTheFormatKeeps) {
  EXPECT_THAT(polyglot({"probe", path_, "-format", "json"}),
              Succeeds(AllOf(HasSubstr("\"move\":\"e2e4\",\"san\":\"e4\""),
                             HasSubstr("\"weight\":2,\"share\":6.666E-1,\"count\":2,\"status\":128,"
                                       "\"learn\":0}"),
                             HasSubstr("\"weight\":1,\"share\":3.333E-1,\"count\":1,\"status\":160,"
                                       "\"learn\":0}"))));
  EXPECT_THAT(polyglot({"probe", path_, "-moves", "e4", "e5", "Nf3"}).out,
              HasSubstr("move    san      weight    share  count status  learn\n"
                        "b8c6    Nc6           2  100.00%      2    138      0\n"));
}

TEST_F(CraftyTools, ThatChangeOrCompareBooksAdviseToConvertThem) {
  const std::string before = read_text(path_);
  write_text(folder_ / "games.pgn", kGame);
  const std::string out = folder_ / "out.bin";
  for (const Arguments& arguments : {Arguments{"check-book", path_},
                                     {"check-book", path_, "-repair"},
                                     {"edit-book", path_, "-set", "e4=3"},
                                     {"merge-book", path_, path_, "-o", out},
                                     {"diff-book", path_, path_},
                                     {"prune-book", path_, "-top", "1", "-o", out},
                                     {"learn-games", folder_ / "games.pgn", path_}}) {
    const Outcome outcome = polyglot(arguments);
    EXPECT_NE(outcome.exit_code, 0) << arguments.front();
    EXPECT_EQ(outcome.err, "polyglot " + arguments.front() + ": " + path_ +
                               ": is a Crafty book: make a .bin book of it with polyglot convert IN OUT\n");
  }
  EXPECT_TRUE(read_text(path_) == before);
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(CraftyTools, DumpBookAndInfoBookWalkOverItsMoves) {
  EXPECT_THAT(polyglot({"dump-book", path_, "-color", "white", "-out", "-"}),
              Succeeds(AllOf(HasSubstr("1. e4{67%} e5 2. Nf3{100%} Nc6 3. Bb5{100%} \n"),
                             HasSubstr("1. d4{33%} \n"))));
  const Outcome csv = polyglot({"dump-book", path_, "-format", "csv"});
  EXPECT_EQ(std::ranges::count(csv.out, '\n'), 8);
  EXPECT_THAT(polyglot({"info-book", path_}).out,
              AllOf(testing::ContainsRegex("Header +: none\n"),
                    HasSubstr("Lines for white                :        2\n")));
}

}  // namespace
}  // namespace polyglot::tools::test
