// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "test_paths.hpp"
#include "tools/run_program.hpp"

/// Books of Crafty, made and read by the tools.
namespace polyglot::tools::test {
namespace {

using ::testing::HasSubstr;

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
    EXPECT_TRUE(read_file(folder_ / "made.bin") == read_file(shared(book))) << book;
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

TEST(MakeCraftyBook, LeavesTheBookThatIsThereIfNothingCanBeUsed) {
  const TemporaryFolder folder;
  write_file(folder / "book.bin", "old");
  const Outcome outcome = polyglot({"make-book", "-format", "crafty", "-", "-o", folder / "book.bin"},
                                   {.input = "[Event \"?\"]\n"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("no move of 1 game can be used, nothing is written"));
  EXPECT_EQ(read_file(folder / "book.bin"), "old");
}

TEST(MakeCraftyBook, FailsAtTheFirstProblemIfAsked) {
  const TemporaryFolder folder;
  const Outcome strict = polyglot({"make-book", "-format", "crafty", "-strict", "-", "-o", folder / "b.bin"},
                                  {.input = "[Event \"?\"]\n1. e5\n"});
  EXPECT_EQ(strict.exit_code, 1);
  EXPECT_THAT(strict.err, HasSubstr("standard input:2: \"e5\" is no move"));
  EXPECT_FALSE(std::filesystem::exists(folder / "b.bin"));
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

TEST_F(CraftyTools, ProbeNeedsAPosition) {
  const Outcome outcome = polyglot({"probe", path_, "-key", "463b96181691fc9c"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--key is for books of Polyglot"));
}

TEST_F(CraftyTools, CheckBookCountsAndFindsDamage) {
  const Outcome sound = polyglot({"check-book", path_});
  EXPECT_EQ(sound.exit_code, 0) << sound.err;
  EXPECT_THAT(sound.out, HasSubstr("Crafty 25.2"));
  EXPECT_THAT(sound.out, HasSubstr("Entries                        :        7\n"));
  EXPECT_THAT(sound.out, HasSubstr("Games, all moves together      :       12\n"));
  std::string bytes = read_file(path_);
  bytes[131072 + 4 + 7] ^= 0x40;  // the highest byte of the first key
  write_file(path_, bytes);
  const Outcome damaged = polyglot({"check-book", path_});
  EXPECT_EQ(damaged.exit_code, 1);
  EXPECT_THAT(damaged.out, HasSubstr("Keys in a wrong cluster        :        1\n"));
  EXPECT_THAT(damaged.out, HasSubstr("The first defect               : " + path_ +
                                     ": offset 131076: the key here belongs"));
  EXPECT_EQ(polyglot({"check-book", path_, "-repair"}).exit_code, 1);
  EXPECT_EQ(read_file(path_), bytes);
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

TEST_F(CraftyTools, EditBookWritesNothingInADryRunThatWouldChangeNothing) {
  const std::string out = folder_ / "out";
  EXPECT_EQ(polyglot({"edit-book", path_, "-set", "e4=2", "-dry-run", "-o", out}).out,
            "nothing would change\n");
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(CraftyTools, EditBookChangesOneMoveAndNothingElse) {
  const std::string before = read_file(path_);
  const Outcome shown = polyglot({"edit-book", path_, "-set", "e4=18,!?,learn:-0.25", "-dry-run"});
  EXPECT_EQ(shown.out, "7d25686728d1b8a8 e2e4 2 -> 18,!?,learn:-0.25\n");
  EXPECT_EQ(read_file(path_), before);
  EXPECT_EQ(polyglot({"edit-book", path_, "-set", "e4=18,!?,learn:-0.25"}).exit_code, 0);
  std::string expected = before;
  const std::size_t record = before.find("\xa8\xb8\xd1\x28\x67\x68\x25\x7d");
  ASSERT_NE(record, before.npos);
  expected.replace(record + 8, 8, std::string("\x12\0\0\x8a\0\0\x80\xbe", 8));
  EXPECT_TRUE(read_file(path_) == expected);
  EXPECT_EQ(polyglot({"edit-book", path_, "-set", "e4=2,unmarked,learn:0"}).exit_code, 0);
  EXPECT_TRUE(read_file(path_) == before);
}

TEST_F(CraftyTools, ABookIsToldFromAConfiguration) {
  EXPECT_THAT(polyglot({path_, "--check-config"}).out,
              HasSubstr("any-name is an opening book, not a configuration file"));
}

TEST_F(CraftyTools, EditBookSaysWhatItHasDone) {
  EXPECT_EQ(polyglot({"edit-book", path_, "--set", "e4=18", "--backup"}).out,
            path_ + ": entries: 1 changed, 0 added, 0 removed; the old file is " + path_ + "~\n");
  write_file(path_ + "~", "the one before");
  EXPECT_EQ(polyglot({"edit-book", path_, "--set", "e4=18", "--backup"}).out,
            path_ + ": entries: 0 changed, 0 added, 0 removed\n");
  EXPECT_EQ(read_file(path_ + "~"), "the one before");
  EXPECT_EQ(polyglot({"edit-book", path_, "--verbose", "--add", "c4=3"}).out,
            "7d250433cc065b07 c2c4 - -> 3\n" + path_ + ": entries: 0 changed, 1 added, 0 removed\n");
}

TEST_F(CraftyTools, EditBookAddsAndDeletesMoves) {
  const std::string before = read_file(path_);
  EXPECT_EQ(polyglot({"edit-book", path_, "-add", "c4=3,!"}).exit_code, 0);
  EXPECT_EQ(polyglot({"edit-book", path_, "-moves", "c4", "-add", "e5=1"}).exit_code, 0);
  EXPECT_THAT(polyglot({"probe", path_, "-format", "json"}).out,
              HasSubstr("\"count\":3,\"status\":168,\"learn\":0}"));
  EXPECT_EQ(polyglot({"check-book", path_}).exit_code, 0);
  EXPECT_EQ(polyglot({"edit-book", path_, "-delete", "c4"}).exit_code, 0);
  EXPECT_EQ(polyglot({"diff-book", path_, path_}).exit_code, 0);
  EXPECT_EQ(polyglot({"edit-book", path_, "-delete", "*", "-out", folder_ / "without"}).exit_code, 0);
  EXPECT_THAT(polyglot({"probe", folder_ / "without"}).out, HasSubstr("not in the book"));
  // The reply leaves a cluster without moves, as Crafty does when it drops moves.
  EXPECT_EQ(polyglot({"edit-book", path_, "-moves", "c4", "-delete", "e5"}).exit_code, 0);
  EXPECT_EQ(read_file(path_).size(), before.size() + 4);
}

TEST_F(CraftyTools, EditBookRefusesWhatTheFormatCannotHold) {
  const std::string before = read_file(path_);
  const auto expect_refusal = [&](std::vector<std::string> arguments, const char* why) {
    arguments.insert(arguments.begin(), {"edit-book", path_});
    const Outcome outcome = polyglot(arguments);
    EXPECT_NE(outcome.exit_code, 0) << why;
    EXPECT_THAT(outcome.err, HasSubstr(why));
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
  };
  expect_refusal({"-zero", "e4"}, "--zero e4: a book of Crafty has no weights");
  expect_refusal({"-script", "-"}, "is a Crafty book: --script, --from-review and lines are for .bin books");
  expect_refusal({"-key", "463b96181691fc9c", "-delete", "e2e4"}, "whose keys do not show positions");
  expect_refusal({"-set", "e4=16777216"}, "\"16777216\" cannot be read: write a count up to 16777215");
  expect_refusal({"-set", "e4=learn:nan"}, "\"learn:nan\" cannot be read");
  expect_refusal({"-set", "e4=good"}, "\"good\" cannot be read");
  expect_refusal({"-set", "e4"}, "a value is missing");
  expect_refusal({"-set", "h4=2"}, "--set h4=2: the book does not have the move");
  expect_refusal({"-add", "e4=2"}, "--add e4=2: the book has the move already");
  expect_refusal({"-fen", "518", "-set", "Ke5=2"}, "Ke5");
  expect_refusal({"-delete", "*", "e4"}, "--delete e4: the book does not have the move");
  expect_refusal({"-fen", "4k3/8/8/8/8/8/8/RK6 w A - 0 1", "-add", "O-O-O=2"}, "no positions of Chess960");
  EXPECT_TRUE(read_file(path_) == before);
  std::string bytes = before;
  bytes[131072 + 4 + 7] ^= 0x40;
  write_file(path_, bytes);
  expect_refusal({"-set", "e4=3"}, ": offset 131072: a key in this cluster is out of order");
  EXPECT_TRUE(read_file(path_) == bytes);
}

TEST_F(CraftyTools, MergeBookMakesTheBookOfAllGames) {
  const auto make = [this](const std::string& name, const std::string& games) {
    EXPECT_EQ(polyglot({"make-book", "-format", "crafty", "-q", "-", "-o", folder_ / name}, {.input = games})
                  .exit_code,
              0);
    return folder_ / name;
  };
  const std::string first = make("first", std::string(kGame) + "[Site \"\"]\n1. d4 d5\n");
  const std::string second = make("second", kGame);
  EXPECT_EQ(polyglot({"merge-book", first, second, "-o", folder_ / "merged"}).out,
            (folder_ / "merged") + ": 7 entries\n");
  EXPECT_TRUE(read_file(folder_ / "merged") == read_file(path_));
  EXPECT_EQ(polyglot({"diff-book", folder_ / "merged", path_}).exit_code, 0);
  EXPECT_EQ(polyglot({"merge-book", first, second, "-rule", "maximum", "-o", second}).exit_code, 0);
  EXPECT_EQ(polyglot({"diff-book", first, second}).exit_code, 0) << "it may replace one of them";
}

TEST_F(CraftyTools, MergeBookRefusesWhatRecordsCannotTell) {
  const std::string before = read_file(path_);
  for (const char* rule : {"mean", "first"})
    EXPECT_THAT(polyglot({"merge-book", path_, path_, "-rule", rule, "-o", folder_ / "out"}).err,
                HasSubstr("with the rules sum and maximum"));
  EXPECT_THAT(polyglot({"merge-book", path_ + ":2", path_, "-o", folder_ / "out"}).err,
              HasSubstr("without factors"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
}

/// With books of other formats a book of Crafty is what games from the start reach in it.
TEST_F(CraftyTools, AreMergedComparedAndPrunedWithOtherBooks) {
  const std::string converted = folder_ / "converted.bin";
  ASSERT_EQ(polyglot({"convert", path_, converted}).exit_code, 0);
  const std::string before = read_file(converted);
  EXPECT_EQ(polyglot({"diff-book", path_, converted}).exit_code, 0);
  EXPECT_EQ(
      polyglot({"merge-book", path_, converted, "-rule", "maximum", "-o", folder_ / "out.bin"}).exit_code, 0);
  EXPECT_TRUE(read_file(folder_ / "out.bin") == before);
  EXPECT_EQ(polyglot({"prune-book", path_, "-min-weight", "0", "-o", folder_ / "all.bin"}).exit_code, 0);
  EXPECT_TRUE(read_file(folder_ / "all.bin") == before);
  EXPECT_THAT(polyglot({"prune-book", converted, "-subtract", path_, "-o", folder_ / "none.bin"}).out,
              HasSubstr("none.bin: 0 of"));
  const std::string crafty = read_file(path_);
  EXPECT_THAT(polyglot({"prune-book", path_, "-top", "1", "-o", path_}).err, HasSubstr("is a Crafty book"));
  EXPECT_TRUE(read_file(path_) == crafty);
}

TEST_F(CraftyTools, DiffBookShowsRecords) {
  const std::string other = folder_ / "other";
  ASSERT_EQ(polyglot({"edit-book", path_, "-set", "e4=3,!", "-delete", "d4", "-add", "c4=1", "-out", other})
                .exit_code,
            0);
  const Outcome outcome = polyglot({"diff-book", path_, other});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.out,
            "+ 7d250433cc065b07 1\n"
            "- 7d25435019e44249 1\n"
            "! 7d25686728d1b8a8 2 -> 3,!\n"
            "only in A: 1 entry; only in B: 1 entry; changed: 1 entry\n");
  EXPECT_EQ(polyglot({"diff-book", path_, other, "-format", "pgn"}).exit_code, 2);
}

}  // namespace
}  // namespace polyglot::tools::test
