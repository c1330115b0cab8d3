// SPDX-License-Identifier: MIT
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <polyglot/book/raw_entry.hpp>

#include "book/book_files.hpp"
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

namespace json = boost::json;

using book::RawEntry;
using book::test::bytes_of;
using book::test::code;
using book::test::position_after;

/// A game between two players, with a result.
std::string game(const std::string& white, const std::string& black, const std::string& result,
                 const std::string& moves, const std::string& tags = "") {
  return "[White \"" + white + "\"]\n[Black \"" + black + "\"]\n[Result \"" + result + "\"]\n" + tags + "\n" +
         moves + " " + result + "\n\n";
}

/// 1. e4 e5 2. Nf3 (or Bc4) and 1. e4 c5, with no moves after them.
std::vector<RawEntry> small_book() {
  const auto entry = [](std::string_view before, std::string_view move, std::uint16_t weight) {
    return RawEntry{.key = position_after(before).key(), .move = code(move), .weight = weight};
  };
  std::vector<RawEntry> records{entry("", "e2e4", 2), entry("e2e4", "c7c5", 1), entry("e2e4", "e7e5", 3),
                                entry("e2e4 e7e5", "f1c4", 1), entry("e2e4 e7e5", "g1f3", 5)};
  std::ranges::stable_sort(records, {}, &RawEntry::key);
  return records;
}

class ReviewGames : public ToolTest {
 protected:
  ReviewGames() { book::test::write_file(folder_ / "book.bin", bytes_of(small_book())); }

