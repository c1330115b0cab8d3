// SPDX-License-Identifier: MIT
// learn-games, and learn fields of other programs.
#include <thread>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/raw_entry.hpp>

#include "book/book_files.hpp"
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

using book::encode_learn;
using book::RawEntry;
using book::test::bytes_of;
using book::test::code;
using book::test::position_after;

RawEntry learned(std::string_view before, std::string_view move, std::uint16_t weight, std::uint16_t games,
                 std::uint16_t points) {
  return {.key = position_after(before).key(),
          .move = code(move),
          .weight = weight,
          .learn = encode_learn(games, points)};
}

class LearnTools : public ToolTest {
 protected:
  void write(const std::string& name, const std::vector<RawEntry>& records) const {
    book::test::write_file(folder_ / name, bytes_of(records));
  }
  /// Runs a tool in the folder; it must succeed.
  [[nodiscard]] Outcome run(const Arguments& arguments) const {
    Outcome outcome = ToolTest::run(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome;
  }
  [[nodiscard]] std::string error_of(const Arguments& arguments) const {
    const Outcome outcome = ToolTest::run(arguments);
    EXPECT_EQ(outcome.exit_code, 1) << outcome.out;
    return outcome.err;
  }
  void expect_file(const std::string& name, const std::vector<RawEntry>& records) const {
    EXPECT_EQ(book::test::read_file(folder_ / name), bytes_of(records)) << name;
  }
  /// Wins and losses, as XBoard writes them.
  void write_book_of_xboard(const std::string& name) const {
    std::vector<RawEntry> records;
    for (std::uint64_t key = 1; key <= 20; ++key)
      records.push_back({.key = key, .move = code("a2a3"), .weight = 1, .learn = encode_learn(2, 9)});
    records.push_back(learned("", "e2e4", 5, 7, 3));
    write(name, records);
  }
};

TEST_F(LearnTools, MergeAddsUpAndLeavesOutWhatHasNoResults) {
  write("a.bin", {learned("", "e2e4", 9, 3, 4), learned("", "d2d4", 8, 0, 0)});
  write("b.bin", {learned("", "d2d4", 0, 1, 1), learned("", "e2e4", 0, 40000, 60001)});
  write("c.bin", {learned("", "e2e4", 0, 40000, 0), learned("e2e4", "e7e5", 0, 2, 3)});
  const Outcome merged = run({"learn-games", "a.bin", "b.bin", "c.bin", "--learn-file", "sum.bin"});
  EXPECT_EQ(merged.out, "sum.bin: results of 3 entries\n");
  EXPECT_THAT(merged.err, HasSubstr("sums that would exceed 65535: 1; "));
  expect_file("sum.bin", {learned("", "d2d4", 0, 1, 1), learned("", "e2e4", 0, 40001, 30002),
                          learned("e2e4", "e7e5", 0, 2, 3)});
}

TEST_F(LearnTools, GamesWithoutAVariantTagAreOfTheVariantIfThatIsSaid) {
  EXPECT_THAT(
      polyglot({"make-book", "-", "--variant", "atomic", "--min-game", "1", "-o", folder_ / "atomic.bin"},
               {.input = "[Variant \"Atomic\"]\n\n1. e4 e5 1-0\n"}),
      Succeeds());
  book::test::write_file(folder_ / "games.pgn", book::test::bytes_of("1. e4 e5 1-0\n"));
  EXPECT_THAT(ToolTest::run({"learn-games", "games.pgn", "atomic.bin"}),
              Fails(1, _, HasSubstr(": 0 games learned")));
  EXPECT_THAT(run({"learn-games", "games.pgn", "atomic.bin", "--untagged"}).out,
              HasSubstr(": 1 game learned"));
  EXPECT_THAT(polyglot({"make-book", folder_ / "games.pgn", "--untagged", "-o", folder_ / "made.bin"}),
              Fails(2, HasSubstr("--untagged: needs --variant")));
}

TEST_F(LearnTools, ApplyAddsToTheFieldsAndChangesNothingElse) {
  const std::vector<RawEntry> book = {{.key = 0, .move = 1, .weight = 2, .learn = 3},
                                      learned("", "e2e4", 600, 3, 4),
                                      learned("", "d2d4", 300, 0, 0),
                                      learned("e2e4", "e7e5", 1, 0, 0)};
  write("book.bin", book);
  write("side.bin", {learned("", "a2a3", 0, 1, 1), learned("", "e2e4", 0, 2, 2), learned("", "d2d4", 0, 1, 0),
                     learned("d2d4", "d7d5", 0, 1, 0)});
  const Outcome applied = run({"learn-games", "side.bin", "book.bin", "--backup"});
  EXPECT_EQ(applied.out, "book.bin: results of 2 entries; the old file is book.bin~\n");
  EXPECT_EQ(applied.err, "polyglot learn-games: moves with results that are not in the book: 2\n");
  std::vector<RawEntry> expected = book;
  expected[1].learn = encode_learn(5, 6);
  expected[2].learn = encode_learn(1, 0);
  expect_file("book.bin", expected);
  expect_file("book.bin~", book);
}

TEST_F(LearnTools, InfoShowsWhatWasLearned) {
  write("side.bin", {{.key = 7, .move = code("a2a3"), .weight = 0, .learn = encode_learn(10, 12)},
                     learned("", "e2e4", 0, 10, 18),
                     learned("", "d2d4", 0, 1, 0),
                     learned("", "a2a3", 5, 0, 0),
                     learned("e2e4", "e7e5", 0, 10, 5)});
  const std::string text = run({"info-book", "side.bin"}).out;
  EXPECT_THAT(text, HasSubstr("Entries with results           :        4\n"));
  EXPECT_THAT(text, HasSubstr("Half points                    :       35   56.5%\n"));
  EXPECT_THAT(text, HasSubstr("Best learned moves\n"
                              "    10 games  90.0%  1. e4\n"
                              "    10 games  60.0%  0000000000000007 a2a3\n"
                              "     1 games   0.0%  1. d4\n"
                              "    10 games  25.0%  1. e4 e5\n"
                              "Worst learned moves\n"
                              "    10 games  25.0%  1. e4 e5\n"));
  EXPECT_THAT(run({"info-book", "side.bin", "--format", "json"}).out,
              HasSubstr(R"("learned":{"entries":4,"games":31,"points":35})"));
}

TEST_F(LearnTools, ResultsOfOtherProgramsAreShownAndNeverMixed) {
  write_book_of_xboard("xboard.bin");
  write("side.bin", {learned("", "e2e4", 0, 2, 2)});
  const std::string said = "xboard.bin: its learn fields are wins and losses, as XBoard writes them";
  EXPECT_THAT(error_of({"learn-games", "side.bin", "xboard.bin", "--learn-file", "new.bin"}),
              HasSubstr(said));
  EXPECT_THAT(error_of({"learn-games", "xboard.bin", "side.bin"}), HasSubstr(said));
  EXPECT_THAT(error_of({"learn-games", "side.bin", "xboard.bin"}), HasSubstr(said));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "new.bin"));
  EXPECT_THAT(run({"probe", "xboard.bin", "-fen", "startpos", "-format", "json"}).out,
              HasSubstr("\"wins\":7,\"losses\":3"));
  EXPECT_THAT(run({"info-book", "xboard.bin", "-format", "json"}).out,
              HasSubstr("\"learn_layout\":\"xboard\""));
  EXPECT_THAT(run({"info-book", "xboard.bin"}).out,
              HasSubstr("Learn fields                   : wins and losses, as XBoard writes them\n"));
}

