// SPDX-License-Identifier: MIT
#include <string>

#include <boost/json/parse.hpp>
#include <gmock/gmock.h>

#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A game of `engine` with so many book moves, out of book after as many plies, in which 99 blocks took a
/// microsecond and one as many as `longest`.
std::string game(const std::string& engine, int book_moves, const std::string& out_of_book, int longest) {
  const std::string ns = std::to_string(longest * 1000);
  return R"({"type":"game","pid":1,"start":"","end":"","engine":")" + engine +
         R"(","gui_protocol":"uci","engine_protocol":"uci","plies":40,"book_moves":)" +
         std::to_string(book_moves) + R"(,"out_of_book":)" + out_of_book +
         R"(,"book":"b.bin","restarts":1,"learned":3,"time_us":{"max_ns":)" + ns +
         R"(,"histogram_ns":[[1000,99],[)" + ns + R"(,1]]}})" + "\n";
}

/// A session of so many games of 40 plies, with two restarts.
std::string session(const std::string& engine, int games) {
  return R"({"type":"session","pid":1,"engine":)" + engine +
         R"(,"gui_protocol":"uci","engine_protocol":"uci","games":)" + std::to_string(games) +
         R"(,"plies":)" + std::to_string(40 * games) +
         R"(,"book_moves":4,"book":null,"restarts":2,"learned":3,"time_us":{"max_ns":9000,"histogram_ns":[[9000,1]]}})" +
         "\n";
}

TEST(Stats, AddsUpGamesByEngine) {
  const TemporaryFolder folder;
  write_file(folder / "a.jsonl",
             game("Fast", 4, "8", 50) + game("Slow 2", 1, "null", 7000) + session("\"Fast\"", 1));
  write_file(folder / "b.jsonl", game("Fast", 7, "13", 90));
  const Outcome outcome = polyglot({"stats", folder / "a.jsonl", folder / "b.jsonl"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out,
            "engine sessions   games book/game  out at ply restarts  learned  p50 us  p99 us   max us\n"
            "Fast          1       2      5.50       10.50        3        6       2      10       90\n"
            "Slow 2        0       1      1.00           -        1        3       2       2     7000\n");
}

TEST(Stats, PrintsJson) {
  const Outcome outcome =
      polyglot({"stats", "-", "-format", "json"}, {.input = game("A", 4, "8", 50) + session("null", 0)});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(
      outcome.out,
      R"({"engines":[{"engine":null,"sessions":1,"games":0,"plies":0,"book_moves":4,"games_out_of_book":0,)"
      R"("out_of_book_plies":0,"restarts":2,"learned":3,"time_us":{"blocks":1,"p50":9,"p99":9,"max":9}},)"
      R"({"engine":"A","sessions":0,"games":1,"plies":40,"book_moves":4,"games_out_of_book":1,)"
      R"("out_of_book_plies":8,"restarts":1,"learned":3,"time_us":{"blocks":100,"p50":2,"p99":2,"max":50}}]})"
      "\n");
}

TEST(Stats, CountARestartAfterTheLastGameOfItsSession) {
  const std::string played = game("A", 4, "8", 50);
  const auto restarts = [](const std::string& lines) {
    const Outcome outcome = polyglot({"stats", "-", "--format", "json"}, {.input = lines});
    return boost::json::parse(outcome.out).at("engines").at(0).at("restarts").to_number<int>();
  };
  EXPECT_EQ(restarts(played), 1) << "killed";
  EXPECT_EQ(restarts(played + session("\"A\"", 1)), 2);
  EXPECT_EQ(restarts(played + played + played + session("\"A\"", 1) + played + session("\"A\"", 1)), 5)
      << "the first line of a session does not belong to all of these games";
  EXPECT_EQ(restarts(played + session("\"A\"", 0)), 3) << "killed, and then a session without games";
}

TEST(Stats, NamesDamagedLinesAndCountsTheRest) {
  const TemporaryFolder folder;
  const std::string good = game("A", 4, "8", 50);
  write_file(folder / "a.jsonl", good + "{\"type\":\"ga\n\n" + good + good.substr(0, 100));
  const Outcome outcome = polyglot({"stats", folder / "a.jsonl", folder / "none.jsonl"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("a.jsonl:2: left out: not JSON: "),
                                 HasSubstr("a.jsonl:5: left out: not JSON: "), HasSubstr("none.jsonl: ")));
  EXPECT_THAT(outcome.out, HasSubstr("\nA             0       2      4.00        8.00 "));
}

TEST(Stats, AreNoneOfAnotherFile) {
  const TemporaryFolder folder;
  write_file(folder / "notes", "one\ntwo\n");
  const Outcome outcome = polyglot({"stats", "notes"}, {.folder = folder.path()});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.err, "polyglot stats: notes: holds no statistics: give a file of option Stats\n");
  EXPECT_THAT(outcome.out, IsEmpty());
}

TEST(Stats, WantsAFile) {
  const Outcome outcome = polyglot({"stats"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.out, IsEmpty());
}

}  // namespace
}  // namespace polyglot::tools::test