  [[nodiscard]] Outcome review(const std::string& pgn, const Arguments& more = {}) const {
    write_text(folder_ / "games.pgn", pgn);
    return run(Arguments{"review-games", "games.pgn", "book.bin", "--openings-file", "none"} + more);
  }
  [[nodiscard]] json::object review_json(const std::string& pgn, const Arguments& more = {}) const {
    const Outcome outcome = review(pgn, more + Arguments{"--format", "json"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return json::parse(outcome.out).as_object();
  }
  /// The only game of a review.
  [[nodiscard]] json::object only_game(const std::string& moves) const {
    return review_json(game("Anna", "Bert", "1-0", moves)).at("games").at(0).as_object();
  }
};

TEST_F(ReviewGames, SaysWhoLeftTheBookAndWhatItHad) {
  EXPECT_EQ(only_game("1. e4 e5 2. d4 exd4"),
            (json::object{{"white", "Anna"},
                          {"black", "Bert"},
                          {"result", "1-0"},
                          {"exit_ply", 2},
                          {"by", "white"},
                          {"played", "d4"},
                          {"fen", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"},
                          {"book", {"Nf3", "Bc4"}}}));
  const json::object black = only_game("1. e4 d5 2. exd5");
  EXPECT_EQ(black.at("exit_ply"), 1);
  EXPECT_EQ(black.at("by"), "black");
  EXPECT_EQ(black.at("book"), (json::array{"e5", "c5"}));
  const json::object first = only_game("1. d4 d5");
  EXPECT_EQ(first.at("exit_ply"), 0);
  EXPECT_EQ(first.at("by"), "white");
}

TEST_F(ReviewGames, FollowsABookOfOneSideAsLongAsItHasAnswers) {
  write_text(folder_ / "white.pgn", game("?", "?", "*", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"));
  ASSERT_EQ(run({"make-book", "white.pgn", "--only-white", "--min-game", "1", "-o", "book.bin"}).exit_code,
            0);
  const std::string pgn = game("Anna", "Bert", "1-0", "1. e4 e5 2. Nf3 Nf6 3. Nxe5") +
                          game("Anna", "Bert", "1-0", "1. e4 e5 2. Nf3 Nc6 3. Bc4");
  EXPECT_EQ(review_json(pgn).at("games").at(0).at("exit_ply"), 1);
  const json::value games = review_json(pgn, {"--one-sided"}).at("games");
  EXPECT_EQ(games.at(0).at("exit_ply"), 3);
  EXPECT_EQ(games.at(0).at("played"), "Nf6");
  EXPECT_TRUE(games.at(0).at("by").is_null());
  EXPECT_EQ(games.at(1).at("exit_ply"), 4);
  EXPECT_EQ(games.at(1).at("by"), "white");
}

TEST_F(ReviewGames, CountsGapsAndScoresThemForTheSideThatLeft) {
  const json::object told =
      review_json(game("A", "B", "1-0", "1. e4 d5") + game("C", "D", "1/2-1/2", "1. e4 d5 2. exd5") +
                  game("E", "F", "*", "1. e4 d5") + game("G", "H", "1-0", "1. d4") +
                  game("I", "K", "0-1", "1. e4 e5 2. Nf3 Nc6"));
  const json::array& gaps = told.at("gaps").as_array();
  ASSERT_EQ(gaps.size(), 3U);
  EXPECT_EQ(gaps[0], (json::object{{"fen", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
                                   {"moves", {"e4"}},
                                   {"count", 3},
                                   {"score", 0.25},
                                   {"decided", 2},
                                   {"by", "black"},
                                   {"played", "d5"},
                                   {"book", {"e5", "c5"}}}));
  EXPECT_EQ(gaps[1].at("score"), 1);
  EXPECT_EQ(gaps[1].at("moves"), json::array());
  EXPECT_TRUE(gaps[2].at("by").is_null());
  EXPECT_EQ(gaps[2].at("score"), 1);
  const json::object& summary = told.at("summary").as_object();
  EXPECT_EQ(summary.at("count"), 5);
  EXPECT_EQ(summary.at("left_by_white"), 1);
  EXPECT_EQ(summary.at("left_by_black"), 3);
  EXPECT_EQ(summary.at("book_ended"), 1);
  EXPECT_EQ(summary.at("plies"), 12);
  EXPECT_EQ(summary.at("book_plies"), 6);
  EXPECT_EQ(summary.at("exits"), (json::array{1, 3, 0, 1}));
}

TEST_F(ReviewGames, ReviewsOnePlayerAndTellsHisExitsFromThoseOfOpponents) {
  const json::object told =
      review_json(game("Anna", "Bert", "0-1", "1. e4 d5") + game("Bert", "ANNA", "0-1", "1. e4 d5") +
                      game("Bert", "Carl", "1-0", "1. d4") + game("Annabel", "Anna", "1-0", "1. d4"),
                  {"--player", "anna"});
  EXPECT_EQ(told.at("games").as_array().size(), 3U);
  EXPECT_EQ(told.at("games").at(0).at("player"), "white");
  EXPECT_EQ(told.at("games").at(2).at("player"), "black");
  const json::array& gaps = told.at("gaps").as_array();
  ASSERT_EQ(gaps.size(), 3U);
  EXPECT_EQ(gaps[0].at("of_opponent"), true);
  EXPECT_EQ(gaps[0].at("score"), 0);
  EXPECT_EQ(gaps[1].at("of_opponent"), false);
  EXPECT_EQ(gaps[1].at("score"), 1);
  EXPECT_EQ(told.at("summary").at("left_by_player"), 1);
  EXPECT_EQ(told.at("summary").at("left_by_opponent"), 2);
  EXPECT_EQ(told.at("not_wanted").at("of other players"), 1);

  EXPECT_THAT(review(game("Anna", "Bert", "1-0", "1. e4"), {"--player", "Zoe"}),
              Fails(1, HasSubstr("none of 1 game can be used"), IsEmpty()));
}

TEST_F(ReviewGames, MarksTheExitInPgn) {
  const std::string tags = "[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"1-0\"]\n\n";
  const std::string pgn = tags + "1. e4 {best} d5! $1 {bold} (1... e5) 2. exd5 1-0\n\n" + tags +
                          "1. e4 c5 2. Nf3 1-0\n\n" + tags + "1. e4 1-0\n\n";
  const std::string marked =
      tags + "1. e4 {best} d5! $1 {Black left the book, which has e5, c5} {bold} (1... e5) 2. exd5 1-0\n\n" +
      tags + "1. e4 c5 2. Nf3 {the book ended before this move} 1-0\n\n" + tags +
      "1. e4 {the book has all moves up to here} 1-0\n\n";
  EXPECT_THAT(review(pgn, {"--format", "pgn"}), Succeeds(marked));
  EXPECT_EQ(review(marked, {"--format", "pgn"}).out, marked);
}

TEST_F(ReviewGames, SumsUpForPeople) {
  write_text(folder_ / "names.tsv", "eco\tname\tpgn\nB01\tScandinavian Defense\t1. e4 d5\n");
  EXPECT_THAT(
      review(game("Anna", "Bert", "1-0", "1. e4 d5 2. exd5 Qxd5"), {"--openings-file", "names.tsv"}),
      Succeeds("plies  left by played      book                 game\n"
               "    1  Black   1... d5     e5, c5               Anna - Bert 1-0\n"
               "\n"
               "Games:     1 read, 1 used, 4 plies\n"
               "Coverage:  25.0% of the plies, 1.0 plies a game\n"
               "Left:      0 by White, 1 by Black; the book ended in 0 games, and 0 games ended in the book\n"
               "Score:     100.0% for White\n"
               "\n"
               "  games  score  left by  played      book                 position\n"
               "      1   0.0%  Black    1... d5     e5, c5               1. e4\n"
               "\n"
               "  games  score   plies  opening\n"
               "      1 100.0%     1.0  B01 Scandinavian Defense\n"));
}

TEST_F(ReviewGames, ReportsDamageAndGoesOn) {
  const Outcome outcome = review(game("Anna", "Bert", "1-0", "1. e4 e5 2. Ke3 Nc6") +
                                     game("Carl", "Dora", "1-0", "1. e4", "[FEN \"wrong\"]\n") +
                                     game("Emil", "Fred", "0-1", "1. d4"),
                                 {"--format", "json"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("games.pgn:5: "));
  const json::object told = json::parse(outcome.out).as_object();
  ASSERT_EQ(told.at("games").as_array().size(), 2U);
  EXPECT_EQ(told.at("games").at(0).at("exit_ply"), 2);
  EXPECT_TRUE(told.at("games").at(0).at("played").is_null());
  EXPECT_EQ(told.at("problems"), 2);
  EXPECT_EQ(told.at("counts").at("wrong_fens"), 1);

  write_text(folder_ / "cut.pgn.gz", "\x1f\x8b\x08 damaged beyond repair");
  const Outcome cut = run({"review-games", "games.pgn", "cut.pgn.gz", "book.bin", "--format", "json"});
  EXPECT_EQ(cut.exit_code, 1);
  EXPECT_THAT(cut.err, HasSubstr("cut.pgn.gz"));
  EXPECT_EQ(json::parse(cut.out).at("games").as_array().size(), 2U);
}

/// Threads change nothing, however many chunks there are.
TEST_F(ReviewGames, IsTheSameWithAnyNumberOfThreads) {
  std::string pgn;
  for (int i = 0; i < 30'000; ++i)
    pgn += game("P" + std::to_string(i), "Bert", i % 3 == 0 ? "1-0" : "0-1",
                i % 2 == 0   ? "1. e4 e5 2. d4 exd4 3. c3 dxc3"
                : i % 7 == 0 ? "1. b4 e5"
                             : "1. e4 c5 2. c3");
  const std::string one = review(pgn, {"--format", "json", "--threads", "1"}).out;
  EXPECT_EQ(json::parse(one).at("games").as_array().size(), 30'000U);
  EXPECT_EQ(json::parse(one).at("games").at(29'999).at("white"), "P29999");
  EXPECT_EQ(review(pgn, {"--format", "json", "--threads", "3"}).out, one);
}

TEST_F(ReviewGames, TakesTheBookWhereverItStandsAndSaysWhatIsMissing) {
  const std::string pgn = game("Anna", "Bert", "1-0", "1. e4 e5 2. d4");
  write_text(folder_ / "games.pgn", pgn);
  std::filesystem::create_directory(folder_ / "folder");
  write_text(folder_ / "folder/games.pgn", pgn);
  for (const Arguments& words : std::vector<std::vector<std::string>>{{"book.bin", "games.pgn"},
                                                                      {"book.bin", "folder"},
                                                                      {"book.bin", "-"},
                                                                      {"--book", "book.bin", "games.pgn"},
                                                                      {"-", "book.bin"}}) {
    EXPECT_THAT(polyglot(Arguments{"review-games"} + words, {.input = pgn, .folder = folder_.path()}),
                Succeeds(HasSubstr("White   2. d4")));
  }
  EXPECT_THAT(run({"review-games", "games.pgn"}),
              Fails(2, HasSubstr("give the games and, after them, the book")));
  EXPECT_THAT(run({"review-games", "games.pgn", "none.bin"}), Fails(1, HasSubstr("none.bin")));
  EXPECT_THAT(review(pgn, {"-o", "games.pgn"}), Fails(1));
  EXPECT_EQ(read_text(folder_ / "games.pgn"), pgn);
}

TEST_F(ReviewGames, ShowsAsManyGapsAsAreAskedFor) {
  const std::string pgn = game("A", "B", "1-0", "1. d4") + game("C", "D", "1-0", "1. c4");
  EXPECT_EQ(review_json(pgn, {"--limit", "1"}).at("gaps").as_array().size(), 1U);
  EXPECT_THAT(review(pgn, {"--limit", "1"}).out, HasSubstr("and 1 gap more"));
  EXPECT_THAT(review(pgn).out, Not(HasSubstr("more")));
  EXPECT_THAT(run({"review-games", "book.bin", "book.bin"}).err, HasSubstr("give one, after the games"));
}

}  // namespace
}  // namespace polyglot::tools::test