class LearnGames : public LearnTools {
 protected:
  LearnGames() {
    write("book.bin",
          {learned("", "e2e4", 600, 0, 0), learned("", "d2d4", 300, 0, 0), learned("e2e4", "e7e5", 1, 1, 1)});
    write_text(folder_ / "games.pgn",
               "[White \"Alpha\"]\n[Black \"Beta\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n"
               "[White \"Beta\"]\n[Black \"Alpha\"]\n[Result \"1/2-1/2\"]\n\n1. e4 e5 1/2-1/2\n\n"
               "[White \"Beta\"]\n[Black \"Gamma\"]\n[Result \"0-1\"]\n\n1. d4 d5 0-1\n\n"
               "[White \"Alpha\"]\n[Black \"Beta\"]\n[Result \"*\"]\n\n1. d4 d5 *\n\n"
               "[White \"Alpha\"]\n[Black \"Beta\"]\n[Variant \"atomic\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n"
               "[White \"alpha\"]\n[Black \"Beta\"]\n[Result \"0-1\"]\n\n1. e4 Ke4 0-1\n");
  }
};

TEST_F(LearnGames, LearnFromBothSides) {
  const Outcome outcome = run({"learn-games", "games.pgn", "book.bin"});
  EXPECT_EQ(outcome.out, "book.bin: 4 games learned, 6 moves of the book\n");
  EXPECT_THAT(outcome.err, HasSubstr("1 game without a result skipped"));
  EXPECT_THAT(outcome.err, HasSubstr("1 game of other variants skipped"));
  EXPECT_THAT(outcome.err, HasSubstr("1 game learned up to a move that cannot be played: "));
  expect_file("book.bin", {learned("", "e2e4", 600, 3, 3), learned("", "d2d4", 300, 1, 0),
                           learned("e2e4", "e7e5", 1, 3, 2)});
  const Outcome quiet = run({"learn-games", "-q", "games.pgn", "book.bin"});
  EXPECT_EQ(quiet.out, "");
  EXPECT_THAT(quiet.err, testing::StartsWith("polyglot learn-games: 1 game learned up to a move "));
}

