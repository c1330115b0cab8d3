// SPDX-License-Identifier: MIT
#include <boost/json/parse.hpp>

#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

/// The book of these games has 1. e4 in three games of four, and no moves after 1. d4.
constexpr const char* kReviewedGames =
    "[Event \"1\"]\n\n1. e4 e5 2. Nf3 *\n\n[Event \"2\"]\n\n1. e4 e5 2. Nf3 *\n\n"
    "[Event \"3\"]\n\n1. e4 c5 2. Nf3 *\n\n[Event \"4\"]\n\n1. d4 *\n\n";
constexpr const char* kOtherGames = "[Event \"1\"]\n\n1. e4 e5 *\n\n[Event \"2\"]\n\n1. e4 e6 2. d4 *\n\n";

class ReviewBook : public ToolTest {
 protected:
  void SetUp() override {
    write_text(folder_ / "book.pgn", kReviewedGames);
    write_text(folder_ / "other.pgn", kOtherGames);
    write_text(folder_ / "names.tsv", "eco\tname\tpgn\nB00\tKing's Pawn: Any\t1. e4\n");
  }

  [[nodiscard]] Outcome run(const Arguments& arguments) const {
    return polyglot(Arguments{"review-book", "book.pgn", "--openings-file", "names.tsv"} + arguments,
                    {.folder = folder_.path()});
  }
};

TEST_F(ReviewBook, SaysWhatHappensMostFirst) {
  EXPECT_THAT(run({"--side", "white"}),
              Succeeds(AllOf(
                  HasSubstr("Side                           : white\n"),
                  HasSubstr("Lines that end early: 2\n"
                            "  50.00%  1. e4 e5 2. Nf3: the book ends after 3 plies\n"
                            "  25.00%  1. e4 c5 2. Nf3: the book ends after 3 plies\n"),
                  HasSubstr("  25.00%  1. d4: the book ends after this move (25.00% of the weights)\n"),
                  HasSubstr("  75.00%  King's Pawn (1. e4): games leave the book after 3.0 plies, 3 at most; "
                            "2 positions\n"),
                  Not(HasSubstr("other book")))));
}

TEST_F(ReviewBook, ComparesWithGames) {
  EXPECT_THAT(run({"--side", "white", "--against", "other.pgn"}),
              Succeeds(AllOf(
                  HasSubstr("  37.50%  1. e4 e6: no answer (50.00% in the other book)\n"),
                  HasSubstr("  25.00%  1. d4: never played in the other book (25.00% of the weights)\n"))));
}

TEST_F(ReviewBook, WritesJson) {
  const Outcome outcome = run({"--side", "white", "--against", "other.pgn", "--format", "json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto review = boost::json::parse(outcome.out);
  EXPECT_EQ(review.at("side"), "white");
  EXPECT_EQ(review.at("unknown_replies").at("total"), 1);
  const auto& reply = review.at("unknown_replies").at("likeliest").at(0);
  EXPECT_EQ(reply.at("line"), "1. e4");
  EXPECT_EQ(reply.at("move"), "e7e6");
  EXPECT_EQ(reply.at("other_share"), 0.5);
  EXPECT_EQ(review.at("openings").at(0).at("name"), "King's Pawn");
  EXPECT_EQ(run({"--format", "json"}).out.find("unknown_replies"), std::string::npos);
}

TEST_F(ReviewBook, WritesAGameForEachFinding) {
  EXPECT_THAT(run({"--side", "white", "--format", "pgn", "-o", "review.pgn"}),
              Succeeds(HasSubstr("review.pgn: a review of book.pgn")));
  const std::string games = read_text(folder_ / "review.pgn");
  EXPECT_THAT(
      games,
      AllOf(HasSubstr("[Event \"Review of book.pgn\"]"), HasSubstr("1. e4 e5 2. Nf3 {early end, 50.00%:"),
            HasSubstr("1. d4 {dead end, 25.00%:"), HasSubstr("1. e4 {opening, 75.00%: King's Pawn,")));
  EXPECT_EQ(polyglot({"info-book", folder_ / "review.pgn"}).exit_code, 2);
  EXPECT_EQ(polyglot({"review-book", folder_ / "review.pgn"}).exit_code, 0);
}

TEST_F(ReviewBook, RefusesWhatItCannotUse) {
  EXPECT_EQ(run({"--limit", "0"}).exit_code, 2);
  EXPECT_EQ(run({"--side", "both"}).exit_code, 2);
  EXPECT_EQ(polyglot({"review-book"}).exit_code, 2);
  const Outcome missing = run({"--against", "missing.bin"});
  EXPECT_NE(missing.exit_code, 0);
  EXPECT_THAT(missing.err, HasSubstr("missing.bin"));
  EXPECT_NE(run({"--format", "pgn", "-o", "book.pgn"}).exit_code, 0);
  EXPECT_EQ(read_text(folder_ / "book.pgn"), kReviewedGames);
  EXPECT_NE(run({"--variant", "atomic"}).exit_code, 0);
  EXPECT_THAT(run({"--fen", "8/8/8/4k3/8/8/4K3/8 w - - 0 1"}),
              Fails(1, HasSubstr("book.pgn: no game reaches a move of the book; check --side, --fen")));
}

}  // namespace
}  // namespace polyglot::tools::test
