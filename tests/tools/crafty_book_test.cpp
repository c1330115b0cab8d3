// SPDX-License-Identifier: MIT
#include "test_paths.hpp"
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
class CraftyBooks : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(shared("README.md"))) GTEST_SKIP() << "no books of Crafty here";
  }

  void expect_bytes(std::vector<std::string> arguments, const std::string& games,
                    const std::string& book) const {
    arguments.insert(arguments.begin(), {"make-book", "-format", "crafty", "-q"});
    arguments.insert(arguments.end(), {shared(games), "-o", folder_ / "made.bin"});
    const Outcome outcome = polyglot(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(read_text(folder_ / "made.bin") == read_text(shared(book))) << book;
  }

  TemporaryFolder folder_;
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
  const Outcome outcome =
      polyglot({"make-book", "-format", "crafty", "-", "-o", folder / "book.bin"},
               {.input = std::string(kGame) + "[Event \"?\"]\n[Site \"?\"]\n\n1. e4 e6 2. Qh8\n"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("2 read, 2 used, 7 plies"));
  EXPECT_THAT(outcome.out, HasSubstr("standard input:10: \"Qh8\" is no move, or not the only one"));
  EXPECT_THAT(outcome.out, HasSubstr("book.bin: 6 entries, of 6 moves"));
}

TEST(MakeCraftyBook, RefusesWhatCraftyDoesNotKnow) {
  const Outcome filtered = polyglot({"make-book", "-format", "crafty", "-only-white", "x.pgn"});
  EXPECT_EQ(filtered.exit_code, 2);
  EXPECT_THAT(filtered.err, HasSubstr("--only-white cannot be combined with --format crafty"));
  const Outcome plain = polyglot({"make-book", "-start-book", "x.pgn"});
  EXPECT_EQ(plain.exit_code, 2);
  EXPECT_THAT(plain.err, HasSubstr("--start-book needs --format crafty"));
}

/// The tools on a book of three games.
class CraftyTools : public ::testing::Test {
 protected:
  void SetUp() override {
    const Outcome made = polyglot({"make-book", "-format", "crafty", "-q", "-", "-o", path_},
                                  {.input = std::string(kGame) + kGame + "[Site \"\"]\n1. d4 d5\n"});
    ASSERT_EQ(made.exit_code, 0) << made.err;
  }

  TemporaryFolder folder_;
  std::string path_ = folder_ / "any-name";
};

TEST_F(CraftyTools, ProbeShowsWhatTheFormatKeeps) {
  const Outcome json = polyglot({"probe", path_, "-format", "json"});
  EXPECT_EQ(json.exit_code, 0) << json.err;
  EXPECT_THAT(json.out, HasSubstr("\"move\":\"e2e4\",\"san\":\"e4\""));
  EXPECT_THAT(json.out, HasSubstr("\"weight\":2,\"share\":6.666E-1,\"count\":2,\"status\":128,"
                                  "\"learn\":0}"));
  EXPECT_THAT(json.out, HasSubstr("\"weight\":1,\"share\":3.333E-1,\"count\":1,\"status\":160,"
                                  "\"learn\":0}"));
  const Outcome text = polyglot({"probe", path_, "-moves", "e4", "e5", "Nf3"});
  EXPECT_THAT(text.out, HasSubstr("move    san      weight    share  count status  learn\n"
                                  "b8c6    Nc6           2  100.00%      2    138      0\n"));
}

TEST_F(CraftyTools, ThatChangeOrCompareBooksAdviseToConvertThem) {
  const std::string before = read_text(path_);
  write_text(folder_ / "games.pgn", kGame);
  const std::string out = folder_ / "out.bin";
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"check-book", path_},
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
  const Outcome dumped = polyglot({"dump-book", path_, "-color", "white", "-out", "-"});
  EXPECT_EQ(dumped.exit_code, 0) << dumped.err;
  EXPECT_THAT(dumped.out, HasSubstr("1. e4{67%} e5 2. Nf3{100%} Nc6 3. Bb5{100%} \n"));
  EXPECT_THAT(dumped.out, HasSubstr("1. d4{33%} \n"));
  const Outcome csv = polyglot({"dump-book", path_, "-format", "csv"});
  EXPECT_EQ(std::ranges::count(csv.out, '\n'), 8);
  const Outcome counted = polyglot({"info-book", path_});
  EXPECT_THAT(counted.out, testing::ContainsRegex("Header +: none\n"));
  EXPECT_THAT(counted.out, HasSubstr("Lines for white                :        2\n"));
}

}  // namespace
}  // namespace polyglot::tools::test
