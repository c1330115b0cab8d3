// SPDX-License-Identifier: MIT
#include "explorer/lichess.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include "explorer/counted_games.hpp"
#include "support/testing.hpp"

namespace polyglot::explorer::test {
namespace {

namespace http = boost::beast::http;
namespace json = boost::json;
using http::status;

Request request_for(std::string_view target, http::verb method = http::verb::get) {
  Request request(method, target, 11);
  request.set(http::field::host, "whatever.example");
  request.set(http::field::origin, "https://somewhere.example");
  return request;
}

class Lichess : public ::testing::Test {
 protected:
  [[nodiscard]] Response response_to(const Request& request) const {
    return lichess_response(request, read_target(request.target()).path,
                            {.counts = {&counts_}, .rules = rules_, .opening_names = &names_});
  }
  [[nodiscard]] json::value ask(std::string_view target) const {
    const Response response = response_to(request_for(target));
    EXPECT_EQ(response.result(), status::ok) << response.body();
    return json::parse(response.body());
  }
  [[nodiscard]] std::string refused(std::string_view target, status code = status::bad_request) const {
    const Response response = response_to(request_for(target));
    EXPECT_EQ(response.result(), code) << target;
    EXPECT_THAT(std::string(response[http::field::content_type]), StartsWith("text/plain"));
    EXPECT_EQ(response.body().find('\n'), response.body().size() - 1) << response.body();
    return response.body();
  }

  /// Asks other counts, without names of openings.
  [[nodiscard]] json::value ask(std::string_view target,
                                const std::vector<const counts::CountsFile*>& counts) const {
    const LichessSource source{.counts = counts, .rules = rules_};
    return json::parse(lichess_response(request_for(target), "/lichess", source).body());
  }