TEST_F(LearnGames, LearnFromThoseOfAPlayerBesideTheBook) {
  const auto before = book::test::read_file(folder_ / "book.bin");
  const Arguments command = {"learn-games", "games.pgn",   "book.bin", "-engine",
                             "ALPHA",       "-learn-file", "side.bin"};
  const Outcome outcome = run(command);
  EXPECT_EQ(outcome.out, "side.bin: 3 games learned, 3 moves of the book\n");
  EXPECT_THAT(outcome.err, HasSubstr("1 game of other players skipped"));
  EXPECT_EQ(book::test::read_file(folder_ / "book.bin"), before);
  expect_file("side.bin", {learned("", "e2e4", 0, 2, 2), learned("e2e4", "e7e5", 0, 1, 1)});
  std::vector<std::string> again = command;
  again.emplace_back("--again");
  (void)run(again);
  expect_file("side.bin", {learned("", "e2e4", 0, 4, 4), learned("e2e4", "e7e5", 0, 2, 2)});
}

TEST_F(LearnGames, LearnAGameOnceUnlessToldOtherwise) {
  (void)run({"learn-games", "games.pgn", "book.bin"});
  const auto learned_once = book::test::read_file(folder_ / "book.bin");
  const Outcome twice = run({"learn-games", "games.pgn", "book.bin"});
  EXPECT_EQ(twice.out, "book.bin: 0 games learned, 0 moves of the book\n");
  EXPECT_THAT(twice.err, HasSubstr("4 games learned before skipped (--again learns from them once more)"));
  EXPECT_EQ(book::test::read_file(folder_ / "book.bin"), learned_once);
  EXPECT_EQ(std::filesystem::file_size(folder_ / "book.bin.games"), 16 + 4 * 16);
  EXPECT_EQ(run({"learn-games", "games.pgn", "book.bin", "--again"}).out,
            "book.bin: 4 games learned, 6 moves of the book\n");
  expect_file("book.bin", {learned("", "e2e4", 600, 6, 6), learned("", "d2d4", 300, 2, 0),
                           learned("e2e4", "e7e5", 1, 5, 3)});
}

TEST_F(LearnGames, LearnAGameOnceInRunsAtTheSameTime) {
  constexpr int kGames = 3000;
  std::string games;
  for (int i = 0; i < kGames; ++i)
    games += "[Round \"" + std::to_string(i) + "\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n";
  write_text(folder_ / "games.pgn", games);
  {
    std::vector<std::jthread> runs;
    for (int i = 0; i < 3; ++i)
      runs.emplace_back([this] { (void)ToolTest::run({"learn-games", "games.pgn", "book.bin"}); });
  }
  expect_file("book.bin", {learned("", "e2e4", 600, kGames, 2 * kGames), learned("", "d2d4", 300, 0, 0),
                           learned("e2e4", "e7e5", 1, 1, 1)});
}

TEST_F(LearnGames, LearnAnewWhatABookThatWasBuiltAnewHasForgotten) {
  write("book.bin", {learned("", "e2e4", 600, 0, 0)});
  (void)run({"learn-games", "games.pgn", "book.bin"});
  write("book.bin", {learned("", "e2e4", 600, 0, 0)});
  EXPECT_THAT(
      run({"learn-games", "games.pgn", "book.bin"}).err,
      HasSubstr("3 games learned again: listed as learned before, but book.bin has no results of them"));
  expect_file("book.bin", {learned("", "e2e4", 600, 3, 3)});
}

TEST_F(LearnGames, LearnNothingInADryRun) {
  const auto before = book::test::read_file(folder_ / "book.bin");
  EXPECT_EQ(run({"learn-games", "games.pgn", "book.bin", "--dry-run"}).out,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
            "  e4 600 0 0 -> 600 3 3\n"
            "  d4 300 0 0 -> 300 1 0\n"
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"
            "  e5 1 1 1 -> 1 3 2\n"
            "book.bin: 4 games would be learned, 6 moves of the book\n");
  EXPECT_EQ(book::test::read_file(folder_ / "book.bin"), before);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "book.bin.games"));
  const std::vector<std::string> beside = {"learn-games", "games.pgn", "book.bin", "--learn-file",
                                           "side.bin"};
  auto dry = beside;
  dry.emplace_back("--dry-run");
  EXPECT_EQ(run(dry).out,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
            "  d4 - -> 0 1 0\n"
            "  e4 - -> 0 3 3\n"
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"
            "  e5 - -> 0 2 1\n"
            "side.bin: 4 games would be learned, 6 moves of the book\n");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "side.bin"));
  (void)run(beside);
  EXPECT_EQ(run(dry).out, "nothing would change\nside.bin: 0 games would be learned, 0 moves of the book\n");
  dry.emplace_back("--again");
  EXPECT_THAT(run(dry).out, HasSubstr("  e4 0 3 3 -> 0 6 6\n"));
}

