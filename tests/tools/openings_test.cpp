// SPDX-License-Identifier: MIT
#include <boost/json/parse.hpp>

#include "tools/run_program.hpp"

// Names of openings in the tools. Those on the page are tested in tests/explorer.
namespace polyglot::tools::test {
namespace {

constexpr const char* kNames =
    "eco\tname\tpgn\n"
    "B00\tKing's Pawn Game\t1. e4\n"
    "C20\tOpen Game\t1. e4 e5\n"
    "C40\tOpen Game: King's Knight\t1. e4 e5 2. Nf3\n";
/// The third one comes to the King's Knight by another order of moves.
constexpr const char* kGames =
    "[Event \"1\"]\n[ECO \"A00\"]\n[Result \"1/2-1/2\"]\n\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n\n"
    "[Event \"2\"]\n[ECO \"C40\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n\n"
    "[Event \"3\"]\n[Result \"1/2-1/2\"]\n\n1. Nf3 e5 2. e4 Nc6 1/2-1/2\n\n"
    "[Event \"4\"]\n[Result \"1/2-1/2\"]\n\n1. e4 c5 1/2-1/2\n\n";

class Openings : public ToolTest {
 protected:
  void SetUp() override {
    write_text(folder_ / "names.tsv", kNames);
    write_text(folder_ / "games.pgn", kGames);
  }

  [[nodiscard]] Outcome make_book(const Arguments& options) const {
    return run(Arguments{"make-book", "games.pgn", "-min-game", "1", "-o", "book.bin"} + options);
  }
};

TEST_F(Openings, AreReadFromFoldersAndSeveralFiles) {
  std::filesystem::create_directory(folder_ / "more");
  write_text(folder_ / "more/b.tsv", "eco\tname\tpgn\nB20\tSicilian Defense\t1. e4 c5\n");
  write_text(folder_ / "more/d.tsv", "eco\tname\tpgn\nD00\tQueen's Pawn Game\t1. d4 d5\nD01\tNone\t1. d5\n");
  write_text(folder_ / "more/README.md", "no names\n");
  const auto named = [this](const Arguments& options) {
    return make_book(Arguments{"--openings", "B20,C40,D00"} + options);
  };
  const Outcome both = named({"--openings-file", "names.tsv", "--openings-file", "more"});
  EXPECT_THAT(both.out, HasSubstr("4 read, 4 used"));
  EXPECT_THAT(both.err, HasSubstr("more/d.tsv:3: "));
  EXPECT_THAT(named({"--openings-file", "none", "--openings-file", "more"}).err,
              HasSubstr("matches \"C40\""));
  std::filesystem::create_directory(folder_ / "none");
  EXPECT_THAT(named({"--openings-file", "./none"}).err,
              HasSubstr("the folder holds no files that end in .tsv"));
}

TEST_F(Openings, ChooseGamesByPositionAndNotByTag) {
  const auto used = [this](const std::string& wanted, int count) {
    EXPECT_THAT(make_book({"--openings", wanted, "--openings-file", "names.tsv"}),
                Succeeds(HasSubstr("4 read, " + std::to_string(count) + " used")))
        << wanted;
  };
  used("C40", 2);
  used("open game: king", 2);
  used("B00-C40", 3);
  used("B00,C20", 1);
}

TEST_F(Openings, ThatNobodyKnowsAreRefused) {
  EXPECT_THAT(make_book({"--openings", "Najdorf", "--openings-file", "names.tsv"}),
              Fails(1, HasSubstr("names.tsv: has no opening that matches \"Najdorf\"")));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "book.bin"));
  EXPECT_THAT(make_book({"--openings", "B90", "--openings-file", "none"}).err,
              HasSubstr("install pgn-extract"));
  EXPECT_EQ(make_book({"--openings-file", "names.tsv"}).exit_code, 2);
  EXPECT_EQ(make_book({"--openings", "B90", "--variant", "crazyhouse"}).exit_code, 2);
}