  game::Rules rules_;
  polyglot::test::TemporaryFolder folder_;
  counts::CountsFile counts_ = count(folder_, "example", kExampleGames);
  openings::OpeningNames names_ =
      openings::OpeningNames::parse("B00\tKing's Pawn\t1. e4\nC20\tOpen Game\t1. e4 e5\n", "names.tsv")
          .value();
};

TEST_F(Lichess, AnswersAsItsDocumentationHasIt) {
  EXPECT_EQ(ask("/lichess?topGames=1&recentGames=2"), json::parse(R"({
    "white": 1, "draws": 1, "black": 1,
    "moves": [
      {"uci": "e2e4", "san": "e4", "averageRating": 1940, "white": 1, "draws": 1, "black": 1, "game": null,
       "opening": {"eco": "B00", "name": "King's Pawn"}},
      {"uci": "d2d4", "san": "d4", "averageRating": null, "white": 0, "draws": 0, "black": 0,
       "game": null, "opening": null}],
    "recentGames": [], "topGames": [], "opening": null})"));
}

TEST_F(Lichess, FollowsMovesAndNamesTheOpeningOnTheWay) {
  const json::value answer = ask("/lichess?play=e2e4,e7e5");
  EXPECT_EQ(answer.at("opening").at("name"), "Open Game");
  EXPECT_EQ(answer.at("moves").as_array().size(), 2U);
  EXPECT_EQ(answer.at("white"), 1);
  EXPECT_EQ(ask("/lichess?play=e2e4,e7e5,g1f3").at("opening").at("name"), "Open Game");
  // The same position by its FEN has a name of its own.
  EXPECT_EQ(ask("/lichess?fen=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR%20w%20KQkq%20-%200%202"),
            answer);
}

TEST_F(Lichess, CountsForBothSidesWhoeverMoves) {
  const json::value answer = ask("/lichess?play=e2e4");
  EXPECT_EQ(answer.at("moves").at(0).at("uci"), "e7e5");
  EXPECT_EQ(answer.at("moves").at(0).at("white"), 1);
  EXPECT_EQ(answer.at("moves").at(0).at("averageRating"), 2075) << "of those who played Black";
  EXPECT_EQ(answer.at("moves").at(1).at("black"), 1);
}

TEST_F(Lichess, ChoosesGroups) {
  EXPECT_EQ(ask("/lichess?speeds=blitz").at("draws"), 0);
  EXPECT_EQ(ask("/lichess?speeds=classical,rapid").at("draws"), 1);
  EXPECT_EQ(ask("/lichess?ratings=1600").at("white"), 1);
  EXPECT_EQ(ask("/lichess?ratings=1700,2000").at("white"), 1) << "the band that the number is in";
  EXPECT_EQ(ask("/lichess?ratings=0,2500").at("white"), 0);
  EXPECT_EQ(ask("/lichess?since=2017-05").at("black"), 1);
  EXPECT_EQ(ask("/lichess?since=2017").at("white"), 0);
  EXPECT_EQ(ask("/masters?until=2016").at("moves").as_array().size(), 1U);
  EXPECT_EQ(ask("/lichess?speeds=&ratings=&since=&until=").at("moves").as_array().size(), 2U);
}

TEST_F(Lichess, TellsUltraBulletFromBullet) {
  const auto fast =
      count(folder_, "fast",
            game("1. e4 1-0", "[TimeControl \"15\"]\n") + game("1. e4 0-1", "[TimeControl \"60\"]\n"));
  const auto ask_fast = [&](const std::string& speeds) { return ask("/lichess?speeds=" + speeds, {&fast}); };
  const json::value ultra = ask_fast("ultraBullet");
  EXPECT_EQ(ultra.at("white"), 1);
  EXPECT_EQ(ultra.at("black"), 0);
  EXPECT_EQ(ask_fast("bullet").at("white"), 0);
  EXPECT_EQ(ask_fast("bullet,ultraBullet").at("moves").at(0).at("black"), 1);
}

TEST_F(Lichess, ChoosesNothingThatTheFileDoesNotTellApart) {
  const auto whole = count(folder_, "whole", kExampleGames, {});
  const json::value answer =
      ask("/lichess?speeds=correspondence&ratings=0&since=2030&history=true", {&whole});
  EXPECT_EQ(answer.at("white"), 1);
  EXPECT_EQ(answer.at("history"), json::array());
}

TEST_F(Lichess, HasTheHistoryByYear) {
  EXPECT_EQ(ask("/lichess?history=true").at("history"), json::parse(R"([
    {"month": "2016-01", "white": 1, "draws": 0, "black": 0},
    {"month": "2017-01", "white": 0, "draws": 1, "black": 1}])"));
  EXPECT_FALSE(ask("/lichess").as_object().contains("history"));
}

TEST_F(Lichess, HasOtherFieldsForMasters) {
  const json::value answer = ask("/masters");
  EXPECT_FALSE(answer.as_object().contains("recentGames"));
  EXPECT_EQ(answer.at("topGames"), json::array());
}

TEST_F(Lichess, GivesNoMoreThanIsAskedFor) {
  const json::value answer = ask("/lichess?moves=1&topGames=0&recentGames=0&color=white&whatever=1");
  EXPECT_EQ(answer.at("moves").as_array().size(), 1U);
  EXPECT_EQ(answer.at("white"), 1) << "the moves left out count";
  EXPECT_EQ(answer.at("topGames"), json::array());
  EXPECT_EQ(answer.at("recentGames"), json::array());
  EXPECT_EQ(ask("/lichess?moves=0").at("moves"), json::array());
}

TEST_F(Lichess, WritesCastlingAsTheVariantHasIt) {
  const auto castling = count(folder_, "castling", game("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O *"));
  const std::string play = "play=g1f3,g8f6,g2g3,g7g6,f1g2,f8g7";
  const auto first = [&](const std::string& target) {
    return ask(target, {&castling}).at("moves").at(0).at("uci");
  };
  EXPECT_EQ(first("/lichess?" + play), "e1g1");
  EXPECT_EQ(first("/lichess?variant=chess960&" + play), "e1h1");
  EXPECT_EQ(first("/lichess?" + play + ",e1g1"), "e8g8");
  EXPECT_EQ(first("/lichess?" + play + ",e1h1"), "e8g8");
}

TEST_F(Lichess, RefusesWhatCannotBeInOneLine) {
  EXPECT_THAT(refused("/lichess?fen=nonsense"), StartsWith("fen: "));
  EXPECT_THAT(refused("/lichess?play=e2e5"), HasSubstr("play: e2e5 is not a legal move"));
  EXPECT_EQ(refused("/lichess?play=e2e4,x%0Ay"),
            "play: x?y is not a legal move in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n");
  EXPECT_EQ(refused("/lichess?speeds=fast"), "speeds: \"fast\" is not a speed that Lichess has\n");
  EXPECT_EQ(refused("/lichess?ratings=high"), "ratings: \"high\" is not a rating\n");
  EXPECT_EQ(refused("/lichess?moves=-1"), "moves: \"-1\" is not a whole number\n");
  EXPECT_EQ(refused("/lichess?since=x"), "since: \"x\" is not a year or a month (YYYY-MM)\n");
  for (const char* const month : {"2016-00", "2016-13", "2016-", "2016-03x"})
    EXPECT_THAT(refused(std::string("/lichess?until=") + month), HasSubstr("is not a year or a month"));
  EXPECT_EQ(refused("/lichess?variant=atomic"), "variant: no games of \"atomic\" are served\n");
  EXPECT_THAT(refused("/lichess?fen=a b"), HasSubstr("%20"));
}

TEST_F(Lichess, LetsPagesOfAnySiteAsk) {
  for (const char* target : {"/lichess", "/lichess?fen=nonsense"})
    EXPECT_EQ(response_to(request_for(target))["Access-Control-Allow-Origin"], "*") << target;
  Request asked = request_for("/lichess", http::verb::options);
  asked.set("Access-Control-Request-Private-Network", "true");
  const Response response = response_to(asked);
  EXPECT_EQ(response.result(), status::no_content);
  EXPECT_EQ(response["Access-Control-Allow-Origin"], "*");
  EXPECT_THAT(std::string(response["Access-Control-Allow-Headers"]), HasSubstr("Authorization"));
  EXPECT_EQ(response["Access-Control-Allow-Private-Network"], "true");
}

TEST_F(Lichess, AnswersGetAndHeadAlone) {
  const Response head = response_to(request_for("/lichess", http::verb::head));
  EXPECT_EQ(head.result(), status::ok);
  EXPECT_NE(head[http::field::content_length], "0");
  const Response post = response_to(request_for("/lichess", http::verb::post));
  EXPECT_EQ(post.result(), status::method_not_allowed);
  EXPECT_EQ(post[http::field::allow], "GET, HEAD, OPTIONS");
}

TEST_F(Lichess, AddsFilesUp) {
  const auto whole = count(folder_, "whole", kExampleGames, {.year = true});
  const json::value answer = ask("/lichess", {&counts_, &whole});
  EXPECT_EQ(answer.at("white"), 2);
  EXPECT_EQ(answer.at("moves").at(0).at("averageRating"), 1940);
  EXPECT_TRUE(answer.at("moves").at(0).at("opening").is_null());
}

TEST_F(Lichess, NamesDamage) {
  std::string bytes = polyglot::test::read_text(counts_.path());
  std::uint64_t end_of_blocks = 0;
  std::memcpy(&end_of_blocks, bytes.data() + bytes.size() - 16, sizeof(end_of_blocks));
  std::fill(bytes.begin() + 12, bytes.begin() + static_cast<std::ptrdiff_t>(end_of_blocks), 'x');
  polyglot::test::write_text(folder_ / "damaged.counts", bytes);
  counts_ = counts::CountsFile::open(folder_ / "damaged.counts").value();
  EXPECT_THAT(refused("/lichess", status::internal_server_error),
              HasSubstr("this block of counts is damaged"));
}

TEST(CountedResults, HaveAPerformance) {
  const counts::Totals even{
      .games = 2, .wins = 1, .losses = 1, .rated = 2, .rating_sum = 1, .opponent_sum = 3000};
  EXPECT_EQ(performance(even), 1500);
  const counts::Totals good{
      .games = 4, .wins = 3, .losses = 1, .rated = 4, .rating_sum = 1, .opponent_sum = 6000};
  EXPECT_EQ(performance(good), 1691);
  const counts::Totals all{.games = 1, .wins = 1, .rated = 1, .rating_sum = 1, .opponent_sum = 1500};
  EXPECT_EQ(performance(all), 2300);
  const counts::Totals none{.games = 1, .losses = 1, .rated = 1, .rating_sum = 1, .opponent_sum = 1500};
  EXPECT_EQ(performance(none), 700);
  EXPECT_EQ(performance({.games = 1, .wins = 1}), std::nullopt);
}

}  // namespace
}  // namespace polyglot::explorer::test