TEST_F(LearnGames, ADamagedListOfGamesStopsLearning) {
  const auto before = book::test::read_file(folder_ / "book.bin");
  write_text(folder_ / "book.bin.games", "POLYGLOT GAMES 1too short");
  EXPECT_THAT(error_of({"learn-games", "games.pgn", "book.bin"}),
              HasSubstr("book.bin.games: is no list of learned games, or damaged at offset 16"));
  EXPECT_EQ(book::test::read_file(folder_ / "book.bin"), before);
  EXPECT_EQ(read_text(folder_ / "book.bin.games"), "POLYGLOT GAMES 1too short");
}

// A user who repairs the file and begins again must not learn the first games twice.
TEST_F(LearnGames, LearnNothingWhereNotAllCanBeRead) {
  const auto before = book::test::read_file(folder_ / "book.bin");
  std::string games;
  for (int i = 0; i < 1000; ++i) games += "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n";
  // The header of gzip, and a stored block that is not the last one: the length, its complement, and the
  // text.
  const auto low = static_cast<char>(games.size() & 0xff);
  const auto high = static_cast<char>(games.size() >> 8);
  write_text(folder_ / "cut.pgn.gz", std::string("\x1f\x8b\x08\0\0\0\0\0\0\x03\0", 11) + low + high +
                                         static_cast<char>(~low) + static_cast<char>(~high) + games);
  EXPECT_THAT(error_of({"learn-games", "cut.pgn.gz", "book.bin"}), HasSubstr("cut.pgn.gz"));
  EXPECT_EQ(book::test::read_file(folder_ / "book.bin"), before);
}

class LearnVariantGames : public LearnTools {
 protected:
  LearnVariantGames() {
    write_text(folder_ / "games.pgn",
               "[White \"Alpha\"]\n[Variant \"Crazyhouse\"]\n[Result \"1-0\"]\n\n"
               "1. e4 d5 2. exd5 Qxd5 3. P@e6 1-0\n\n"
               "[White \"Alpha\"]\n[Variant \"crazyhouse\"]\n[Result \"0-1\"]\n\n1. e4 Ke4 0-1\n\n"
               "[White \"Alpha\"]\n[Result \"1-0\"]\n\n1. e4 d5 1-0\n");
    (void)run({"make-book", "games.pgn", "-o", "book.bin", "-variant", "crazyhouse", "-min-game", "1"});
  }
};

// Without --variant, a book is one of chess.
TEST_F(LearnVariantGames, LearnFromThoseOfTheVariant) {
  const Outcome outcome = run({"learn-games", "games.pgn", "book.bin", "-variant", "crazyhouse"});
  EXPECT_EQ(outcome.out, "book.bin: 2 games learned, 4 moves of the book\n");
  EXPECT_THAT(outcome.err, HasSubstr("1 game of other variants skipped"));
  EXPECT_THAT(outcome.err, HasSubstr("1 game learned up to a move that cannot be played: 1... Ke4"));
  const auto start = run({"probe", "book.bin", "-variant", "crazyhouse", "-format", "json"}).out;
  EXPECT_THAT(start, HasSubstr(R"("n":2,"sum":2)"));
}

TEST_F(LearnGames, SayWhatIsMissing) {
  EXPECT_EQ(polyglot({"learn-games", "games.pgn"}).exit_code, 2);
  write("side.bin", {learned("", "e2e4", 0, 2, 2)});
  for (const char* const wrong :
       {"side.bin", "side.bin games.pgn", "games.pgn side.bin book.bin", "side.bin book.bin --engine Alpha",
        "book.bin side.bin book.bin", "side.bin --learn-file side.bin"}) {
    EXPECT_THAT(ToolTest::run(Arguments{"learn-games"} + words_of(wrong)), Fails(2)) << wrong;
  }
  expect_file("side.bin", {learned("", "e2e4", 0, 2, 2)});
  EXPECT_THAT(error_of({"learn-games", "none.pgn", "book.bin"}), HasSubstr("none.pgn"));
}

}  // namespace
}  // namespace polyglot::tools::test