TEST_F(Openings, TellWhereAFileIsWrong) {
  write_text(folder_ / "bad.tsv", std::string(kNames) + "A00\tImpossible\t1. Ke2\n");
  EXPECT_THAT(make_book({"--openings", "C40", "--openings-file", "bad.tsv"}),
              Succeeds(HasSubstr("2 used"), AllOf(HasSubstr("bad.tsv:5: "), HasSubstr("skipped"))));
}

TEST_F(Openings, AreCommentsInPgnAndColumnsInJson) {
  ASSERT_EQ(make_book({}).exit_code, 0);
  const Outcome pgn =
      run({"dump-book", "book.bin", "-color", "white", "-format", "pgn", "--openings-file", "names.tsv"});
  EXPECT_THAT(pgn.out, HasSubstr("1. e4 e5 2. Nf3 {C40 Open Game: King's Knight}")) << pgn.err;
  const Outcome dumped = run({"dump-book", "book.bin", "-format", "json", "--openings-file", "names.tsv"});
  int named = 0;
  const boost::json::value positions = boost::json::parse(dumped.out);
  for (const auto& position : positions.as_array())
    if (const auto* const opening = position.as_object().if_contains("opening")) {
      ++named;
      EXPECT_TRUE(*opening != "Open Game" || position.at("eco") == "C20");
    }
  EXPECT_EQ(named, 3);
  EXPECT_THAT(run({"dump-book", "book.bin", "-format", "json"}).out, Not(HasSubstr("opening")));
}

TEST_F(Openings, AreCountedInABook) {
  ASSERT_EQ(make_book({}).exit_code, 0);
  EXPECT_THAT(run({"info-book", "book.bin", "--openings-file", "names.tsv"}).out,
              AllOf(HasSubstr("Positions with a name          :        3\n"),
                    HasSubstr("  Open Game                    :        2\n")));
  const auto described = boost::json::parse(
      run({"info-book", "book.bin", "-format", "json", "--openings-file", "names.tsv"}).out);
  EXPECT_EQ(described.at("named"), 3);
  EXPECT_EQ(described.at("openings").at(0), (boost::json::value{{"name", "Open Game"}, {"positions", 2}}));
  EXPECT_THAT(run({"info-book", "book.bin"}).out, Not(HasSubstr("with a name")));
}

/// The program as it is installed, with a file of names that somebody has put beside the starter book.
TEST_F(Openings, AreFoundInTheShareFolder) {
  namespace fs = std::filesystem;
  fs::create_directories(folder_ / "bin");
  fs::create_directories(folder_ / "share/polyglot");
  fs::copy_file(program_under_test(), folder_ / "bin/polyglot");
  write_text(folder_ / "share/polyglot/openings.tsv", kNames);
  ASSERT_EQ(make_book({}).exit_code, 0);
  const Outcome info =
      run_program(folder_ / "bin/polyglot", {"info-book", folder_ / "book.bin", "-openings-file", "auto"});
  EXPECT_THAT(info.out, HasSubstr("Positions with a name          :        3\n")) << info.err;
}

TEST_F(Openings, ThatComeWithPolyglotAreFoundWithoutAnOption) {
  write_text(folder_ / "games.pgn",
             "[Event \"1\"]\n[Result \"1/2-1/2\"]\n\n1. Nf3 c5 2. e4 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 "
             "1/2-1/2\n\n");
  const Outcome outcome = make_book({"--openings", "B90"});
  EXPECT_THAT(outcome.out, HasSubstr("1 read, 1 used")) << outcome.err;
  EXPECT_THAT(outcome.err, Not(HasSubstr("skipped")));
  EXPECT_EQ(run({"make-openings", "games.pgn", "--plies", "10", "-o", "suite.pgn"}).exit_code, 0);
  EXPECT_THAT(read_text(folder_ / "suite.pgn"),
              HasSubstr("[ECO \"B90\"]\n[Opening \"Sicilian Defense: Najdorf Variation\"]\n"));
}

}  // namespace
}  // namespace polyglot::tools::test
